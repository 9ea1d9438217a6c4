import type { NotNull } from 'kysely'
import { selectedByIds } from '../../db/engine/compiled.ts'
import type { Connection, IdSet } from '../../db/engine/dialect.ts'
import { laterThanBefore } from '../creators/creators.queries.ts'

/** What has genres; a podcast's are called categories. */
export type GenredKind = 'audio-book' | 'podcast'

const owners = { 'audio-book': 'audio_book_id', podcast: 'podcast_id' } as const

function byOwner(kind: GenredKind) {
  const owner = owners[kind]
  return selectedByIds((connection, ids) =>
    connection
      .selectFrom('genres')
      .where(owner, 'in', ids)
      .select(['name', `${owner} as owner_id`])
      .orderBy(owner)
      .orderBy('ordinal')
      .orderBy('id')
      .$narrowType<{ owner_id: NotNull }>(),
  )
}

const selectByOwner = { 'audio-book': byOwner('audio-book'), podcast: byOwner('podcast') }

/** The genres of each of `ids`, in their order. */
export async function genresByOwner(
  connection: Connection,
  kind: GenredKind,
  ids: readonly number[] | IdSet,
): Promise<Map<number, string[]>> {
  const rows = Map.groupBy(await selectByOwner[kind](connection, ids), (row) => row.owner_id)
  return new Map([...rows].map(([id, those]) => [id, those.map(({ name }) => name)]))
}

/** Puts these genres in the place of a record's. */
export async function replaceGenres(
  connection: Connection,
  kind: GenredKind,
  id: number,
  names: readonly string[],
): Promise<void> {
  await connection.deleteFrom('genres').where(owners[kind], '=', id).execute()
  if (names.length === 0) return
  const owner = { audio_book_id: null, podcast_id: null, [owners[kind]]: id }
  await connection
    .insertInto('genres')
    .values(names.map((name, ordinal) => ({ ...owner, name, ordinal })))
    .execute()
}

/** Some of the records that have a genre. */
export async function listRecordsWith(
  connection: Connection,
  kind: GenredKind,
  name: string,
  limit: number,
): Promise<number[]> {
  const rows = await connection
    .selectFrom('genres')
    .where('name', '=', name)
    .where(owners[kind], 'is not', null)
    .select(`${owners[kind]} as id`)
    .$narrowType<{ id: NotNull }>()
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

/** In records that have the other genre already, nothing is renamed. */
export async function renameGenreIn(
  connection: Connection,
  kind: GenredKind,
  ids: readonly number[],
  { name, newName }: { readonly name: string; readonly newName: string },
): Promise<void> {
  const owner = owners[kind]
  const have = connection.selectFrom('genres').where(owner, 'in', ids).where('name', '=', newName)
  await connection
    .updateTable('genres')
    .set({ name: newName })
    .where(owner, 'in', ids)
    .where('name', '=', name)
    .where(owner, 'not in', have.select(owner).$narrowType<{ [Owner in typeof owner]: NotNull }>())
    .execute()
}

/** With the records' `updatedAt`, which moves by a millisecond at least. */
export async function removeGenreFrom(
  connection: Connection,
  kind: GenredKind,
  ids: readonly number[],
  { name, now }: { readonly name: string; readonly now: number },
): Promise<void> {
  await connection.deleteFrom('genres').where(owners[kind], 'in', ids).where('name', '=', name).execute()
  await connection
    .updateTable(kind === 'audio-book' ? 'audio_books' : 'podcasts')
    .set({ updated_at: laterThanBefore(now) })
    .where('id', 'in', ids)
    .execute()
}
