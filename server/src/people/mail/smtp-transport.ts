import type { Config } from '../../config/config.ts'
import { type MailTransport, mailMessage } from './outgoing-mail.ts'

const timeouts = {
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  dnsTimeout: 10_000,
  socketTimeout: 20_000,
}

/** Below the lease of a claimed mail: a slow server must not hold the queue. */
const deadlineMs = 60_000

/** Sends over the mail server of `smtpUrl`, whose parameters override these. One connection; the queue retries, not the pool. */
export function openSmtpTransport({
  smtpUrl,
  mailFrom,
}: Pick<Config, 'smtpUrl' | 'mailFrom'>): MailTransport {
  const closing = new AbortController()
  const connect = async () => {
    // Loaded with the first mail, for the sake of memory.
    const { createTransport } = await import('nodemailer')
    const pool = { pool: true, maxConnections: 1, maxRequeues: 1, idleTimeout: 10_000 } as const
    const transporter = createTransport({ url: smtpUrl, ...pool, ...timeouts })
    // Without a listener a broken connection would end the process.
    return transporter.on('error', () => undefined)
  }
  let connecting: ReturnType<typeof connect> | undefined

  return {
    async send(mail) {
      const message = mailMessage(mailFrom, mail)
      const transporter = await (connecting ??= connect())
      const signal = AbortSignal.any([closing.signal, AbortSignal.timeout(deadlineMs)])
      await transporter.sendMail({ ...message, signal })
    },
    close() {
      closing.abort()
      connecting?.then(
        (transporter) => transporter.close({ force: true }),
        () => undefined,
      )
    },
  }
}
