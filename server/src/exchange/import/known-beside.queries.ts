import type { ChapterSource } from '@earmark/contract/chapters.ts'
import type { Connection } from '../../db/engine/dialect.ts'
import type { FileChapter } from '../../media/chapters/chapter-list.ts'
import { slicesOf } from './library-files.queries.ts'
import type { KnownBeside } from './plan-files.ts'

const booksAtOnce = 500
const sourcesBeside: readonly ChapterSource[] = ['Json', 'Cue']

/** By the ids of audio books. */
export async function listKnownBeside(
  connection: Connection,
  audioBookIds: readonly number[],
): Promise<Map<number, KnownBeside>> {
  const found = new Map<number, KnownBeside>()
  for (const ids of slicesOf(audioBookIds, booksAtOnce)) {
    const books = await connection
      .selectFrom('audio_books')
      .innerJoin('recordings', 'recordings.audio_book_id', 'audio_books.id')
      .where('audio_books.id', 'in', ids)
      .select(['audio_books.id', 'cover_media_id', 'recordings.id as recording', 'chapters_source'])
      .execute()
    const beside = books.filter((book) => sourcesBeside.includes(book.chapters_source))
    const recordings = beside.map(({ recording }) => recording)
    const chapters = await listChaptersOf(connection, recordings)
    const played = await listPlayed(connection, recordings)
    for (const { id, cover_media_id, recording, chapters_source: chaptersSource } of books)
      found.set(id, {
        hasCover: cover_media_id !== null,
        chaptersSource,
        chapters: chapters.get(recording) ?? [],
        playedMs: played.get(recording) ?? [],
      })
  }
  return found
}

async function listChaptersOf(
  connection: Connection,
  recordings: readonly number[],
): Promise<Map<number, FileChapter[]>> {
  if (recordings.length === 0) return new Map()
  const rows = await connection
    .selectFrom('chapters')
    .where('recording_id', 'in', recordings)
    .orderBy('recording_id')
    .orderBy('ordinal')
    .select(['recording_id', 'start_ms as startMs', 'title'])
    .execute()
  const grouped = Map.groupBy(rows, ({ recording_id }) => recording_id)
  return new Map([...grouped].map(([id, own]) => [id, own.map(({ startMs, title }) => ({ startMs, title }))]))
}

async function listPlayed(
  connection: Connection,
  recordings: readonly number[],
): Promise<Map<number, number[]>> {
  if (recordings.length === 0) return new Map()
  const rows = await connection
    .selectFrom('recordings')
    .leftJoin('recording_files as file', 'file.recording_id', 'recordings.id')
    .leftJoin('media', 'media.id', 'recordings.media_id')
    .where('recordings.id', 'in', recordings)
    .orderBy('recordings.id')
    .orderBy('file.ordinal')
    .select(['recordings.id', 'file.duration_ms as track_ms', 'media.duration_ms'])
    .execute()
  const grouped = Map.groupBy(rows, ({ id }) => id)
  return new Map(
    [...grouped].map(([id, own]) => [id, own.map((row) => row.track_ms ?? row.duration_ms ?? 0)]),
  )
}
