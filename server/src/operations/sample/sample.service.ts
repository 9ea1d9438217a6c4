import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { anyFailure } from '../../errors.ts'
import type { MediaDeps } from '../../media/storage/files/storage.ts'
import { listEditedAudioBooks } from '../../catalogue/audio-books/audio-books.queries.ts'
import { createAudioBook } from '../../catalogue/audio-books/audio-books.service.ts'
import { listCreators } from '../../catalogue/creators/creators.queries.ts'
import { createCreator } from '../../catalogue/creators/creators.service.ts'
import { ingestAudio, ingestCover } from '../../media/probe/ingest.ts'
import type { NewMedia } from '../../media/media.queries.ts'
import type { RecordMedia } from '../../media/upload/record-media.queries.ts'
import { listEpisodeNumbers } from '../../catalogue/podcasts/episodes.queries.ts'
import { createEpisode } from '../../catalogue/podcasts/episodes.service.ts'
import { readAll } from '../../http/lists/whole-list.queries.ts'
import { listEditedPodcasts } from '../../catalogue/podcasts/podcasts.queries.ts'
import { createPodcast } from '../../catalogue/podcasts/podcasts.service.ts'
import { insertMilestone, sampleSettled } from './milestones.queries.ts'

/** As in `sample/catalogue.json`; files are relative to that folder. */
interface SampleRecord {
  name: string
  description: string | null
  cover: string | null
}

interface SampleAudioBook extends SampleRecord {
  audio: string | null
  readers: string[]
}

interface SampleEpisode extends SampleRecord {
  number: number
  audio: string | null
  voicers: string[]
}

interface SamplePodcast extends SampleRecord {
  voicers: string[]
  episodes: SampleEpisode[]
}

interface SampleCatalogue {
  creators: { key: string; nickname: string; name: string | null; surname: string | null }[]
  audioBooks: SampleAudioBook[]
  podcasts: SamplePodcast[]
}

/** Recordings probed so far, including those that existed already. */
export interface SampleProgress {
  readonly done: number
  readonly total: number
}

interface SampleDeps extends MediaDeps {
  readonly count: (recordings: number) => void
}

type IdsOf = (creatorKeys: readonly string[]) => number[]

const folder = resolve(import.meta.dirname, '../../../../sample')

/** An interrupted run is continued by the next one: existing records are left alone. */
export async function loadSampleCatalogue(
  catalogueDeps: MediaDeps,
  progress: (made: SampleProgress) => void,
): Promise<void> {
  const sample = JSON.parse(await readFile(join(folder, 'catalogue.json'), 'utf8')) as SampleCatalogue
  const total = sample.audioBooks.length + sample.podcasts.flatMap(({ episodes }) => episodes).length
  let done = 0
  const count = (recordings: number): void => {
    done += recordings
    progress({ done, total })
  }
  const deps = { ...catalogueDeps, count }
  const idsOf = await addCreators(deps, sample)
  await addAudioBooks(deps, sample.audioBooks, idsOf)
  await addPodcasts(deps, sample.podcasts, idsOf)
  await insertMilestone(deps.db.connection, sampleSettled, deps.clock())
}

async function addCreators(deps: MediaDeps, { creators }: SampleCatalogue): Promise<IdsOf> {
  const idByNickname = idBy(await readAll(deps.db, 'creators', listCreators), (creator) => creator.nickname)
  const idByKey = new Map<string, number>()
  for (const { key, ...creator } of creators) {
    idByKey.set(key, idByNickname.get(creator.nickname) ?? (await createCreator(deps, creator)).id)
  }
  return (keys) => keys.flatMap((key) => idByKey.get(key) ?? [])
}

async function addAudioBooks(
  deps: SampleDeps,
  books: readonly SampleAudioBook[],
  idsOf: IdsOf,
): Promise<void> {
  const known = idBy(await readAll(deps.db, 'audio_books', listEditedAudioBooks), (book) => book.name)
  const missing = books.filter(({ name }) => !known.has(name))
  deps.count(books.length - missing.length)
  const media = await Promise.all(missing.map((book) => recordingMedia(deps, book)))
  for (const [place, { name, description, readers }] of missing.entries()) {
    const own = media[place] as RecordingMedia
    await createAudioBook(deps, { name, description, ...own, creatorIds: idsOf(readers) }, anyFailure)
  }
}

async function addPodcasts(
  deps: SampleDeps,
  podcasts: readonly SamplePodcast[],
  idsOf: IdsOf,
): Promise<void> {
  const known = idBy(await readAll(deps.db, 'podcasts', listEditedPodcasts), (podcast) => podcast.name)
  for (const { name, description, cover, voicers, episodes } of podcasts) {
    let podcastId = known.get(name)
    if (podcastId === undefined) {
      const own = await coverOf(deps, cover)
      const input = { name, description, ...own, creatorIds: idsOf(voicers) }
      podcastId = (await createPodcast(deps, input)).id
    }
    await addEpisodes(deps, podcastId, episodes, idsOf)
  }
}

async function addEpisodes(
  deps: SampleDeps,
  podcastId: number,
  episodes: readonly SampleEpisode[],
  idsOf: IdsOf,
): Promise<void> {
  const known = new Set(await listEpisodeNumbers(deps.db.connection, podcastId))
  const missing = episodes.filter((episode) => !known.has(episode.number))
  deps.count(episodes.length - missing.length)
  const media = await Promise.all(missing.map((episode) => recordingMedia(deps, episode)))
  for (const [place, { number, name, description, voicers }] of missing.entries()) {
    const own = media[place] as RecordingMedia
    await createEpisode(
      deps,
      podcastId,
      { number, name, description, ...own, creatorIds: idsOf(voicers) },
      anyFailure,
    )
  }
}

function idBy<R extends { id: number }>(
  records: readonly R[],
  keyOf: (record: R) => string,
): Map<string, number> {
  return new Map(records.map((record) => [keyOf(record), record.id]))
}

type RecordingMedia = RecordMedia & { audio: NewMedia | null }

async function recordingMedia(
  deps: SampleDeps,
  { cover, audio }: { cover: string | null; audio: string | null },
): Promise<RecordingMedia> {
  const [picture, sound] = await Promise.all([coverOf(deps, cover), audioOf(deps, audio)])
  deps.count(1)
  return { ...picture, audio: sound }
}

async function coverOf(deps: MediaDeps, file: string | null): Promise<RecordMedia> {
  if (file === null) return { cover: null, preview: null, previewChosen: false }
  return { ...(await ingestCover(deps, createReadStream(join(folder, file)))), previewChosen: false }
}

async function audioOf(deps: MediaDeps, file: string | null): Promise<NewMedia | null> {
  return file === null ? null : await ingestAudio(deps, createReadStream(join(folder, file)))
}
