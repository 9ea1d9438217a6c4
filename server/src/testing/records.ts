import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { type AudioBookInput, createAudioBook } from '../catalogue/audio-books/audio-books.service.ts'
import type { NewCreator } from '../catalogue/creators/creators.queries.ts'
import { createCreator } from '../catalogue/creators/creators.service.ts'
import { foldText } from '../db/search/fold.ts'
import { anyFailure } from '../errors.ts'
import { ingestCover } from '../media/probe/ingest.ts'
import type { NewMedia } from '../media/media.queries.ts'
import type { RecordMedia } from '../media/upload/record-media.queries.ts'
import { createEpisode, type EpisodeInput } from '../catalogue/podcasts/episodes.service.ts'
import { createPodcast, type PodcastInput } from '../catalogue/podcasts/podcasts.service.ts'
import type { TestServer } from './server.ts'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'

/** Records for tests: what matters to the test is given, everything else is empty. */

const noMedia = { cover: null, preview: null, previewChosen: false, audio: null } as const

const noTexts = { name: null, surname: null, biography: null, links: [], sortName: null } as const

export async function makeCreator(
  server: TestServer,
  creator: Partial<NewCreator> & { nickname: string },
): Promise<number> {
  return (await createCreator(server.deps, { ...noTexts, ...creator })).id
}

export async function makeAudioBook(
  server: TestServer,
  { readerIds = [], ...book }: Partial<AudioBookInput> & { name: string } & { readerIds?: readonly number[] },
): Promise<number> {
  const input = { description: null, creatorIds: readerIds, ...noMedia, ...book }
  return (await createAudioBook(server.deps, input, anyFailure)).id
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
    ...episode
  }: Partial<EpisodeInput> & { name: string; number: number; voicerIds?: readonly number[] },
): Promise<number> {
  const input = { description: null, creatorIds: voicerIds, ...noMedia, ...episode }
  return (await createEpisode(server.deps, podcastId, input, anyFailure)).id
}

export async function makeSeries({ deps }: TestServer, name: string): Promise<number> {
  const { id } = await deps.db.connection
    .insertInto('series')
    .values({ name, name_sort: foldText(name), description: null, created_at: 1, updated_at: 1 })
    .returning('id')
    .executeTakeFirstOrThrow()
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
export async function storeCover(server: TestServer, color: string): Promise<RecordMedia> {
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
