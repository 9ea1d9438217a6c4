import type { LibraryEntry } from '@earmark/contract/library.ts'
import { vi } from 'vitest'

/** The fate of a request: done, refused, or without a response. */
export type Fate = 'done' | 'refused' | 'unheard'

interface Asked {
  readonly method: string
  readonly path: string
  readonly body: unknown
}

type Item = { audioBookId: number } | { podcastId: number; podcastEpisodeId: number }

/** The libraries' calls of a server with one person's library, in place of `fetch`. */
export class LibraryServer {
  entries: LibraryEntry[] = []
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
    if (method === 'GET') return this.entries
    if (method === 'POST')
      return path === '/list' ? (body as Item[]).map((item) => this.add(item)) : this.add(body as Item)
    return this.remove(path === '/list' ? (body as number[]) : [Number(path.slice(1))])
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
