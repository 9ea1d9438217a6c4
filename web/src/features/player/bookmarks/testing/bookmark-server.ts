import type { Bookmark } from '@earmark/contract/bookmarks.ts'
import { vi } from 'vitest'

/** The fate of a request: done, refused for good or for now, not arrived, or done without an answer. */
export type Fate = 'done' | 'refused' | 'busy' | 'unheard' | 'lost'

type Body = Partial<Bookmark> & { baseVersion?: number; audioBookId?: number }

/** The calls of a server with one account's bookmarks, in place of `fetch`. */
export class BookmarkServer {
  bookmarks: Bookmark[] = []
  /** The methods of changes. */
  readonly asked: string[] = []
  /** Of changes, one after another and again from the first. */
  fates: readonly Fate[]
  private lastId = 0

  constructor(fates: readonly Fate[]) {
    this.fates = fates
    vi.stubGlobal('fetch', (url: string, init: RequestInit) => this.answer(url, init))
  }

  private async answer(url: string, { method = 'GET', body }: RequestInit): Promise<Response> {
    await Promise.resolve()
    if (!url.includes('/bookmarks/me')) return new Response(null, { status: 204 })
    if (method === 'GET') return Response.json({ items: this.bookmarks, totalCount: this.bookmarks.length })
    this.asked.push(method)
    const fate = this.fates[(this.asked.length - 1) % this.fates.length] ?? 'done'
    if (fate === 'unheard') throw new TypeError('Failed to fetch')
    if (fate === 'busy') return refusal(503)
    if (fate === 'refused') return refusal(400)
    const done = this.perform(
      method,
      Number(url.split('/').at(-1)),
      JSON.parse((body as string) || '{}') as Body,
    )
    if (fate === 'lost') throw new TypeError('Failed to fetch')
    return done
  }

  private perform(method: string, id: number, body: Body): Response {
    if (method === 'POST') return this.add(body)
    const bookmark = this.bookmarks.find((one) => one.id === id)
    if (bookmark === undefined) return refusal(404)
    if (method === 'DELETE') {
      this.bookmarks = this.bookmarks.filter((one) => one !== bookmark)
      return new Response(null, { status: 204 })
    }
    if (body.baseVersion !== bookmark.version)
      return Response.json([{ code: 'StaleBookmark', description: 'Stale.', current: bookmark }], {
        status: 409,
      })
    const { startSeconds = 0, endSeconds = null, note = '' } = body
    Object.assign(bookmark, { startSeconds, endSeconds, note, version: bookmark.version + 1 })
    return Response.json(bookmark)
  }

  private add({ clientId, audioBookId, startSeconds, endSeconds, note }: Body): Response {
    const known = this.bookmarks.find((one) => one.clientId === clientId)
    if (known !== undefined) return Response.json(known)
    this.lastId += 1
    const names = { id: audioBookId, name: 'A book' }
    const records = { audioBook: names, podcast: null, podcastEpisode: null }
    const marked = { clientId, startSeconds, endSeconds, note, chapterTitle: null }
    const bookmark = { id: this.lastId, version: 1, ...records, ...marked } as Bookmark
    this.bookmarks.push(bookmark)
    return Response.json(bookmark, { status: 201 })
  }
}

function refusal(status: number): Response {
  return Response.json([{ code: 'Any', description: 'Not this.' }], { status })
}
