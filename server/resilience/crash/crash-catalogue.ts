import { isDeepStrictEqual } from 'node:util'
import { isNear, type Look, lookAt, type Rgb } from './crash-media.ts'
import type { Program } from './crash-program.ts'

/** The catalogue as it is answered, by the paths of its records below the API root. */
export type Catalogue = ReadonlyMap<string, Shown>

/** What a record says of itself in lists, too: nothing of its podcast or its episodes. */
export interface Shown {
  readonly id: number
  readonly name: string
  readonly description: string | null
  readonly number?: number
  readonly coverImageUrl: string | null
  readonly coverImagePreviewUrl: string | null
  readonly audioUrl?: string | null
  readonly durationSeconds?: number | null
  readonly createdAt: string
  readonly updatedAt: string
}

type Answered = Shown & { readonly coverInherited?: boolean; readonly episodes?: readonly Answered[] }

const others = [
  'tracks',
  'readers',
  'voicers',
  'credits',
  'podcast',
  'notes',
  'recordingChangedAt',
  'episodes',
  'episodesCount',
  'latestEpisodeAt',
  'coverInherited',
]
const coverFields = [
  'coverImageUrl',
  'coverImagePreviewUrl',
  'coverColor',
  'coverPlaceholder',
  'coverWidth',
  'coverHeight',
]

export function shownOf(answered: unknown): Shown {
  const { coverInherited } = answered as Answered
  const own = Object.entries(answered as Answered).filter(([field]) => !others.includes(field))
  const isForeign = (field: string) => coverInherited === true && coverFields.includes(field)
  return Object.fromEntries(own.map(([field, value]) => [field, isForeign(field) ? null : value])) as never
}

/** All records, each list and each podcast being read to its end. */
export async function readCatalogue(program: Program): Promise<Catalogue> {
  const catalogue = new Map<string, Shown>()
  const read = async (path: string): Promise<unknown> => {
    const answer = await program.call({ method: 'GET', path: `/api${path}` })
    if (answer?.status !== 200)
      throw new Error(`${path} answers ${answer?.status}: ${answer?.body.toString()}`)
    return JSON.parse(answer.body.toString())
  }
  for (const book of (await read('/audio-books')) as Answered[]) {
    catalogue.set(`/audio-books/${book.id}`, shownOf(book))
  }
  for (const { id } of (await read('/podcasts')) as Answered[]) {
    const podcast = (await read(`/podcasts/${id}`)) as Answered
    catalogue.set(`/podcasts/${id}`, shownOf(podcast))
    for (const episode of podcast.episodes ?? []) {
      catalogue.set(`/podcasts/${id}/episodes/${episode.id}`, shownOf(episode))
    }
  }
  return catalogue
}

/** The record at a path, and below it. */
export function familyOf(catalogue: Catalogue, path: string): [string, Shown][] {
  return [...catalogue].filter(([one]) => one === path || one.startsWith(`${path}/`))
}

/** What has been seen at each address of a medium. */
export type Looks = Map<string, Look>

/** Fetches every file that a record refers to. */
export async function lookAtAll(program: Program, catalogue: Catalogue, looks: Looks): Promise<void> {
  for (const url of [...catalogue.values()].flatMap(urlsOf)) {
    looks.set(url, await lookAt(program, url, looks.get(url)))
  }
}

export function urlsOf({ coverImageUrl, coverImagePreviewUrl, audioUrl = null }: Shown): string[] {
  return [coverImageUrl, coverImagePreviewUrl, audioUrl].filter((url) => url !== null)
}

/** What a write makes of a record. */
export interface Content {
  readonly name: string
  readonly description: string | null
  readonly number: number | undefined
  readonly cover: Rgb | 'same' | null
  /** A hash. */
  readonly audio: string | null
}

/** What `after` is not of what was written over `before`. */
export function differences(content: Content, before: Shown | null, after: Shown, looks: Looks): string[] {
  const { name, description, number, cover, audio } = content
  const { coverImageUrl, coverImagePreviewUrl, audioUrl = null } = after
  const covers = [coverImageUrl, coverImagePreviewUrl]
  const coversBefore = [before?.coverImageUrl ?? null, before?.coverImagePreviewUrl ?? null]
  const isCover = (url: string | null, index: number): boolean => {
    if (cover === null || cover === 'same') return url === (cover === null ? null : coversBefore[index])
    return url !== null && url !== coversBefore[index] && isNear(looks.get(url)?.color ?? null, cover)
  }
  const isAudio = (): boolean => {
    if (audio === 'same') return audioUrl === (before?.audioUrl ?? null)
    if (audio === null) return audioUrl === null && !after.durationSeconds
    return audioUrl !== null && audioUrl !== before?.audioUrl && looks.get(audioUrl)?.sha256 === audio
  }
  const isIdentity = before === null || (before.id === after.id && before.createdAt === after.createdAt)
  const checks: Record<string, boolean> = {
    identity: isIdentity,
    name: after.name === name,
    description: after.description === description,
    number: after.number === number,
    cover: covers.every(isCover),
    audio: isAudio(),
    duration: audioUrl === null || (after.durationSeconds ?? 0) > 0,
  }
  return Object.keys(checks).filter((check) => checks[check] === false)
}

export function isSame(a: Shown | undefined, b: Shown | undefined): boolean {
  return isDeepStrictEqual(a, b)
}
