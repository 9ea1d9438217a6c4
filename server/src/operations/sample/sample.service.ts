import type { NewCredit } from '@earmark/contract/credit-edits.ts'
import type { CreditRole } from '@earmark/contract/credits.ts'
import { anyFailure } from '../../errors.ts'
import type { MediaDeps } from '../../media/storage/files/storage.ts'
import { listEditedAudioBooks } from '../../catalogue/audio-books/audio-books.queries.ts'
import { createAudioBook } from '../../catalogue/audio-books/audio-books.service.ts'
import { listEditedCollections } from '../../catalogue/collections/collection-items.ts'
import { createCollection, replaceCollectionItems } from '../../catalogue/collections/collections.service.ts'
import { listCreators } from '../../catalogue/creators/creators.queries.ts'
import { createCreator } from '../../catalogue/creators/creators.service.ts'
import { listEpisodeNumbers } from '../../catalogue/podcasts/episode-edits.queries.ts'
import { createEpisode } from '../../catalogue/podcasts/episodes.service.ts'
import { readAll } from '../../http/lists/whole-list.queries.ts'
import { listEditedPodcasts } from '../../catalogue/podcasts/podcasts.queries.ts'
import { createPodcast } from '../../catalogue/podcasts/podcasts.service.ts'
import { listSeries } from '../../catalogue/series/series.queries.ts'
import { createSeries } from '../../catalogue/series/series.service.ts'
import { insertMilestone, sampleSettled } from './milestones.queries.ts'
import {
  readSample,
  type SampleAudioBook,
  type SampleCatalogue,
  type SampleEpisode,
  type SampleRecord,
} from './sample-file.ts'
import { ingestSampleCover, ingestSampleRecording } from './sample-media.ts'

/** Recordings probed so far, including those that existed already. */
export interface SampleProgress {
  readonly done: number
  readonly total: number
}

interface SampleDeps extends MediaDeps {
  readonly count: (recordings: number) => void
}

type Ids = ReadonlyMap<string, number>

const dayMs = 86_400_000

/** An interrupted run is continued by the next one: existing records are left alone. */
export async function loadSampleCatalogue(
  catalogueDeps: MediaDeps,
  progress: (made: SampleProgress) => void,
): Promise<void> {
  const sample = await readSample()
  const total = sample.audioBooks.length + sample.podcasts.flatMap(({ episodes }) => episodes).length
  let done = 0
  const count = (recordings: number): void => {
    done += recordings
    progress({ done, total })
  }
  const deps = { ...catalogueDeps, count }
  const creators = await addCreators(deps, sample)
  const audioBooks = await addAudioBooks(deps, sample, creators, await addSeries(deps, sample))
  const podcasts = await addPodcasts(deps, sample, creators)
  await addCollections(deps, sample, audioBooks, podcasts)
  await insertMilestone(deps.db.connection, sampleSettled, deps.clock())
}

/** @returns their ids by their keys */
async function addCreators(deps: MediaDeps, { creators }: SampleCatalogue): Promise<Ids> {
  const idByNickname = idBy(await readAll(deps.db, 'creators', listCreators), (creator) => creator.nickname)
  const idByKey = new Map<string, number>()
  for (const { key, ...creator } of creators) {
    idByKey.set(key, idByNickname.get(creator.nickname) ?? (await createCreator(deps, creator)).id)
  }
  return idByKey
}

async function addSeries(deps: MediaDeps, { series }: SampleCatalogue): Promise<Ids> {
  const ids = idBy(await readAll(deps.db, 'series', listSeries), nameOf)
  for (const one of series) {
    if (!ids.has(one.name)) ids.set(one.name, (await createSeries(deps, one, anyFailure)).id)
  }
  return ids
}

async function addAudioBooks(
  deps: SampleDeps,
  { audioBooks }: SampleCatalogue,
  creators: Ids,
  seriesIds: Ids,
): Promise<Ids> {
  const ids = idBy(await readAll(deps.db, 'audio_books', listEditedAudioBooks), nameOf)
  const missing = audioBooks.filter(({ name }) => !ids.has(name))
  deps.count(audioBooks.length - missing.length)
  for (const { recording, media } of await ingestAll(deps, missing)) {
    const { readers, series = [], ...book } = recording
    const parts = series.map(({ name, sequence }) => ({ id: requireId(seriesIds, name), sequence }))
    const credits = creditsOf(book, { role: 'Reader', keys: readers }, creators)
    const input = { ...book, ...media, credits, series: parts }
    ids.set(book.name, (await createAudioBook(at(deps, book), input, anyFailure)).id)
  }
  return ids
}

async function addPodcasts(deps: SampleDeps, { podcasts }: SampleCatalogue, creators: Ids): Promise<Ids> {
  const ids = idBy(await readAll(deps.db, 'podcasts', listEditedPodcasts), nameOf)
  for (const { voicers, episodes, ...podcast } of podcasts) {
    let id = ids.get(podcast.name)
    if (id === undefined) {
      const credits = creditsOf(podcast, { role: 'Host', keys: voicers }, creators)
      const input = { ...podcast, ...(await ingestSampleCover(deps, podcast.cover)), credits }
      id = (await createPodcast(at(deps, podcast), input)).id
      ids.set(podcast.name, id)
    }
    await addEpisodes(deps, id, episodes, creators)
  }
  return ids
}

async function addEpisodes(
  deps: SampleDeps,
  podcastId: number,
  episodes: readonly SampleEpisode[],
  creators: Ids,
): Promise<void> {
  const known = new Set(await listEpisodeNumbers(deps.db.connection, podcastId))
  const missing = episodes.filter((episode) => !known.has(episode.number))
  deps.count(episodes.length - missing.length)
  for (const { recording, media } of await ingestAll(deps, missing)) {
    const { voicers, ...episode } = recording
    const credits = creditsOf(episode, { role: 'Voice', keys: voicers }, creators)
    const input = { ...episode, ...media, credits }
    await createEpisode(at(deps, episode), podcastId, input, anyFailure)
  }
}

async function addCollections(
  deps: MediaDeps,
  { collections }: SampleCatalogue,
  audioBooks: Ids,
  podcasts: Ids,
): Promise<void> {
  const known = new Map((await Array.fromAsync(listEditedCollections(deps.db))).map((one) => [one.name, one]))
  for (const { items: names, ...collection } of collections) {
    const { id, items, updatedAt } = known.get(collection.name) ?? (await createCollection(deps, collection))
    if (items.length > 0) continue
    const wanted = names.map((name) => {
      const audioBookId = audioBooks.get(name)
      return audioBookId === undefined ? { podcastId: requireId(podcasts, name) } : { audioBookId }
    })
    await replaceCollectionItems(deps, id, { items: wanted, base: Date.parse(updatedAt) }, anyFailure)
  }
}

/** With the clock of the day at which a record became public. */
function at(deps: MediaDeps, { daysAgo }: SampleRecord): MediaDeps {
  return { ...deps, clock: () => deps.clock() - daysAgo * dayMs }
}

function creditsOf(
  { credits = [] }: SampleRecord,
  { role, keys }: { role: CreditRole; keys: readonly string[] },
  creators: Ids,
): NewCredit[] {
  const all = [...credits, ...keys.map((creator) => ({ creator, role }))]
  return all.map(({ creator, ...credit }) => ({ creatorId: requireId(creators, creator), ...credit }))
}

function requireId(ids: Ids, name: string): number {
  const id = ids.get(name)
  if (id === undefined) throw new Error(`The sample catalogue names “${name}”, which is not in it.`)
  return id
}

function nameOf({ name }: { readonly name: string }): string {
  return name
}

function idBy<R extends { id: number }>(
  records: readonly R[],
  keyOf: (record: R) => string,
): Map<string, number> {
  return new Map(records.map((record) => [keyOf(record), record.id]))
}

/** Recordings with their media, in their order. */
async function ingestAll<Recording extends SampleAudioBook | SampleEpisode>(
  deps: SampleDeps,
  recordings: readonly Recording[],
) {
  const ingest = async (recording: Recording) => {
    const media = await ingestSampleRecording(deps, recording)
    deps.count(1)
    return { recording, media }
  }
  return await Promise.all(recordings.map(ingest))
}
