import { foldText } from '@earmark/contract/fold.ts'
import type { Updateable } from 'kysely'
import type { Connection } from '../../db/engine/dialect.ts'
import type { AudioBooksTable } from '../../db/schema/catalogue.ts'
import { laterThanBefore } from '../creators/creators.queries.ts'

export type ValueColumns = Pick<
  Updateable<AudioBooksTable>,
  'name' | 'name_sort' | 'subtitle' | 'published_year' | 'language' | 'publisher' | 'description'
>

/** With the time of the last change, which moves also where no column changes. */
export async function updateValueColumns(
  connection: Connection,
  audioBookId: number,
  columns: ValueColumns,
  now: number,
): Promise<void> {
  await connection
    .updateTable('audio_books')
    .set({ ...columns, updated_at: laterThanBefore(now) })
    .where('id', '=', audioBookId)
    .execute()
}

/** The ids of the creators whose folded nicknames these are, ascending, by folded nickname. */
export async function listCreatorIdsByName(
  connection: Connection,
  names: readonly string[],
): Promise<Map<string, number[]>> {
  const ids = new Map<string, number[]>()
  if (names.length === 0) return ids
  const rows = await connection
    .selectFrom('creators')
    .where('nickname_sort', 'in', names.map(foldText))
    .select(['id', 'nickname_sort'])
    .orderBy('id')
    .execute()
  for (const { id, nickname_sort } of rows) ids.set(nickname_sort, [...(ids.get(nickname_sort) ?? []), id])
  return ids
}

export async function findSeriesIdByName(connection: Connection, name: string): Promise<number | undefined> {
  const series = connection.selectFrom('series').where('name_sort', '=', foldText(name)).select('id')
  return (await series.executeTakeFirst())?.id
}
