import { isEmail } from '@earmark/contract/emails.ts'
import type { SendMailOptions } from 'nodemailer'

export interface OutgoingMail {
  /** An address, nothing else. */
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
  /** The link of its button. */
  readonly link: string | null
}

export interface MailTransport {
  /** Settles once the mail server, or the disk, has the mail. */
  send(mail: OutgoingMail): Promise<void>
  /** Aborts what is being sent; nothing can be sent afterwards. */
  close(): void
}

const senderForm = /^(?:(.*) )?<([^<>]+)>$/

/**
 * The mail for nodemailer. Addresses are objects: in a text it would look for several.
 *
 * @param mailFrom an address, or a name before one in angle brackets
 */
export function mailMessage(mailFrom: string, { to, subject, text, html }: OutgoingMail): SendMailOptions {
  if (!isEmail(to)) throw new TypeError('That is no address to send a mail to.')
  const [, name = '', address = mailFrom] = senderForm.exec(mailFrom) ?? []
  return {
    from: { name, address },
    to: { name: '', address: to },
    subject,
    text,
    html,
    // Suppresses automatic replies (RFC 3834).
    headers: { 'Auto-Submitted': 'auto-generated' },
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}
