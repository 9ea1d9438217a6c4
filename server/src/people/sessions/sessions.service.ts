import { randomUUID } from 'node:crypto'
import type { TokenPair } from '@earmark/contract/auth.ts'
import type { Role } from '@earmark/contract/roles.ts'
import type { PeopleDeps } from './people-deps.ts'
import type { FailureOf } from '../../errors.ts'
import { issueAccessToken, readExpiredAccessToken } from './access-tokens.ts'
import { type RefreshToken, readRefreshToken, refreshTokenHash, writeRefreshToken } from './refresh-tokens.ts'
import * as sessions from './sessions.queries.ts'

/** Milliseconds that a session lives after its last refresh. */
const sessionMs = 30 * 24 * 3600 * 1000
/** Milliseconds in which an exchanged token yields its successor again: two tabs, a lost answer. */
const graceMs = 30_000

type SessionDeps = Pick<PeopleDeps, 'db' | 'clock' | 'tokenKeys'>

/** Opens a session on a device, unless the account was changed since its password was verified. */
export async function openSession(
  { db, clock, tokenKeys }: SessionDeps,
  account: sessions.ProvenAccount & { readonly role: Role },
  deviceId: string,
  failure: FailureOf<'InvalidCredentials'>,
): Promise<TokenPair> {
  const now = clock()
  const { id: userId, role } = account
  const sessionId = randomUUID()
  const refreshToken = writeRefreshToken(tokenKeys, { sessionId, ordinal: 1 })
  const refreshHash = refreshTokenHash(refreshToken)
  const session = { id: sessionId, userId, deviceId, refreshHash, expiresAt: now + sessionMs }
  await db.connection.transaction().execute(async (transaction) => {
    if (!(await sessions.holdAccount(transaction, account))) throw failure('InvalidCredentials')
    await sessions.insertSession(transaction, session, now)
  })
  const accessToken = await issueAccessToken(tokenKeys, { userId, sessionId, role }, now)
  return { accessToken, refreshToken }
}

/** Exchanges both tokens of a session. A token that is not current, or of another device, counts as stolen: its session ends. */
export async function refreshSession(
  deps: SessionDeps,
  { accessToken, refreshToken }: TokenPair,
  deviceId: string,
  failure: FailureOf<'InvalidRefreshToken'>,
): Promise<TokenPair> {
  const { db, clock, tokenKeys } = deps
  const claims = await readExpiredAccessToken(tokenKeys, accessToken)
  const given = readRefreshToken(tokenKeys, refreshToken)
  if (!given) throw failure('InvalidRefreshToken')

  const now = clock()
  const successor = writeRefreshToken(tokenKeys, { ...given, ordinal: given.ordinal + 1 })
  const isPair = claims?.sessionId === given.sessionId
  const isCurrent = await exchange(deps, { given, refreshToken, successor, deviceId, isPair }, now)
  if (!isCurrent) await sessions.deleteSession(db.connection, given.sessionId)
  const living = isPair ? await sessions.findLivingSession(db.connection, given.sessionId, now) : undefined
  if (!living || living.userId !== claims?.userId) throw failure('InvalidRefreshToken')
  return {
    accessToken: await issueAccessToken(tokenKeys, { ...claims, role: living.role }, now),
    refreshToken: successor,
  }
}

interface Exchange {
  readonly given: RefreshToken
  readonly refreshToken: string
  readonly successor: string
  readonly deviceId: string
  /** Whether the access token is of the same session; a condition of the exchange. */
  readonly isPair: boolean
}

/** Whether the token is current, or was within the grace period. */
async function exchange(
  { db: { connection } }: SessionDeps,
  { given, refreshToken, successor, deviceId, isPair }: Exchange,
  now: number,
): Promise<boolean> {
  const rotation = {
    sessionId: given.sessionId,
    deviceId,
    refreshHash: refreshTokenHash(refreshToken),
    nextHash: refreshTokenHash(successor),
    expiresAt: now + sessionMs,
  }
  const isFirst = isPair ? sessions.rotateSession : sessions.hasToken
  return (
    (await isFirst(connection, rotation, now)) ||
    (await sessions.hasJustRotated(connection, rotation, { since: now - graceMs, until: now + graceMs }))
  )
}
