import type { Connection } from '../../../db/engine/dialect.ts'

export interface FeedTokenRow {
  readonly id: number
  readonly name: string
  readonly created_at: number
  readonly last_used_at: number | null
}

const columns = ['id', 'name', 'created_at', 'last_used_at'] as const

export async function listFeedTokens(connection: Connection, userId: string): Promise<FeedTokenRow[]> {
  const own = connection.selectFrom('feed_tokens').where('user_id', '=', userId)
  return await own.select(columns).orderBy('id', 'desc').execute()
}

export async function listTokenHashes(
  connection: Connection,
  userId: string,
): Promise<{ readonly created_at: number; readonly token_hash: string }[]> {
  const own = connection.selectFrom('feed_tokens').where('user_id', '=', userId)
  return await own.select(['created_at', 'token_hash']).execute()
}

export async function countFeedTokens(connection: Connection, userId: string): Promise<number> {
  const own = connection.selectFrom('feed_tokens').where('user_id', '=', userId)
  const { count } = await own.select(({ fn }) => fn.countAll<number>().as('count')).executeTakeFirstOrThrow()
  return count
}

export async function insertFeedToken(
  connection: Connection,
  token: { readonly userId: string; readonly name: string; readonly tokenHash: string },
  now: number,
): Promise<FeedTokenRow> {
  const { userId, name, tokenHash } = token
  return await connection
    .insertInto('feed_tokens')
    .values({ user_id: userId, name, token_hash: tokenHash, created_at: now })
    .returning(columns)
    .executeTakeFirstOrThrow()
}

/** @returns whether there was one */
export async function deleteFeedToken(connection: Connection, userId: string, id: number): Promise<boolean> {
  const own = connection.deleteFrom('feed_tokens').where('user_id', '=', userId).where('id', '=', id)
  return (await own.returning('id').executeTakeFirst()) !== undefined
}

export interface TokenHolder {
  readonly id: number
  readonly userId: string
  readonly userName: string
  readonly lastUsedAt: number | null
}

/** Whose token it is. */
export async function findTokenHolder(
  connection: Connection,
  tokenHash: string,
): Promise<TokenHolder | undefined> {
  return await connection
    .selectFrom('feed_tokens')
    .innerJoin('users', 'users.id', 'feed_tokens.user_id')
    .where('feed_tokens.token_hash', '=', tokenHash)
    .select(['feed_tokens.id', 'feed_tokens.last_used_at as lastUsedAt'])
    .select(['users.id as userId', 'users.name as userName'])
    .executeTakeFirst()
}

export async function markTokenUsed(connection: Connection, id: number, now: number): Promise<void> {
  await connection.updateTable('feed_tokens').set({ last_used_at: now }).where('id', '=', id).execute()
}
