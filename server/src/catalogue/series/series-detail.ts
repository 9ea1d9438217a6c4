import type { AudioBook } from '@earmark/contract/audio-books.ts'
import type { SeriesDetail } from '@earmark/contract/series.ts'
import type { Database } from '../../db/database.ts'
import { streamedList } from '../../http/responses/streamed-list.ts'
import { listAudioBooks } from '../audio-books/audio-books.queries.ts'
import { listPartIds } from '../audio-books/series-parts.queries.ts'
import { findSeries } from './series.queries.ts'

const booksAtOnce = 100

/** A series with its public audio books by sequence, in slices when these are many. */
export async function findSeriesDetail(db: Database, id: number): Promise<SeriesDetail | undefined> {
  const series = await findSeries(db.connection, id)
  if (!series) return undefined
  if (series.booksCount <= booksAtOnce) {
    const audioBooks = await listAudioBooks(db.connection, await listPartIds(db.connection, id))
    return { ...series, audioBooks }
  }
  return streamedList(
    (audioBooks: readonly AudioBook[]) => ({ ...series, audioBooks: [...audioBooks] }),
    () => readSlices(db, id),
  )
}

async function* readSlices(db: Database, id: number): AsyncGenerator<AudioBook[], void> {
  await using snapshot = await db.snapshot()
  const ids = await listPartIds(snapshot.connection, id)
  for (let start = 0; start < ids.length; start += booksAtOnce)
    yield await listAudioBooks(snapshot.connection, ids.slice(start, start + booksAtOnce))
}
