import { type NotNull, sql } from 'kysely'
import type { Connection } from '../../db/engine/dialect.ts'
import { readTextRows, textRows } from '../../db/engine/text-rows.ts'
import { laterThanBefore } from '../creators/creators.queries.ts'

/** What has genres; a podcast's are called categories. */
export type GenredKind = 'audio-book' | 'podcast'

const owners = { 'audio-book': 'audio_book_id', podcast: 'podcast_id' } as const
const columns = { audio_books: 'genres.audio_book_id', podcasts: 'genres.podcast_id' } as const

/** The genres of selected audio books or the categories of podcasts, for `readGenres`. */
export function selectGenres(table: keyof typeof columns) {
  const from = sql`genres where ${sql.ref(columns[table])} = ${sql.ref(`${table}.id`)}`
  return textRows(['genres.ordinal', 'genres.id', 'genres.name'], from).as('genres')
}

/** In their order. */
export function readGenres(text: string | null): string[] {
  return readTextRows(text).map(([_ordinal, _id, name = '']) => name)
}

/** Of one record, in their order. */
export async function listGenresOf(connection: Connection, kind: GenredKind, id: number): Promise<string[]> {
  const genres = connection.selectFrom('genres').where(owners[kind], '=', id).select('name')
  return (await genres.orderBy('ordinal').orderBy('id').execute()).map(({ name }) => name)
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
