import type { Config } from '../../config/config.ts'
import { type MailTransport, mailMessage } from './outgoing-mail.ts'

const timeouts = {
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  dnsTimeout: 10_000,
  socketTimeout: 20_000,
}

/** A server that keeps answering, but never to the end, would hold the queue: below the lease of a claimed mail. */
const deadlineMs = 60_000

/**
 * Sends over the mail server of `smtpUrl`; parameters of that address go before what is set here. One connection,
 * kept a while for the next mail. What fails is tried again by the queue, not by the pool.
 */
export function openSmtpTransport({
  smtpUrl,
  mailFrom,
}: Pick<Config, 'smtpUrl' | 'mailFrom'>): MailTransport {
  const closing = new AbortController()
  const connect = async () => {
    // Loaded with the first mail: a server that sends none starts sooner and stays smaller.
    const { createTransport } = await import('nodemailer')
    const pool = { pool: true, maxConnections: 1, maxRequeues: 1, idleTimeout: 10_000 } as const
    const transporter = createTransport({ url: smtpUrl, ...pool, ...timeouts })
    // A connection that breaks is replaced at the next mail; without a listener it would end the process.
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
