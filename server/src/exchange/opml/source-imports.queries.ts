import { sql } from 'kysely'
import type { ImportItemState } from '@earmark/contract/opml.ts'
import type { Connection, Dialect } from '../../db/engine/dialect.ts'
import type { ListedFeed } from './read-opml.ts'

interface Db {
  readonly connection: Connection
  readonly dialect: Dialect
}

/** @throws DuplicateKeyError when the account has one under way */
export async function insertImport(
  { connection, dialect }: Db,
  userId: string,
  feeds: readonly ListedFeed[],
  now: number,
): Promise<number> {
  const { id } = await connection
    .insertInto('source_imports')
    .values({ user_id: userId, created_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  const rows = dialect.jsonRows(feeds.map(({ url, title }, ordinal) => [ordinal, url, title]))
  await sql`
    insert into import_items (import_id, ordinal, url, title, state)
    select cast(${id} as bigint), cast(value ->> 0 as integer), value ->> 1, value ->> 2, 'waiting'
    from ${rows} where true`.execute(connection)
  return id
}

export async function findImport(
  connection: Connection,
  id: number,
  userId: string | null = null,
): Promise<{ id: number; user_id: string } | undefined> {
  const query = connection.selectFrom('source_imports').where('id', '=', id).select(['id', 'user_id'])
  return await (userId === null ? query : query.where('user_id', '=', userId)).executeTakeFirst()
}

export interface ImportItemRow {
  readonly ordinal: number
  readonly url: string
  readonly title: string | null
  readonly state: ImportItemState
  readonly podcast_id: number | null
  readonly error: string | null
}

const itemColumns = ['ordinal', 'url', 'title', 'state', 'podcast_id', 'error'] as const

export async function listImportItems(connection: Connection, importId: number): Promise<ImportItemRow[]> {
  return await connection
    .selectFrom('import_items')
    .where('import_id', '=', importId)
    .orderBy('ordinal')
    .select(itemColumns)
    .execute()
}

export async function findWaitingItem(
  connection: Connection,
  importId: number,
): Promise<ImportItemRow | undefined> {
  return await connection
    .selectFrom('import_items')
    .where('import_id', '=', importId)
    .where('state', '=', 'waiting')
    .orderBy('ordinal')
    .limit(1)
    .select(itemColumns)
    .executeTakeFirst()
}

export interface ItemOutcome {
  readonly state: ImportItemState
  readonly podcastId: number | null
  readonly error: string | null
}

export async function setItemOutcome(
  connection: Connection,
  importId: number,
  ordinal: number,
  { state, podcastId, error }: ItemOutcome,
): Promise<void> {
  await connection
    .updateTable('import_items')
    .set({ state, podcast_id: podcastId, error })
    .where('import_id', '=', importId)
    .where('ordinal', '=', ordinal)
    .execute()
}

export async function endImport(connection: Connection, id: number, now: number): Promise<void> {
  await connection.updateTable('source_imports').set({ ended_at: now }).where('id', '=', id).execute()
}

export async function deleteImportsBefore(connection: Connection, before: number): Promise<void> {
  await connection.deleteFrom('source_imports').where('ended_at', '<', before).execute()
}
