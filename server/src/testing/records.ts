import type { NewCollectionItem } from '@earmark/contract/collection-edits.ts'
import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { type AudioBookInput, createAudioBook } from '../catalogue/audio-books/audio-books.service.ts'
import { createCollection, replaceCollectionItems } from '../catalogue/collections/collections.service.ts'
import { createCreator, type CreatorInput } from '../catalogue/creators/creators.service.ts'
import { anyFailure } from '../errors.ts'
import { ingestCover } from '../media/probe/ingest.ts'
import type { NewMedia } from '../media/media.queries.ts'
import type { RecordMedia } from '../media/upload/record-media.queries.ts'
import { createEpisode, type EpisodeInput } from '../catalogue/podcasts/episodes.service.ts'
import { createPodcast, type PodcastInput } from '../catalogue/podcasts/podcasts.service.ts'
import { createSeries } from '../catalogue/series/series.service.ts'
import type { TestServer } from './server.ts'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'

/** Records for tests: what matters to the test is given, everything else is empty. */

const noMedia = { cover: null, preview: null, previewChosen: false } as const

/** One file, or several in their order. */
interface Sound {
  readonly audio?: NewMedia | readonly NewMedia[] | null
}

const noTexts = { name: null, surname: null, biography: null, links: [], sortName: null } as const

export async function makeCreator(
  server: TestServer,
  creator: Partial<CreatorInput> & { nickname: string },
): Promise<number> {
  return (await createCreator(server.deps, { ...noTexts, ...creator })).id
}

export async function makeAudioBook(
  server: TestServer,
  {
    readerIds = [],
    audio,
    ...book
  }: Omit<Partial<AudioBookInput>, 'audio'> & Sound & { name: string } & { readerIds?: readonly number[] },
): Promise<number> {
  const input = { description: null, creatorIds: readerIds, ...noMedia, audio: [audio ?? []].flat(), ...book }
  return (await createAudioBook(server.deps, input, anyFailure)).id
}

/** Public audio books without anything else, as rows alone: hundreds of them in a moment. */
export async function makeAudioBookRows(
  { deps: { db } }: TestServer,
  names: readonly string[],
): Promise<number[]> {
  const row = { is_public: 1 as const, published_at: 1, created_at: 1, updated_at: 1 }
  const added = await db.connection
    .insertInto('audio_books')
    .values(names.map((name) => ({ ...row, name, name_sort: name })))
    .returning('id')
    .execute()
  const ids = added.map(({ id }) => id).toSorted((one, other) => one - other)
  await db.connection
    .insertInto('recordings')
    .values(ids.map((id) => ({ audio_book_id: id })))
    .execute()
  return ids
}

export async function makePodcast(
  server: TestServer,
  {
    voicerIds = [],
    ...podcast
  }: Partial<PodcastInput> & { name: string } & { voicerIds?: readonly number[] },
): Promise<number> {
  const input = { description: null, creatorIds: voicerIds, ...noMedia, ...podcast }
  return (await createPodcast(server.deps, input)).id
}

export async function makeEpisode(
  server: TestServer,
  podcastId: number,
  {
    voicerIds = [],
    audio,
    ...episode
  }: Omit<Partial<EpisodeInput>, 'audio'> &
    Sound & { name: string; number: number; voicerIds?: readonly number[] },
): Promise<number> {
  const sound = { audio: [audio ?? []].flat() }
  const input = { description: null, creatorIds: voicerIds, ...noMedia, ...sound, ...episode }
  return (await createEpisode(server.deps, podcastId, input, anyFailure)).id
}

export async function makeSeries(
  { deps }: TestServer,
  name: string,
  description: string | null = null,
): Promise<number> {
  return (await createSeries(deps, { name, description }, anyFailure)).id
}

export async function makeCollection(
  { deps }: TestServer,
  name: string,
  items: readonly NewCollectionItem[] = [],
): Promise<number> {
  const { id, updatedAt } = await createCollection(deps, { name })
  await replaceCollectionItems(deps, id, { items, base: Date.parse(updatedAt) }, anyFailure)
  return id
}

/** A recording as far as the database knows it: there is no such file unless told of one. */
export function mediaRow(row: Partial<NewMedia> = {}): NewMedia {
  const file = { sha256: randomBytes(32).toString('hex'), sizeBytes: 1, contentType: 'audio/mpeg' } as const
  const unknown = { durationMs: null, width: null, height: null, color: null, placeholder: null }
  return { ...file, ...unknown, createdAt: 1, ...row }
}

export function soundOf(seconds: number): NewMedia {
  return mediaRow({ durationMs: seconds * 1000 })
}

/** Stores bytes as they are, as somebody's sound. */
export async function storeSound(
  { deps }: TestServer,
  bytes: Uint8Array = randomBytes(2_000),
): Promise<NewMedia> {
  await using file = await deps.storage.receive(Readable.from([bytes]), bytes.length)
  await file.keep('audio/mpeg')
  const { sha256, sizeBytes } = file
  return mediaRow({ sha256, sizeBytes, durationMs: 1_000, createdAt: deps.clock() })
}

/** A real cover of one colour, through the same code as an upload. */
export async function storeCover(
  server: TestServer,
  color: string,
): Promise<RecordMedia & Awaited<ReturnType<typeof ingestCover>>> {
  const { default: sharp } = await import('sharp')
  const image = sharp({ create: { width: 300, height: 400, channels: 3, background: color } }).png()
  return { ...(await ingestCover(server.deps, image)), previewChosen: false }
}

/** Hashes of the files that are stored, wherever that is, and names of those that are on their way. */
export async function storedFiles({ deps }: TestServer): Promise<string[]> {
  const stored: string[] = await readdir(join(deps.config.dataDir, 'media', 'incoming'))
  for await (const files of deps.storage.listStoredBefore(Number.POSITIVE_INFINITY)) {
    stored.push(...files.map(({ sha256 }) => sha256))
  }
  return stored.toSorted()
}

/** Hashes of the files that media refer to. */
export async function neededFiles({ deps }: TestServer): Promise<string[]> {
  const rows = await deps.db.connection.selectFrom('media').select('sha256').distinct().execute()
  return rows.map(({ sha256 }) => sha256).toSorted()
}
