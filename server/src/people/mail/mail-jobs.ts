import type { Config } from '../../config/config.ts'
import {
  type Failure,
  failureReason,
  growingPauseMs,
  type Job,
  type JobKind,
  longestPauseMs,
} from '../../jobs/job.ts'
import type { JobDeps } from '../../jobs/job-lane.ts'
import { mailJob, type NewMail } from './mails.queries.ts'
import { openOutbox, type OutboxLog } from './outbox.ts'
import type { MailTransport } from './outgoing-mail.ts'
import { prepareMail } from './prepare-mail.ts'
import { openSmtpTransport } from './smtp-transport.ts'

export type MailDeps = JobDeps & { readonly config: Pick<Config, 'publicUrl'> }

const dayMs = 24 * 3_600_000

/** Milliseconds that a mail is tried; RFC 5321, 4.5.4.1, asks for four to five days. */
const patienceMs = 5 * dayMs

/** Attempts before a mail is given up, so that a clock set forward expires none. */
const leastAttempts = 24

/** Milliseconds between attempts while the mail server does not answer. */
const awayPauseMs = 5_000

/** The mail server of the configuration; without one, files in DATA_DIR/outbox. */
export function openMailTransport(
  config: Pick<Config, 'smtpUrl' | 'mailFrom' | 'dataDir'>,
  log: OutboxLog,
): MailTransport {
  return config.smtpUrl === '' ? openOutbox(config, log) : openSmtpTransport(config)
}

/** Sends mails one after another; each stays in the database until the mail server has taken it. */
export function createMailJobs(deps: MailDeps, transport: MailTransport): JobKind {
  const { db, config, clock, log } = deps

  function onFailure(error: unknown, job: Job, begunAt: number): Failure {
    const { kind } = job.payload as NewMail
    const { id, attempts, createdAt } = job
    const failure = { mail: { id, kind, attempts }, ...failureReason(error) }
    const now = clock()
    if (now - createdAt >= patienceMs && attempts >= leastAttempts) {
      log.error(failure, `The ${kind} mail ${id} could not be sent for five days and is given up.`)
      return { retryAt: null, restMs: 0 }
    }
    log.warn(failure, `The ${kind} mail ${id} could not be sent; it will be tried again.`)
    if (!isServerAway(error)) return { retryAt: now + growingPauseMs(attempts), restMs: 0 }
    const retryAt = begunAt + awayPauseMs
    // The pause includes the attempt; a clock set back must not lengthen it.
    return { retryAt, restMs: Math.min(awayPauseMs, Math.max(0, retryAt - now)) }
  }

  return {
    name: mailJob,
    leaseMs: 2 * 60_000,
    longestWaitMs: 2 * longestPauseMs,
    async run(job) {
      const prepared = await prepareMail(db.connection, config, job, clock())
      if (prepared) await transport.send(prepared)
    },
    onFailure,
    close: () => transport.close(),
  }
}

const awayCodes = new Set(['ECONNECTION', 'ETIMEDOUT', 'ESOCKET', 'EDNS', 'TimeoutError', 'TIMEOUT_ERR'])

/** Whether no mail server answered, whatever the mail was. */
function isServerAway(error: unknown): boolean {
  const { code, responseCode } = failureReason(error)
  return responseCode === undefined && awayCodes.has(code)
}
