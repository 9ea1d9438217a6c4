import type { AudioBook } from '@earmark/contract/audio-books.ts'
import { compiledByIds } from '../../db/engine/compiled.ts'
import type { Connection, Dialect, IdSet } from '../../db/engine/dialect.ts'
import { creatorsAmong, creatorsByOwner } from '../creators/credits.queries.ts'
import { inOrderOf, recordingView, selectRecordings } from '../editing/record-rows.queries.ts'
import { insertRecording } from '../editing/recording-files.queries.ts'
import type { CoverIds } from '../../media/upload/record-media.queries.ts'
import { foldText } from '../../db/search/fold.ts'

export interface NewAudioBook extends CoverIds {
  name: string
  description: string | null
  audio_media_id: number | null
}

const selectByIds = compiledByIds((connection, ids) =>
  selectRecordings(connection, 'audio_books').where('audio_books.id', 'in', ids),
)

/** In the order of `ids`. */
export async function listAudioBooks(connection: Connection, ids: readonly number[]): Promise<AudioBook[]> {
  if (ids.length === 0) return []
  const rows = await selectByIds(connection, ids)
  const readers = await creatorsByOwner(connection, 'audio-book', ids)
  return inOrderOf(
    ids,
    rows.map((row) => ({ ...recordingView(row), readers: readers.get(row.id) ?? [] })),
  )
}

/** The audio books among any number of recordings, by the recordings' ids. */
export async function audioBooksByRecording(
  { connection, dialect }: { readonly connection: Connection; readonly dialect: Dialect },
  recordingIds: IdSet,
): Promise<Map<number, AudioBook>> {
  const query = selectRecordings(connection, 'audio_books').where('recordings.id', 'in', recordingIds)
  const rows = await query.execute()
  const readers = await creatorsAmong(connection, 'audio-book', dialect.idSet(rows.map(({ id }) => id)))
  return new Map(
    rows.map((row) => [row.recording_id, { ...recordingView(row), readers: readers.get(row.id) ?? [] }]),
  )
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
    .values({ ...book, name_sort: foldText(book.name), created_at: now, updated_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  await insertRecording(connection, { audio_book_id: id }, audio_media_id)
  return id
}
