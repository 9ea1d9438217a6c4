import type { Connection } from '../../db/engine/dialect.ts'

export type ListedTable = 'users' | 'creators' | 'audio_books' | 'podcasts'

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
