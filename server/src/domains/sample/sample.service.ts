import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Deps } from '../../deps.ts'
import { createAudioBook } from '../audio-books/audio-books.service.ts'
import { createCreator } from '../creators/creators.service.ts'
import { ingestAudio, ingestCover } from '../media/ingest.ts'
import type { NewMedia } from '../media/media.queries.ts'
import type { RecordMedia } from '../media/record-media.queries.ts'
import { createEpisode, createPodcast } from '../podcasts/podcasts.service.ts'

/** The sample catalogue as `sample/catalogue.json` has it; files are relative to that folder. */
interface SampleRecord {
  name: string
  description: string | null
  cover: string | null
}

interface SampleEpisode extends SampleRecord {
  number: number
  audio: string | null
  voicers: string[]
}

interface SampleCatalogue {
  creators: { key: string; nickname: string; name: string | null; surname: string | null }[]
  audioBooks: (SampleRecord & { audio: string | null; readers: string[] })[]
  podcasts: (SampleRecord & { voicers: string[]; episodes: SampleEpisode[] })[]
}

const folder = resolve(import.meta.dirname, '../../../../sample')

/** Fills a brand-new database, through the same code as an editor's uploads. */
export async function loadSampleCatalogue(deps: Deps): Promise<void> {
  const started = performance.now()
  const sample = JSON.parse(await readFile(join(folder, 'catalogue.json'), 'utf8')) as SampleCatalogue
  const creatorIds = new Map<string, number>()
  for (const { key, ...creator } of sample.creators) creatorIds.set(key, await createCreator(deps, creator))
  const idsOf = (keys: readonly string[]) => keys.flatMap((key) => creatorIds.get(key) ?? [])

  // Pictures and sound of many records at once, which takes all processors; then the records one after another.
  const bookMedia = await Promise.all(sample.audioBooks.map((book) => recordingMedia(deps, book)))
  for (const [place, { name, description, readers }] of sample.audioBooks.entries()) {
    const media = bookMedia[place] as RecordingMedia
    await createAudioBook(deps, { name, description, ...media, readerIds: idsOf(readers) })
  }
  for (const { name, description, cover, voicers, episodes } of sample.podcasts) {
    const episodeMedia = await Promise.all(episodes.map((episode) => recordingMedia(deps, episode)))
    const podcast = { name, description, ...(await coverOf(deps, cover)), voicerIds: idsOf(voicers) }
    const podcastId = await createPodcast(deps, podcast)
    for (const [place, { number, name, description, voicers }] of episodes.entries()) {
      const media = episodeMedia[place] as RecordingMedia
      await createEpisode(deps, podcastId, { number, name, description, ...media, voicerIds: idsOf(voicers) })
    }
  }
  deps.log.info(`Added the sample catalogue in ${Math.round(performance.now() - started)} ms`)
}

type RecordingMedia = RecordMedia & { audio: NewMedia | null }

async function recordingMedia(
  deps: Deps,
  { cover, audio }: { cover: string | null; audio: string | null },
): Promise<RecordingMedia> {
  const [picture, sound] = await Promise.all([coverOf(deps, cover), audioOf(deps, audio)])
  return { ...picture, audio: sound }
}

async function coverOf(deps: Deps, file: string | null): Promise<RecordMedia> {
  if (file === null) return { cover: null, preview: null, previewChosen: false }
  return { ...(await ingestCover(deps, createReadStream(join(folder, file)))), previewChosen: false }
}

async function audioOf(deps: Deps, file: string | null): Promise<NewMedia | null> {
  return file === null ? null : await ingestAudio(deps, createReadStream(join(folder, file)))
}
