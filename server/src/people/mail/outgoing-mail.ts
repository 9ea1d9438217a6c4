import { isEmail } from '@earmark/contract/emails.ts'
import type { SendMailOptions } from 'nodemailer'

export interface OutgoingMail {
  /** An address, nothing else. */
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
  /** The one link that matters in it, for the operator who has no mail server. */
  readonly link: string | null
}

export interface MailTransport {
  /** Settles once somebody else, or the disk, has taken the mail over. */
  send(mail: OutgoingMail): Promise<void>
  /** Breaks off what is being sent; nothing can be sent afterwards. */
  close(): void
}

const senderForm = /^(?:(.*) )?<([^<>]+)>$/

/**
 * The mail as nodemailer takes it. Addresses are given as such, never as text in which it would look for several.
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
    // So that nobody's holiday notice answers (RFC 3834).
    headers: { 'Auto-Submitted': 'auto-generated' },
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}
