import type { Role } from '@earmark/contract/roles.ts'
import type { Connection } from '../../db/engine/dialect.ts'

/** A session of somebody who may use it: its address is confirmed, its time is not over. Ended ones are gone. */
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

/** What a sign-in has found true of an account, a moment ago. */
export interface ProvenAccount {
  readonly id: string
  readonly emailKey: string
  readonly passwordHash: string | null
}

/**
 * Whether it is still true. Whoever changes or deletes the account, ending its sessions, comes before this or waits
 * for the end of the transaction, and then finds the new session too.
 */
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

/** Exchanges the current token; false when it is not the current one any more, or not this device's. */
export async function rotateSession(
  connection: Connection,
  { sessionId, deviceId, refreshHash, nextHash, expiresAt }: Rotation,
  now: number,
): Promise<boolean> {
  const { numUpdatedRows } = await connection
    .updateTable('sessions')
    .set({
      refresh_hash: nextHash,
      previous_refresh_hash: refreshHash,
      rotated_at: now,
      expires_at: expiresAt,
    })
    .where('id', '=', sessionId)
    .where('device_id', '=', deviceId)
    .where('refresh_hash', '=', refreshHash)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Whether this is the current token, and this device's. */
export async function hasToken(
  connection: Connection,
  { sessionId, deviceId, refreshHash }: TokenInUse,
  now: number,
): Promise<boolean> {
  const row = await connection
    .selectFrom('sessions')
    .select('id')
    .where('id', '=', sessionId)
    .where('device_id', '=', deviceId)
    .where('refresh_hash', '=', refreshHash)
    .where('expires_at', '>', now)
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
