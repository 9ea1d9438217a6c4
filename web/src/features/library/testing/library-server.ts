import type { LibraryEntry } from '@earmark/contract/library.ts'
import { vi } from 'vitest'
import { type Shelf, shelfOf } from '../membership.ts'

/** The fate of a request: done, refused, or without a response. */
export type Fate = 'done' | 'refused' | 'unheard'

interface Asked {
  readonly method: string
  readonly path: string
  readonly body: unknown
}

type Item = { audioBookId: number } | { podcastId: number; podcastEpisodeId: number }

/** The calls of a server with one person's library and follows, in place of `fetch`. */
export class LibraryServer {
  entries: LibraryEntry[] = []
  readonly followed = new Set<number>()
  /** Of every podcast. */
  episodeIds: readonly number[] = [11, 12]
  readonly asked: Asked[] = []
  /** Decides on each request, when it pleases. */
  fateOf: (asked: Asked) => Fate | Promise<Fate> = () => 'done'
  private lastId = 0

  install(): void {
    vi.stubGlobal('fetch', (url: string, init: RequestInit) => this.answer(url, init))
  }

  get changes(): string[] {
    return this.asked.filter(({ method }) => method !== 'GET').map(({ method, path }) => `${method} ${path}`)
  }

  /** What is so. */
  shelf(): Shelf {
    return { ...shelfOf(this.entries), followed: this.followed }
  }

  private async answer(url: string, init: RequestInit): Promise<Response> {
    const body: unknown = typeof init.body === 'string' ? JSON.parse(init.body) : undefined
    const asked = { method: init.method ?? 'GET', path: url.replace('/api/libraries/me', ''), body }
    this.asked.push(asked)
    const fate = await this.fateOf(asked)
    init.signal?.throwIfAborted()
    if (fate === 'unheard') throw new TypeError('Failed to fetch')
    if (fate === 'refused') return refusal(500)
    const answer = this.perform(asked)
    return answer === 'unknown' ? refusal(404) : json(answer)
  }

  private perform({ method, path, body }: Asked): unknown {
    if (path.startsWith('/api/podcasts/')) return this.episodeIds
    if (path.startsWith('/api/follows/')) return this.performFollow(method, Number(path.split('/').at(-1)))
    if (method === 'GET') return this.entries
    if (method === 'POST')
      return path === '/list' ? (body as Item[]).map((item) => this.add(item)) : this.add(body as Item)
    return this.remove(path === '/list' ? (body as number[]) : [Number(path.slice(1))])
  }

  private performFollow(method: string, id: number): unknown {
    if (method === 'PUT') this.followed.add(id)
    if (method === 'DELETE') this.followed.delete(id)
    return method === 'GET' ? [...this.followed].map((one) => ({ podcast: { id: one } })) : undefined
  }

  add(item: Item): LibraryEntry {
    const known = this.entries.find((entry) => isAbout(entry, item))
    if (known) return known
    this.lastId += 1
    const entry = {
      id: this.lastId,
      audioBook: 'audioBookId' in item ? { id: item.audioBookId } : null,
      podcast: 'podcastId' in item ? { id: item.podcastId } : null,
      podcastEpisode: 'podcastId' in item ? { id: item.podcastEpisodeId } : null,
    } as LibraryEntry
    this.entries = [entry, ...this.entries]
    return entry
  }

  private remove(ids: readonly number[]): 'unknown' | undefined {
    if (!ids.every((id) => this.entries.some((entry) => entry.id === id))) return 'unknown'
    this.entries = this.entries.filter(({ id }) => !ids.includes(id))
    return undefined
  }
}

function isAbout({ audioBook, podcastEpisode }: LibraryEntry, item: Item): boolean {
  return 'audioBookId' in item
    ? audioBook?.id === item.audioBookId
    : podcastEpisode?.id === item.podcastEpisodeId
}

function json(answer: unknown): Response {
  return answer === undefined ? new Response(null, { status: 204 }) : Response.json(answer)
}

function refusal(status: number): Response {
  return Response.json([{ code: 'Any', description: 'Not today.' }], { status })
}
