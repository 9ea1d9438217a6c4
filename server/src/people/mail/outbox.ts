import { randomBytes } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../../config/config.ts'
import { writeDurably } from '../../db/durable-files.ts'
import { type MailTransport, mailMessage, type OutgoingMail } from './outgoing-mail.ts'

export interface OutboxLog {
  info(message: string): void
}

/** For installations without a mail server: each mail is a file in DATA_DIR/outbox, and its link is in the log. */
export function openOutbox(
  { dataDir, mailFrom }: Pick<Config, 'dataDir' | 'mailFrom'>,
  log: OutboxLog,
): MailTransport {
  const folder = join(dataDir, 'outbox')
  return {
    async send(mail) {
      const bytes = await formatMail(mailFrom, mail)
      await mkdir(folder, { recursive: true, mode: 0o700 })
      await writeDurably(join(folder, fileName()), bytes)
      if (mail.link !== null) log.info(`Mail for ${mail.to}: ${mail.link}`)
    },
    close: () => undefined,
  }
}

/** A complete message (RFC 5322). */
async function formatMail(mailFrom: string, mail: OutgoingMail): Promise<Buffer> {
  const { createTransport } = await import('nodemailer')
  const formatter = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
  const { message } = await formatter.sendMail(mailMessage(mailFrom, mail))
  return message as Buffer
}

/** Sorts by time; not all file systems take colons. */
function fileName(): string {
  const time = new Date().toISOString().replaceAll(/[:.]/g, '-')
  return `${time}-${randomBytes(4).toString('hex')}.eml`
}
