import { readFileSync } from 'node:fs'
import { join } from 'node:path'

export type Creator = { key: string; nickname: string; name: string | null; surname: string | null }

type Credit = { creator: string; role: string; as?: string }

export type AudioBook = {
  name: string
  description: string | null
  cover: string | null
  audio: string | null
  credits?: Credit[]
  readers: string[]
}

export type Episode = {
  number: number
  name: string
  description: string | null
  cover: string | null
  audio: string | null
  credits?: Credit[]
  voicers: string[]
}

export type Podcast = {
  name: string
  description: string | null
  cover: string | null
  voicers: string[]
  credits?: Credit[]
  /** Its episodes open with their names alone. */
  isBrief?: boolean
  episodes: Episode[]
}

export type Catalogue = { creators: Creator[]; audioBooks: AudioBook[]; podcasts: Podcast[] }

export const sampleFolder = join(import.meta.dirname, '..')

export function readCatalogue(): Catalogue {
  return JSON.parse(readFileSync(join(sampleFolder, 'catalogue.json'), 'utf8')) as Catalogue
}
