import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { createAudioBook } from '@earmark/contract/audio-book-edits.ts'
import { createCreator } from '@earmark/contract/creators.ts'
import { requestPath } from '@earmark/contract/endpoint.ts'
import { createEpisode } from '@earmark/contract/episode-edits.ts'
import { createPodcast } from '@earmark/contract/podcast-edits.ts'
import { type Site, signInElsewhere } from './people.ts'

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
  const { accessToken } = await signInElsewhere(site, site.admin)
  const audio = new Blob([new Uint8Array(await readFile(sound))])
  const headers = { authorization: `Bearer ${accessToken}` }

  async function post(path: string, body: BodyInit | null, type?: string): Promise<number> {
    const answer = await fetch(`${site.url}/api${path}`, {
      method: 'POST',
      headers: type ? { ...headers, 'content-type': type } : headers,
      body,
    })
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`)
    return answer.status === 204 ? 0 : ((await answer.json()) as { id: number }).id
  }
  const postForm = (path: string, fields: Record<string, string | Blob>): Promise<number> => {
    const form = new FormData()
    for (const [field, value] of Object.entries(fields)) form.set(field, value)
    return post(path, form)
  }

  const records = { books: {}, podcasts: {}, episodes: {} } as HardRecords
  for (const [kind, name] of Object.entries(hardNames) as [HardName, string][]) {
    const nickname = JSON.stringify({ nickname: name, name, surname: name })
    const creator = await post(createCreator.url, nickname, 'application/json')
    const description = `${name}\n\n${name.repeat(4)}`
    const book = await postForm(createAudioBook.url, { name, description, audio })
    await post(`/audio-books/${book}/readers/${creator}`, null)
    const podcast = await postForm(createPodcast.url, { name, description })
    await post(`/podcasts/${podcast}/voicers/${creator}`, null)
    const episodesPath = requestPath(createEpisode, { params: { id: podcast } })
    const number = String(1)
    records.episodes[kind] = await postForm(episodesPath, { number, name, description, audio })
    await postForm(episodesPath, { number: '2', name, description })
    records.books[kind] = book
    records.podcasts[kind] = podcast
  }
  return records
}
