import type { AudioBook } from '@earmark/contract/audio-books.ts'
import { compiledByIds } from '../../db/engine/compiled.ts'
import type { Connection, Dialect, IdSet } from '../../db/engine/dialect.ts'
import { creatorsWith, creditsByOwner } from '../creators/credits.queries.ts'
import { columnOr, flagColumn, languageColumn, lineColumn } from '../editing/record-fields.ts'
import { inOrderOf, instantView, recordingView, selectRecordings } from '../editing/record-rows.queries.ts'
import { genresByOwner } from '../genres/genres.queries.ts'
import { seriesByBook } from '../series/series-parts.queries.ts'
import { insertRecording } from '../editing/recording-files.queries.ts'
import type { CoverIds } from '../../media/upload/record-media.queries.ts'
import { foldText } from '../../db/search/fold.ts'

export interface NewAudioBook extends CoverIds, Partial<ReturnType<typeof audioBookColumns>> {
  name: string
  description: string | null
  audio_media_id: number | null
}

/** The fields of an audio book's form that its row keeps, beside name and description. */
export interface AudioBookFields {
  readonly subtitle?: string | null | undefined
  readonly language?: string | null | undefined
  readonly publishedYear?: number | null | undefined
  readonly publisher?: string | null | undefined
  readonly isbn?: string | null | undefined
  readonly isAbridged?: boolean | null | undefined
  readonly isExplicit?: boolean | null | undefined
}

export function audioBookColumns(fields: AudioBookFields) {
  return {
    subtitle: lineColumn(fields.subtitle),
    language: languageColumn(fields.language),
    published_year: fields.publishedYear,
    publisher: lineColumn(fields.publisher),
    isbn: lineColumn(fields.isbn),
    is_abridged: flagColumn(fields.isAbridged),
    is_explicit: columnOr(flagColumn(fields.isExplicit), 0),
  }
}

function selectAudioBooks(connection: Connection) {
  return selectRecordings(connection, 'audio_books').select([
    'audio_books.subtitle',
    'audio_books.language',
    'audio_books.published_year',
    'audio_books.publisher',
    'audio_books.isbn',
    'audio_books.is_abridged',
    'audio_books.is_explicit',
    'audio_books.published_at',
  ])
}

type AudioBookRow = Awaited<ReturnType<ReturnType<typeof selectAudioBooks>['execute']>>[number]

const selectByIds = compiledByIds((connection, ids) =>
  selectAudioBooks(connection).where('audio_books.id', 'in', ids),
)

/** In the order of `ids`. */
export async function listAudioBooks(connection: Connection, ids: readonly number[]): Promise<AudioBook[]> {
  if (ids.length === 0) return []
  return inOrderOf(ids, await audioBookViews(connection, await selectByIds(connection, ids), ids))
}

/** The audio books among any number of recordings, by the recordings' ids. */
export async function audioBooksByRecording(
  { connection, dialect }: { readonly connection: Connection; readonly dialect: Dialect },
  recordingIds: IdSet,
): Promise<Map<number, AudioBook>> {
  const query = selectAudioBooks(connection).where('recordings.id', 'in', recordingIds)
  const rows = await query.execute()
  const books = await audioBookViews(connection, rows, dialect.idSet(rows.map(({ id }) => id)))
  return new Map(books.map((book, place) => [(rows[place] as AudioBookRow).recording_id, book]))
}

/** In the order of the rows, whose ids are `ids`. */
async function audioBookViews(
  connection: Connection,
  rows: readonly AudioBookRow[],
  ids: readonly number[] | IdSet,
): Promise<AudioBook[]> {
  const allCredits = await creditsByOwner(connection, 'audio-book', ids)
  const genres = await genresByOwner(connection, 'audio-book', ids)
  const series = await seriesByBook(connection, ids)
  return rows.map((row) => {
    const credits = allCredits.get(row.id) ?? []
    return {
      ...recordingView(row),
      subtitle: row.subtitle,
      authors: creatorsWith(credits, ['Author']),
      readers: creatorsWith(credits, ['Reader']),
      credits,
      series: series.get(row.id) ?? [],
      genres: genres.get(row.id) ?? [],
      language: row.language,
      publishedYear: row.published_year,
      publisher: row.publisher,
      isbn: row.isbn,
      isAbridged: row.is_abridged === null ? null : row.is_abridged === 1,
      isExplicit: row.is_explicit === 1,
      publishedAt: instantView(row.published_at),
    }
  })
}

export async function findAudioBook(connection: Connection, id: number): Promise<AudioBook | undefined> {
  return (await listAudioBooks(connection, [id]))[0]
}

/** With its recording. */
export async function insertAudioBook(
  connection: Connection,
  { audio_media_id, ...book }: NewAudioBook,
  now: number,
): Promise<number> {
  const { id } = await connection
    .insertInto('audio_books')
    .values({
      ...book,
      name_sort: foldText(book.name),
      is_public: 1,
      published_at: now,
      created_at: now,
      updated_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await insertRecording(connection, { audio_book_id: id }, audio_media_id)
  return id
}
