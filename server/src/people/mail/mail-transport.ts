import type { Config } from '../../config/config.ts'
import { openOutbox, type OutboxLog } from './outbox.ts'
import type { MailTransport } from './outgoing-mail.ts'
import { openSmtpTransport } from './smtp-transport.ts'

export type { MailTransport, OutgoingMail } from './outgoing-mail.ts'

/** To the mail server of the configuration; without one, to files in DATA_DIR/outbox. */
export function openMailTransport(
  config: Pick<Config, 'smtpUrl' | 'mailFrom' | 'dataDir'>,
  log: OutboxLog,
): MailTransport {
  return config.smtpUrl === '' ? openOutbox(config, log) : openSmtpTransport(config)
}
