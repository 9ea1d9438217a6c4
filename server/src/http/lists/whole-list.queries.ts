import type { Database } from '../../db/database.ts'
import type { Connection } from '../../db/engine/dialect.ts'
import { streamedList } from '../responses/streamed-list.ts'

const recordsAtOnce = 100

/** All records of a table by id, from one snapshot, as a streamed list. */
export function wholeList<Item>(db: Database, table: ListedTable, list: ListByIds<Item>): Item[] {
  return listInBatches(db, idsOf(table), list)
}

/** As `wholeList`, of the records whose ids are given in ascending order. */
export function listInBatches<Item>(db: Database, idsAfter: IdsAfter, list: ListByIds<Item>): Item[] {
  return streamedList(
    (items: readonly Item[]) => [...items],
    () => readBatches(db, idsAfter, list),
  )
}

type ListByIds<Item> = (connection: Connection, ids: readonly number[]) => Promise<Item[]>
type IdsAfter = (connection: Connection, after: number, limit: number) => Promise<number[]>

const idsOf =
  (table: ListedTable): IdsAfter =>
  (connection, after, limit) =>
    listIdsAfter(connection, table, after, limit)

export async function readAll<Item>(
  db: Database,
  table: ListedTable,
  list: ListByIds<Item>,
): Promise<Item[]> {
  return (await Array.fromAsync(readBatches(db, idsOf(table), list))).flat()
}

async function* readBatches<Item>(
  db: Database,
  idsAfter: IdsAfter,
  list: ListByIds<Item>,
): AsyncGenerator<Item[], void> {
  await using snapshot = await db.snapshot()
  for (let last = 0; ; ) {
    const ids = await idsAfter(snapshot.connection, last, recordsAtOnce)
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
