import type { FastifyBaseLogger } from 'fastify'
import type { Config } from '../../config.ts'
import type { Database } from '../../db/database.ts'
import {
  awayPauseMs,
  failureReason,
  isServerAway,
  leaseMs,
  longestWaitMs,
  nextAttemptAt,
} from './mail-retries.ts'
import type { MailTransport } from './mail-transport.ts'
import * as mails from './mails.queries.ts'
import { prepareMail } from './prepare-mail.ts'

/** Mails that wait in the database until the mail server has taken them. */
export interface MailQueue {
  /**
   * To be called after the commit of a transaction that queued a mail: it need not wait for the next look. The
   * first call, at the start of the server, also begins to look by itself.
   */
  wake(): void
  /** Tries every mail that is due, in turn, until none is or the mail server is away. Never fails. */
  deliverDue(): Promise<void>
  /** Ends looking for due mails; settles when the one that is being sent has been, or after a few seconds. */
  stop(): Promise<void>
}

export interface MailQueueDeps {
  readonly db: Pick<Database, 'connection'>
  readonly config: Pick<Config, 'publicUrl'>
  readonly clock: () => number
  readonly log: Pick<FastifyBaseLogger, 'warn' | 'error'>
}

/** Another node may have queued a mail and died. */
const longestPauseMs = 30_000
/** How long a stop waits for the mail that is being sent. */
const graceMs = 3_000

/**
 * Any number of nodes may look at one database: a mail is claimed by moving its due time, so that each is sent by one
 * of them, and by another one if that dies. A mail is sent at least once: twice, if the node dies between the mail
 * server's yes and the removal of the row.
 */
export function createMailQueue(deps: MailQueueDeps, transport: MailTransport): MailQueue {
  let isStopped = false
  let running: Promise<number> = Promise.resolve(0)
  let following: Promise<number> | null = null
  let wakening: NodeJS.Immediate | null = null
  let timer: NodeJS.Timeout | undefined

  /** One look at a time. Who comes while one is running may have queued behind it, so one more follows, for all. */
  function look(): Promise<number> {
    following ??= running.then(() => {
      following = null
      running = deliverAll(deps, transport, () => isStopped)
      return running
    })
    return following
  }

  async function lookAndWait(): Promise<void> {
    const pauseMs = await look()
    clearTimeout(timer)
    if (!isStopped) timer = setTimeout(() => void lookAndWait(), pauseMs).unref()
  }

  return {
    wake() {
      if (isStopped) return
      wakening ??= setImmediate(() => {
        wakening = null
        void lookAndWait()
      })
    },
    async deliverDue() {
      await look()
    },
    async stop() {
      isStopped = true
      clearTimeout(timer)
      if (wakening) clearImmediate(wakening)
      const grace = setTimeout(() => transport.close(), graceMs)
      await look()
      clearTimeout(grace)
      transport.close()
    },
  }
}

/** @returns how long nothing needs to be done */
async function deliverAll(
  deps: MailQueueDeps,
  transport: MailTransport,
  isStopped: () => boolean,
): Promise<number> {
  const { db, clock, log } = deps
  try {
    while (!isStopped()) {
      const now = clock()
      const times = { now, latestDue: now + longestWaitMs, leaseUntil: now + leaseMs }
      const mail = await mails.claimMail(db.connection, times)
      if (mail) {
        const pauseMs = await deliver(deps, transport, mail, now)
        if (pauseMs !== null) return pauseMs
        continue
      }
      const dueAt = (await mails.findNextDueTime(db.connection)) ?? Number.POSITIVE_INFINITY
      if (dueAt > now) return Math.min(dueAt - now, longestPauseMs)
    }
  } catch (error) {
    log.warn(failureReason(error), 'The queue of mails cannot be read; it will be looked at again.')
  }
  return longestPauseMs
}

/** @returns how long to leave all mails alone, when nobody takes any; null when the next one may follow */
async function deliver(
  deps: MailQueueDeps,
  transport: MailTransport,
  mail: mails.ClaimedMail,
  begun: number,
): Promise<number | null> {
  const { db, config, clock } = deps
  try {
    const prepared = await prepareMail(db.connection, config, mail, clock())
    if (prepared) await transport.send(prepared)
  } catch (error) {
    const isAway = isServerAway(error)
    await keepForLater(deps, mail, error, isAway ? begun + awayPauseMs : null)
    // What the question itself took is not waited for again; who knows what the clock has done meanwhile.
    return isAway ? Math.min(awayPauseMs, Math.max(0, begun + awayPauseMs - clock())) : null
  }
  await mails.deleteMail(db.connection, mail.id)
  return null
}

async function keepForLater(
  { db, clock, log }: MailQueueDeps,
  mail: mails.ClaimedMail,
  error: unknown,
  askAgainAt: number | null,
): Promise<void> {
  const { id, kind, attempts } = mail
  const failure = { mail: { id, kind, attempts }, ...failureReason(error) }
  const dueAt = nextAttemptAt(mail, clock())
  if (dueAt === null) {
    await mails.deleteMail(db.connection, id)
    log.error(failure, `The ${kind} mail ${id} could not be sent for five days and is given up.`)
    return
  }
  await mails.postponeMail(db.connection, mail, askAgainAt ?? dueAt)
  log.warn(failure, `The ${kind} mail ${id} could not be sent; it will be tried again.`)
}
