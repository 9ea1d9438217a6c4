import type { AudioBook, AudioBookDetail, Track } from '@earmark/contract/audio-books.ts'
import type { EditedAudioBook, EditedAudioBookDetail } from '@earmark/contract/edited-records.ts'
import { sql } from 'kysely'
import { compiledByNumbers } from '../../db/engine/compiled.ts'
import type { Connection, IdSet } from '../../db/engine/dialect.ts'
import { creatorsWith, readCredits, selectCredits } from '../creators/credits.queries.ts'
import { listImportedIds } from '../book-values/field-sources.queries.ts'
import { columnOr, flagColumn, languageColumn, lineColumn } from '../editing/record-fields.ts'
import {
  type Audience,
  inOrderOf,
  instantView,
  type NewPublishing,
  publishingView,
  recordingView,
  selectRecordings,
} from '../editing/record-rows.queries.ts'
import { readGenres, selectGenres } from '../genres/genres.queries.ts'
import { readSeries, selectSeries } from './series-parts.queries.ts'
import {
  insertRecording,
  listTracks,
  type PresentTrack,
  type RecordingSound,
} from '../editing/recording-files.queries.ts'
import type { ChapterList } from '../editing/recording-chapters.queries.ts'
import type { CoverIds } from '../../media/upload/record-media.queries.ts'
import { foldText } from '@earmark/contract/fold.ts'

export interface NewAudioBook extends CoverIds, NewPublishing, Partial<ReturnType<typeof audioBookColumns>> {
  name: string
  description: string | null
  sound: RecordingSound
  chapters?: ChapterList
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

/** Not null where the files of a library's book are missing, unless its sound is a copy of them. */
const selectMissing = sql<number | null>`(select 1 from library_books
  where library_books.audio_book_id = audio_books.id and library_books.missing_since is not null
    and coalesce((select max(case when media.origin = 'library' then 1 else 0 end) from recordings
      left join recording_files on recording_files.recording_id = recordings.id
      left join joined_parts on joined_parts.joined_id = coalesce(recording_files.media_id, recordings.media_id)
      inner join media
        on media.id = coalesce(joined_parts.media_id, recording_files.media_id, recordings.media_id)
      where recordings.audio_book_id = audio_books.id), 1) = 1)`.as('missing')

function selectAudioBooks(connection: Connection, audience: Audience) {
  return selectRecordings(connection, 'audio_books', audience).select([
    selectCredits('audio_books'),
    selectGenres('audio_books'),
    selectSeries,
    selectMissing,
    'audio_books.subtitle',
    'audio_books.language',
    'audio_books.published_year',
    'audio_books.publisher',
    'audio_books.isbn',
    'audio_books.is_abridged',
    'audio_books.is_explicit',
  ])
}

type AudioBookRow = Awaited<ReturnType<ReturnType<typeof selectAudioBooks>['execute']>>[number]

const selectByIds = (audience: Audience) =>
  compiledByNumbers((connection, ids) =>
    selectAudioBooks(connection, audience).where('audio_books.id', 'in', ids),
  )
const selectPublic = selectByIds('public')
const selectEdited = selectByIds('editors')

/** The public ones, in the order of `ids`. */
export async function listAudioBooks(connection: Connection, ids: readonly number[]): Promise<AudioBook[]> {
  if (ids.length === 0) return []
  return inOrderOf(ids, (await selectPublic(connection, ids)).map(audioBookView))
}

/** In the order of `ids`, whether public or not. */
export async function listEditedAudioBooks(
  connection: Connection,
  ids: readonly number[],
): Promise<EditedAudioBook[]> {
  if (ids.length === 0) return []
  const rows = await selectEdited(connection, ids)
  return inOrderOf(
    ids,
    rows.map((row) => ({ ...audioBookView(row), ...publishingView(row) })),
  )
}

/** The public audio books among any number of recordings, by the recordings' ids. */
export async function audioBooksByRecording(
  connection: Connection,
  recordingIds: IdSet,
): Promise<Map<number, AudioBook>> {
  const query = selectAudioBooks(connection, 'public').where('recordings.id', 'in', recordingIds)
  return new Map((await query.execute()).map((row) => [row.recording_id, audioBookView(row)]))
}

function audioBookView(row: AudioBookRow): AudioBook {
  const credits = readCredits(row.credits)
  return {
    ...recordingView(row),
    tracksCount: row.tracks_count,
    isAvailable: row.missing === null,
    subtitle: row.subtitle,
    authors: creatorsWith(credits, ['Author']),
    readers: creatorsWith(credits, ['Reader']),
    credits,
    series: readSeries(row.series),
    genres: readGenres(row.genres),
    language: row.language,
    publishedYear: row.published_year,
    publisher: row.publisher,
    isbn: row.isbn,
    isAbridged: row.is_abridged === null ? null : row.is_abridged === 1,
    isExplicit: row.is_explicit === 1,
    publishedAt: instantView(row.published_at),
  }
}

export async function findAudioBook(
  connection: Connection,
  id: number,
): Promise<AudioBookDetail | undefined> {
  return await withTracks(connection, (await listAudioBooks(connection, [id]))[0])
}

export async function findEditedAudioBook(
  connection: Connection,
  id: number,
): Promise<EditedAudioBookDetail | undefined> {
  const book = await withTracks(connection, (await listEditedAudioBooks(connection, [id]))[0])
  return book && { ...book, isImported: (await listImportedIds(connection, [id])).length > 0 }
}

async function withTracks<Book extends AudioBook>(
  connection: Connection,
  book: Book | undefined,
): Promise<(Book & { tracks: Track[] }) | undefined> {
  return book && { ...book, tracks: tracksView(await listTracks(connection, { audio_book_id: book.id })) }
}

function tracksView(tracks: readonly PresentTrack[]): Track[] {
  let startMs = 0
  return tracks.map(({ title, url, contentType, sizeBytes, durationMs }, index) => {
    const startSeconds = startMs / 1000
    startMs += durationMs
    const durationSeconds = durationMs / 1000
    return { number: index + 1, title, audioUrl: url, contentType, startSeconds, durationSeconds, sizeBytes }
  })
}

/** With its recording, whose chapters are those of its sound unless others are given. */
export async function insertAudioBook(
  connection: Connection,
  { sound, chapters, ...book }: NewAudioBook,
  now: number,
): Promise<number> {
  const { id } = await connection
    .insertInto('audio_books')
    .values({
      ...book,
      name_sort: foldText(book.name),
      created_at: now,
      updated_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await insertRecording(connection, { audio_book_id: id }, sound, chapters)
  return id
}
