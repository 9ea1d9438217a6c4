import type { Connection } from '../../db/engine/dialect.ts'

/** Apps that wait to be allowed. Tokens are kept as hashes. */

interface NewConnection {
  readonly tokenHash: string
  readonly pollHash: string
  readonly app: string
  readonly expiresAt: number
}

export async function insertConnection(
  connection: Connection,
  { tokenHash, pollHash, app, expiresAt }: NewConnection,
): Promise<void> {
  await connection
    .insertInto('connections')
    .values({ token_hash: tokenHash, poll_hash: pollHash, app, expires_at: expiresAt })
    .execute()
}

/** Undefined once it is answered, or expired. */
export async function findConnection(
  connection: Connection,
  tokenHash: string,
  now: number,
): Promise<{ app: string; expires_at: number } | undefined> {
  return await connection
    .selectFrom('connections')
    .where('token_hash', '=', tokenHash)
    .where('user_id', 'is', null)
    .where('expires_at', '>', now)
    .select(['app', 'expires_at'])
    .executeTakeFirst()
}

/** Once. Undefined when it was answered before, or has expired. */
export async function allowConnection(
  connection: Connection,
  { tokenHash, userId }: { readonly tokenHash: string; readonly userId: string },
  now: number,
): Promise<{ app: string; poll_hash: string } | undefined> {
  return await connection
    .updateTable('connections')
    .set({ user_id: userId })
    .where('token_hash', '=', tokenHash)
    .where('user_id', 'is', null)
    .where('expires_at', '>', now)
    .returning(['app', 'poll_hash'])
    .executeTakeFirst()
}

/** False when it was answered before, or has expired. */
export async function refuseConnection(
  connection: Connection,
  tokenHash: string,
  now: number,
): Promise<boolean> {
  const { numDeletedRows } = await connection
    .deleteFrom('connections')
    .where('token_hash', '=', tokenHash)
    .where('user_id', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Once. The account that has allowed it; undefined before. */
export async function takeConnection(
  connection: Connection,
  pollHash: string,
  now: number,
): Promise<string | undefined> {
  const row = await connection
    .deleteFrom('connections')
    .where('poll_hash', '=', pollHash)
    .where('user_id', 'is not', null)
    .where('expires_at', '>', now)
    .returning('user_id')
    .executeTakeFirst()
  return row?.user_id ?? undefined
}

export async function deleteExpiredConnections(connection: Connection, now: number): Promise<void> {
  await connection.deleteFrom('connections').where('expires_at', '<=', now).execute()
}
