import { hash } from 'node:crypto'
import type { PeopleDeps } from '../sessions/people-deps.ts'
import type { FailureOf } from '../../errors.ts'
import { networkAddress } from '../../http/guard/network-address.ts'
import {
  deletePasswordFailure,
  deletePasswordFailures,
  type Guesser,
  insertPasswordFailure,
  listPasswordFailures,
} from './password-failures.queries.ts'

/**
 * Five wrong passwords for one account from one network address within five minutes lock the account to that address
 * for five minutes. Every attempt is stored as a failure before the password is verified, so that concurrent ones on all
 * nodes count; a right one is deleted.
 */

const mostFailures = 5
const windowMs = 5 * 60_000
const lockMs = 5 * 60_000
/** Milliseconds after which a failure has no effect. */
export const failureLifeMs = windowMs + lockMs

type GuardDeps = Pick<PeopleDeps, 'db' | 'clock'>

export interface Attempt {
  /** `emailKey` of the given address, with or without an account. */
  readonly emailKey: string
  readonly ip: string
}

/**
 * @param verify the password; called unless the account is locked to the address
 * @returns the result of `verify`
 */
export async function guardPassword(
  deps: GuardDeps,
  attempt: Attempt,
  verify: () => Promise<boolean>,
  failure: FailureOf<'TooManyAttempts'>,
): Promise<boolean> {
  const { connection } = deps.db
  const guesser = guesserOf(attempt)
  return await serialized(`${guesser.account} ${guesser.address}`, async () => {
    // Checked before the write, so that refused attempts cost none.
    await refuseWhenLocked(deps, guesser, failure)
    const attemptId = await insertPasswordFailure(connection, guesser, deps.clock())
    let isKept = false
    try {
      await refuseWhenLocked(deps, guesser, failure, attemptId)
      isKept = !(await verify())
    } finally {
      if (!isKept) await deletePasswordFailure(connection, attemptId)
    }
    if (!isKept) await deletePasswordFailures(connection, guesser)
    return !isKept
  })
}

/** Forgets the wrong passwords of an account whose owner has set a new one. */
export async function forgiveFailures({ db }: GuardDeps, emailKey: string): Promise<void> {
  const { account } = guesserOf({ emailKey, ip: '' })
  await deletePasswordFailures(db.connection, { account })
}

function guesserOf({ emailKey, ip }: Attempt): Guesser {
  return { account: hash('sha256', emailKey), address: hash('sha256', networkAddress(ip)) }
}

async function refuseWhenLocked(
  { db, clock }: GuardDeps,
  guesser: Guesser,
  failure: FailureOf<'TooManyAttempts'>,
  exceptId = 0,
): Promise<void> {
  const now = clock()
  // Failures further ahead than nodes' clocks differ are from before the clock was set back.
  const latest = { since: now - failureLifeMs, until: now + windowMs, limit: mostFailures, exceptId }
  const failures = await listPasswordFailures(db.connection, guesser, latest)
  const [newest = 0] = failures
  const oldest = failures[mostFailures - 1]
  if (oldest === undefined || newest - oldest >= windowMs || now >= newest + lockMs) return
  throw failure('TooManyAttempts', { retryAfterMs: newest + lockMs - now })
}

const turns = new Map<string, Promise<unknown>>()

/** Serialized by key, so that the right password many times at once is no attack. */
async function serialized<T>(key: string, work: () => Promise<T>): Promise<T> {
  const turn = (turns.get(key) ?? Promise.resolve()).then(work, work)
  turns.set(key, turn)
  try {
    return await turn
  } finally {
    if (turns.get(key) === turn) turns.delete(key)
  }
}
