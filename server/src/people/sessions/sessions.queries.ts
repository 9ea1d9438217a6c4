import type { Role } from '@earmark/contract/roles.ts'
import type { ExpressionBuilder } from 'kysely'
import type { Connection } from '../../db/engine/dialect.ts'
import type { Tables } from '../../db/schema/tables.ts'

/** A session that has not expired, of a confirmed account. */
export interface LivingSession {
  readonly userId: string
  readonly role: Role
}

export async function findLivingSession(
  connection: Connection,
  sessionId: string,
  now: number,
): Promise<LivingSession | undefined> {
  const row = await connection
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select(['users.id', 'users.role'])
    .where('sessions.id', '=', sessionId)
    .where('sessions.expires_at', '>', now)
    .where('users.email_confirmed_at', 'is not', null)
    .executeTakeFirst()
  return row && { userId: row.id, role: row.role as Role }
}

/** An account as a sign-in has just verified it. */
export interface ProvenAccount {
  readonly id: string
  readonly emailKey: string
  readonly passwordHash: string | null
}

/** Locks the account until the end of the transaction. False when it was changed or deleted since. */
export async function holdAccount(
  transaction: Connection,
  { id, emailKey, passwordHash }: ProvenAccount,
): Promise<boolean> {
  const { numUpdatedRows } = await transaction
    .updateTable('users')
    .set({ password_hash: passwordHash })
    .where('id', '=', id)
    .where('email_key', '=', emailKey)
    .where('password_hash', '=', passwordHash)
    .where('email_confirmed_at', 'is not', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export interface NewSession {
  readonly id: string
  readonly userId: string
  readonly deviceId: string
  readonly refreshHash: string
  readonly expiresAt: number
}

export async function insertSession(connection: Connection, session: NewSession, now: number): Promise<void> {
  await connection
    .insertInto('sessions')
    .values({
      id: session.id,
      user_id: session.userId,
      device_id: session.deviceId,
      refresh_hash: session.refreshHash,
      previous_refresh_hash: null,
      rotated_at: now,
      created_at: now,
      expires_at: session.expiresAt,
    })
    .execute()
}

export interface TokenInUse {
  readonly sessionId: string
  readonly deviceId: string
  readonly refreshHash: string
}

export interface Rotation extends TokenInUse {
  readonly nextHash: string
  readonly expiresAt: number
}

function isCurrent({ sessionId, deviceId, refreshHash }: TokenInUse, now: number) {
  return (is: ExpressionBuilder<Tables, 'sessions'>) =>
    is.and([
      is('id', '=', sessionId),
      is('device_id', '=', deviceId),
      is('refresh_hash', '=', refreshHash),
      is('expires_at', '>', now),
    ])
}

/** Exchanges the current token; false when it is not the current one any more, or not this device's. */
export async function rotateSession(
  connection: Connection,
  { nextHash, expiresAt, ...token }: Rotation,
  now: number,
): Promise<boolean> {
  const { numUpdatedRows } = await connection
    .updateTable('sessions')
    .set({
      refresh_hash: nextHash,
      previous_refresh_hash: token.refreshHash,
      rotated_at: now,
      expires_at: expiresAt,
    })
    .where(isCurrent(token, now))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Whether this is the current token, and this device's. */
export async function hasToken(connection: Connection, token: TokenInUse, now: number): Promise<boolean> {
  const row = await connection
    .selectFrom('sessions')
    .select('id')
    .where(isCurrent(token, now))
    .executeTakeFirst()
  return row !== undefined
}

/** Whether this token was the current one until it was exchanged, by this device, not before `since`. */
export async function hasJustRotated(
  connection: Connection,
  { sessionId, deviceId, refreshHash }: TokenInUse,
  { since, until }: { since: number; until: number },
): Promise<boolean> {
  const row = await connection
    .selectFrom('sessions')
    .select('id')
    .where('id', '=', sessionId)
    .where('device_id', '=', deviceId)
    .where('previous_refresh_hash', '=', refreshHash)
    .where('rotated_at', '>=', since)
    .where('rotated_at', '<=', until)
    .executeTakeFirst()
  return row !== undefined
}

export async function deleteSession(connection: Connection, sessionId: string): Promise<void> {
  await connection.deleteFrom('sessions').where('id', '=', sessionId).execute()
}

/** Ends every session of a user, or every one but `exceptId`. */
export async function deleteSessions(
  connection: Connection,
  userId: string,
  exceptId: string | null = null,
): Promise<void> {
  const query = connection.deleteFrom('sessions').where('user_id', '=', userId)
  await (exceptId === null ? query : query.where('id', '<>', exceptId)).execute()
}

export async function deleteExpiredSessions(connection: Connection, now: number): Promise<void> {
  await connection.deleteFrom('sessions').where('expires_at', '<=', now).execute()
}
