import type { AudioBook, audioBookSortFields } from '@earmark/contract/audio-books.ts'
import { compiledByIds } from '../../db/engine/compiled.ts'
import type { Connection, Dialect, IdQuery, IdSet } from '../../db/engine/dialect.ts'
import { creatorsAmong, creatorsByOwner } from '../creators/credits.queries.ts'
import { insertRecording } from '../editing/recording-files.queries.ts'
import { audioColumns, audioView, coverColumns, coverView } from '../../media/upload/record-media.ts'
import type { CoverIds } from '../../media/upload/record-media.queries.ts'
import { foldText } from '../../db/search/fold.ts'

export type AudioBookSortField = (typeof audioBookSortFields)[number]

export interface NewAudioBook extends CoverIds {
  name: string
  description: string | null
  audio_media_id: number | null
}

function selectAudioBooks(connection: Connection) {
  return connection
    .selectFrom('audio_books')
    .leftJoin('media as cover', 'cover.id', 'audio_books.cover_media_id')
    .leftJoin('media as preview', 'preview.id', 'audio_books.preview_media_id')
    .innerJoin('recordings', 'recordings.audio_book_id', 'audio_books.id')
    .leftJoin('recording_files as file', 'file.recording_id', 'recordings.id')
    .leftJoin('media as audio', 'audio.id', 'file.media_id')
    .select([
      'recordings.id as recording_id',
      'audio_books.id',
      'audio_books.name',
      'audio_books.description',
    ])
    .select(['audio_books.created_at', 'audio_books.updated_at'])
    .select([...coverColumns, ...audioColumns])
}

type AudioBookRow = Awaited<ReturnType<ReturnType<typeof selectAudioBooks>['execute']>>[number]

const selectByIds = compiledByIds((connection, ids) =>
  selectAudioBooks(connection).where('audio_books.id', 'in', ids),
)

/** In the order of `ids`. */
export async function listAudioBooks(connection: Connection, ids: readonly number[]): Promise<AudioBook[]> {
  if (ids.length === 0) return []
  const rows = await selectByIds(connection, ids)
  const readers = await creatorsByOwner(connection, 'audio-book', ids)
  const books = rows.map((row) => audioBookView(row, readers.get(row.id) ?? []))
  const byId = new Map(books.map((book) => [book.id, book]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

/** The audio books among any number of recordings, by the recordings' ids. */
export async function audioBooksByRecording(
  { connection, dialect }: { readonly connection: Connection; readonly dialect: Dialect },
  recordingIds: IdSet,
): Promise<Map<number, AudioBook>> {
  const rows = await selectAudioBooks(connection).where('recordings.id', 'in', recordingIds).execute()
  const readers = await creatorsAmong(connection, 'audio-book', dialect.idSet(rows.map(({ id }) => id)))
  return new Map(rows.map((row) => [row.recording_id, audioBookView(row, readers.get(row.id) ?? [])]))
}

export async function findAudioBook(connection: Connection, id: number): Promise<AudioBook | undefined> {
  return (await listAudioBooks(connection, [id]))[0]
}

const sortColumns = { id: 'id', name: 'name_sort', createdAt: 'created_at' } as const

/** All, ascending by `field`, ties by id. */
export function queryIdsOfAudioBooks(connection: Connection, field: AudioBookSortField): IdQuery {
  return connection
    .selectFrom('audio_books')
    .select('id')
    .orderBy(sortColumns[field])
    .orderBy('id') as unknown as IdQuery
}

/** With its recording. */
export async function insertAudioBook(
  connection: Connection,
  { audio_media_id, ...book }: NewAudioBook,
  now: number,
): Promise<number> {
  const { id } = await connection
    .insertInto('audio_books')
    .values({ ...book, name_sort: foldText(book.name), created_at: now, updated_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  await insertRecording(connection, { audio_book_id: id }, audio_media_id)
  return id
}

function audioBookView(row: AudioBookRow, readers: AudioBook['readers']): AudioBook {
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    ...coverView(row),
    ...audioView(row),
    readers,
    createdAt: new Date(row.created_at).toISOString(),
    updatedAt: new Date(row.updated_at).toISOString(),
  }
}
