import { createHash } from 'node:crypto'
import type { Connection } from '../server/src/db/engine/dialect.ts'
import type { Database } from '../server/src/db/database.ts'
import { readerVersions } from '../server/src/media/content-type.ts'
import { insertMilestone } from '../server/src/operations/sample/milestones.queries.ts'
import { allKindsIndexed } from '../server/src/operations/reindexing/reindex.ts'
import { foldText } from '@earmark/contract/fold.ts'
import { indexRecords } from '../server/src/db/search/index-records.queries.ts'
import type { SearchKind } from '../server/src/db/search/indexes.ts'
import { type SearchedRecord } from '../server/src/db/search/tokens.ts'
import { type MadeUpWords, madeUpWords } from './made-up-words.ts'

/**
 * Made-up records, the same for the same counts: written in bulk past the services, with the same columns,
 * links, media rows and search index as through them. The media have no files.
 */

export interface RecordCounts {
  readonly audioBooks: number
  readonly podcasts: number
  readonly episodesOfEach: number
  /** One for each 20 audio books, and ten, unless given. */
  readonly creators?: number
}

/** The catalogue of a benchmark: as many episodes as audio books, in podcasts of a thousand. */
export function countsOf(audioBooks: number): RecordCounts {
  return { audioBooks, podcasts: audioBooks / 1000, episodesOfEach: 1000 }
}

interface Creator {
  readonly id: number
  readonly texts: readonly (string | null)[]
}

interface Room {
  readonly db: Database
  readonly words: MadeUpWords
  readonly now: number
}

const rowsAtOnce = 500
const recordsPerCreator = 20
const descriptionWords = 40
const start = Date.UTC(2025, 0, 1)
const minute = 60_000

/** Fills a database that is empty. */
export async function insertRecords(db: Database, counts: RecordCounts): Promise<void> {
  // All kinds are indexed at once: there is nothing to do in the background of measurements.
  await insertMilestone(db.connection, allKindsIndexed, start)
  const room: Room = { db, words: madeUpWords(), now: start }
  const creators = await insertCreators(
    room,
    counts.creators ?? 10 + Math.floor(counts.audioBooks / recordsPerCreator),
  )
  await inBatches(counts.audioBooks, (count, done) => insertAudioBooks(room, creators, count, done))
  await inBatches(counts.podcasts, async (count, done) => {
    const podcasts = await insertPodcasts(room, creators, count, done)
    for (const podcast of podcasts)
      await inBatches(counts.episodesOfEach, (episodes, before) =>
        insertEpisodes(room, podcast, creators, episodes, before),
      )
  })
}

async function inBatches(count: number, insert: (count: number, done: number) => Promise<unknown>) {
  for (let done = 0; done < count; done += rowsAtOnce) await insert(Math.min(rowsAtOnce, count - done), done)
}

async function insertCreators({ db, words, now }: Room, count: number): Promise<Creator[]> {
  const creators: Creator[] = []
  await inBatches(count, async (batch) => {
    const rows = Array.from({ length: batch }, () => {
      const [nickname, name, surname] = [words.title(1), words.title(1), words.title(1)]
      return { nickname, name, surname }
    })
    await db.connection.transaction().execute(async (transaction) => {
      const values = rows.map((row) => ({
        ...row,
        nickname_sort: foldText(row.nickname),
        name_sort: foldText(row.name),
        surname_sort: foldText(row.surname),
        author_sort: foldText(row.nickname),
        created_at: now,
        updated_at: now,
      }))
      const inserted = await transaction.insertInto('creators').values(values).returning('id').execute()
      const ids = ascending(inserted)
      const texts = rows.map((row) => [row.nickname, row.name, row.surname])
      const searched = rows.map((row) => ({ name: row.nickname, creators: [row.name, row.surname] }))
      await index(transaction, db, 'creator', ids, searched)
      creators.push(...ids.map((id, place) => ({ id, texts: texts[place] ?? [] })))
    })
  })
  return creators
}

async function insertAudioBooks(room: Room, creators: readonly Creator[], count: number, done: number) {
  const { db, words } = room
  await db.connection.transaction().execute(async (transaction) => {
    const media = await insertMedia(transaction, room, count, ['image', 'image', 'audio'])
    const records = madeUpRecords(words, count)
    const rows = records.map((record, place) => ({
      ...record,
      name_sort: foldText(record.name),
      cover_media_id: media[place * 3],
      preview_media_id: media[place * 3 + 1],
      ...publicSince(done + place),
    }))
    const ids = ascending(await transaction.insertInto('audio_books').values(rows).returning('id').execute())
    const readers = records.map(() => someCreators(words, creators))
    await insertRecordings(
      transaction,
      ids.map((audio_book_id) => ({ audio_book_id })),
      ids.map((_, place) => media[place * 3 + 2]),
    )
    await transaction
      .insertInto('credits')
      .values(creditRows('audio_book_id', ids, readers))
      .execute()
    await index(transaction, db, 'audio-book', ids, withCreators(records, readers))
  })
}

async function insertPodcasts(room: Room, creators: readonly Creator[], count: number, done: number) {
  const { db, words } = room
  return await db.connection.transaction().execute(async (transaction) => {
    const media = await insertMedia(transaction, room, count, ['image', 'image'])
    const records = madeUpRecords(words, count)
    const rows = records.map((record, place) => ({
      ...record,
      name_sort: foldText(record.name),
      cover_media_id: media[place * 2],
      preview_media_id: media[place * 2 + 1],
      ...publicSince(done + place),
    }))
    const ids = ascending(await transaction.insertInto('podcasts').values(rows).returning('id').execute())
    const voicers = records.map(() => someCreators(words, creators))
    await transaction
      .insertInto('credits')
      .values(creditRows('podcast_id', ids, voicers))
      .execute()
    await index(transaction, db, 'podcast', ids, withCreators(records, voicers))
    return ids
  })
}

async function insertEpisodes(
  room: Room,
  podcast_id: number,
  creators: readonly Creator[],
  count: number,
  before: number,
) {
  const { db, words } = room
  await db.connection.transaction().execute(async (transaction) => {
    const media = await insertMedia(transaction, room, count, ['audio'])
    const rows = madeUpRecords(words, count).map((record, place) => ({
      ...record,
      podcast_id,
      number: before + place + 1,
      ...publicSince(before + place),
    }))
    const ids = ascending(await transaction.insertInto('episodes').values(rows).returning('id').execute())
    const voicers = ids.map(() => someCreators(words, creators))
    await insertRecordings(
      transaction,
      ids.map((episode_id) => ({ episode_id })),
      media,
    )
    await transaction
      .insertInto('credits')
      .values(creditRows('episode_id', ids, voicers))
      .execute()
    const searched = withCreators(rows, voicers).map((record) => ({ ...record, podcastId: podcast_id }))
    await index(transaction, db, 'episode', ids, searched)
  })
}

/** @returns the media's ids, for each record one of each of `types` */
async function insertMedia(
  transaction: Connection,
  { words, now }: Room,
  records: number,
  types: readonly ('image' | 'audio')[],
): Promise<number[]> {
  const rows = Array.from({ length: records }, () => types).flatMap((those) =>
    those.map((type) => {
      const digest = createHash('sha256').update(`${words.integer(2 ** 32)} ${words.integer(2 ** 32)}`)
      const sha256 = digest.digest('hex')
      const key = Buffer.from(sha256, 'hex').subarray(0, 16).toString('base64url')
      const reader_version = readerVersions[type === 'image' ? 'image/webp' : 'audio/mpeg']
      const size_bytes = 100_000 + words.integer(10_000_000)
      const common = { key, sha256, size_bytes, created_at: now, reader_version }
      return type === 'image'
        ? { ...common, content_type: 'image/webp', ...imageFields, duration_ms: null }
        : { ...common, content_type: 'audio/mpeg', ...noImage, duration_ms: words.integer(36_000_000) }
    }),
  )
  return ascending(await transaction.insertInto('media').values(rows).returning('id').execute())
}

const imageFields = {
  width: 900,
  height: 1200,
  color: '#8a6f4d',
  placeholder: '2QcKDwQIh3iIh4eHeHh3d2B3Bw==',
}
const noImage = { width: null, height: null, color: null, placeholder: null }

function madeUpRecords(words: MadeUpWords, count: number): { name: string; description: string }[] {
  return Array.from({ length: count }, () => ({
    name: words.title(1 + words.integer(5)),
    description: words.text(descriptionWords / 2 + words.integer(descriptionWords)),
  }))
}

function publicSince(minutes: number) {
  const time = start + minutes * minute
  return { is_public: 1 as const, published_at: time, created_at: time, updated_at: time }
}

/** One, sometimes two. */
function someCreators(words: MadeUpWords, creators: readonly Creator[]): Creator[] {
  const chosen = Array.from(
    { length: words.integer(4) === 0 ? 2 : 1 },
    () => creators[words.integer(creators.length)],
  )
  return [...new Set(chosen)].filter((creator) => creator !== undefined)
}

async function insertRecordings(
  transaction: Connection,
  owners: readonly ({ audio_book_id: number } | { episode_id: number })[],
  media: readonly (number | undefined)[],
): Promise<void> {
  const recordings = owners.map((owner, place) => ({ ...owner, media_id: media[place] as number }))
  await transaction.insertInto('recordings').values(recordings).execute()
}

function creditRows(
  owner: 'audio_book_id' | 'podcast_id' | 'episode_id',
  ownerIds: readonly number[],
  creators: readonly (readonly Creator[])[],
) {
  const role = owner === 'audio_book_id' ? 'Reader' : 'Voice'
  return ownerIds.flatMap((ownerId, place) =>
    (creators[place] ?? []).map(({ id }, ordinal) => ({ creator_id: id, role, ordinal, [owner]: ownerId })),
  )
}

function withCreators(
  records: readonly { name: string; description: string }[],
  creators: readonly (readonly Creator[])[],
): SearchedRecord[] {
  return records.map((record, place) => ({
    ...record,
    creators: (creators[place] ?? []).flatMap((creator) => creator.texts),
  }))
}

async function index(
  transaction: Connection,
  { dialect }: Database,
  kind: SearchKind,
  ids: readonly number[],
  records: readonly SearchedRecord[],
): Promise<void> {
  const searched = records.map((record, place) => ({ ...record, id: ids[place] ?? 0 }))
  await indexRecords(transaction, dialect, kind, searched)
}

/** Both engines number the rows of one statement in their order, but need not return them in it. */
function ascending(rows: readonly { id: number }[]): number[] {
  return rows.map((row) => row.id).toSorted((one, other) => one - other)
}
