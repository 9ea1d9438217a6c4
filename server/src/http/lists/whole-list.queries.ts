import type { Database } from '../../db/database.ts'
import type { Connection } from '../../db/engine/dialect.ts'
import { streamedList } from '../responses/streamed-list.ts'

const recordsAtOnce = 100

/** All records of a table by id, from one snapshot, as a streamed list. */
export function wholeList<Item>(
  db: Database,
  table: ListedTable,
  list: (connection: Connection, ids: readonly number[]) => Promise<Item[]>,
): Item[] {
  return streamedList(
    (items: readonly Item[]) => [...items],
    () => readBatches(db, table, list),
  )
}

export async function readAll<Item>(
  db: Database,
  table: ListedTable,
  list: (connection: Connection, ids: readonly number[]) => Promise<Item[]>,
): Promise<Item[]> {
  return (await Array.fromAsync(readBatches(db, table, list))).flat()
}

async function* readBatches<Item>(
  db: Database,
  table: ListedTable,
  list: (connection: Connection, ids: readonly number[]) => Promise<Item[]>,
): AsyncGenerator<Item[], void> {
  await using snapshot = await db.snapshot()
  for (let last = 0; ; ) {
    const ids = await listIdsAfter(snapshot.connection, table, last, recordsAtOnce)
    if (ids.length === 0) return
    yield await list(snapshot.connection, ids)
    last = ids.at(-1) as number
  }
}

export type ListedTable = 'users' | 'creators' | 'series' | 'audio_books' | 'podcasts' | 'episodes'

/** Ids in ascending order; `seq` of users. */
export async function listIdsAfter(
  connection: Connection,
  table: ListedTable,
  after: number,
  limit: number,
): Promise<number[]> {
  const column = (table === 'users' ? 'seq' : 'id') as 'id'
  const rows = await connection
    .selectFrom(table as 'creators')
    .select(`${column} as id`)
    .where(column, '>', after)
    .orderBy(column)
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}
