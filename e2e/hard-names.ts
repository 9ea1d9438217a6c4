import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { createAudioBook } from '@earmark/contract/audio-book-edits.ts'
import { createCreator } from '@earmark/contract/creator-edits.ts'
import { requestPath } from '@earmark/contract/endpoint.ts'
import { createEpisode } from '@earmark/contract/episode-edits.ts'
import { createPodcast } from '@earmark/contract/podcast-edits.ts'
import { senderFor, type Site } from './people.ts'

/** Names that layouts break on: as long as one may be without a place to break, and from right to left. */
export const hardNames = {
  long: 'W'.repeat(200),
  arabic: 'ألف ليلة وليلة (الجزء 2) – حكايات شهرزاد!',
  hebrew: 'ספר הג׳ונגל: 12 סיפורים מאת רודיארד קיפלינג (מהדורה 3)',
  mixed: 'שלום Hello مرحبا 42 (v2.0)',
  /** Everything after it runs backwards, as far as it is let. */
  turned: 'Gnol \u202Eeht fo dne',
} as const

export type HardName = keyof typeof hardNames
export const directions: Record<HardName, 'ltr' | 'rtl'> = {
  long: 'ltr',
  arabic: 'rtl',
  hebrew: 'rtl',
  mixed: 'rtl',
  turned: 'ltr',
}

const sound = resolve(import.meta.dirname, '../sample/audio/bread-slowly.mp3')

export interface HardRecords {
  readonly books: Record<HardName, number>
  readonly podcasts: Record<HardName, number>
  readonly episodes: Record<HardName, number>
}

/** An audio book and a podcast with an episode of each such name, read by somebody who is called the same. */
export async function addHardRecords(site: Site): Promise<HardRecords> {
  const send = await senderFor(site, site.admin)
  const audio = new Blob([new Uint8Array(await readFile(sound))])
  const sendForm = (path: string, fields: Record<string, string | Blob>) => {
    const form = new FormData()
    for (const [field, value] of Object.entries(fields)) form.set(field, value)
    return send<{ id: number }>(path, form)
  }

  const records = { books: {}, podcasts: {}, episodes: {} } as HardRecords
  for (const [kind, name] of Object.entries(hardNames) as [HardName, string][]) {
    const creator = await send<{ id: number }>(createCreator.url, { nickname: name, name, surname: name })
    const description = `${name}\n\n${name.repeat(4)}`
    const book = await sendForm(createAudioBook.url, { name, description, audio })
    await send(`/audio-books/${book.id}/readers/${creator.id}`)
    const podcast = await sendForm(createPodcast.url, { name, description })
    await send(`/podcasts/${podcast.id}/voicers/${creator.id}`)
    const episodesPath = requestPath(createEpisode, { params: { id: podcast.id } })
    const episode = await sendForm(episodesPath, { number: '1', name, description, audio })
    await sendForm(episodesPath, { number: '2', name, description })
    records.episodes[kind] = episode.id
    records.books[kind] = book.id
    records.podcasts[kind] = podcast.id
  }
  return records
}
