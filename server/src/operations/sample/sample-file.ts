import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { CreditRole } from '@earmark/contract/credits.ts'
import type { AudioBookFields } from '../../catalogue/audio-books/audio-books.queries.ts'
import type { EpisodeFields } from '../../catalogue/podcasts/episode-edits.queries.ts'
import type { PodcastFields } from '../../catalogue/podcasts/podcasts.queries.ts'

/** As in `sample/catalogue.json`; files are relative to that folder, creators are named by their keys. */
export interface SampleRecord {
  name: string
  description: string | null
  cover: string | null
  /** Days before the catalogue is added at which it became public. */
  daysAgo: number
  /** Beside the readers or voicers, in front of them. */
  credits?: { creator: string; role: CreditRole; as?: string }[]
}

export interface SampleCreator {
  key: string
  nickname: string
  name: string | null
  surname: string | null
  biography?: string
  links?: string[]
  sortName?: string
}

export interface SampleAudioBook extends SampleRecord, AudioBookFields {
  audio: string | null
  readers: string[]
  series?: { name: string; sequence?: string }[]
  genres: string[]
}

export interface SampleEpisode extends SampleRecord, EpisodeFields {
  number: number
  audio: string | null
  voicers: string[]
}

export interface SamplePodcast extends SampleRecord, PodcastFields {
  voicers: string[]
  categories: string[]
  /** For the scripts that make the recordings. */
  isBrief?: boolean
  episodes: SampleEpisode[]
}

export interface SampleCollection {
  name: string
  description: string
  isOnHome: boolean
  /** Names of audio books and podcasts. */
  items: string[]
}

export interface SampleCatalogue {
  creators: SampleCreator[]
  series: { name: string; description: string }[]
  audioBooks: SampleAudioBook[]
  podcasts: SamplePodcast[]
  collections: SampleCollection[]
}

export const sampleFolder = resolve(import.meta.dirname, '../../../../sample')

export async function readSample(): Promise<SampleCatalogue> {
  return JSON.parse(await readFile(join(sampleFolder, 'catalogue.json'), 'utf8')) as SampleCatalogue
}
