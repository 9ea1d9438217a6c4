import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Made } from '../../db/changes/changes.ts'
import {
  type CachedResponse,
  filesOf,
  listHeaders,
  makeLongResponse,
} from '../../http/responses/response-cache.ts'
import { sendHead, sendResponse } from '../../http/responses/send-response.ts'
import { feedType, isKnown, notFound } from './answer-feed.ts'
import { SharedWork } from './making/shared-work.ts'
import { Turns } from './making/turns.ts'
import { itemsOnPage } from './pages.ts'
import type { Feed } from './writer/feed.ts'
import { writeFeed } from './writer/write-feed.ts'

export interface FeedPage extends Made {
  /** Of whom it is for, and which page. */
  readonly key: string
  readonly etag: string
  /** Of a 304, too. */
  readonly headers: Readonly<Record<string, string>>
  /** Null where there is none. */
  readonly read: () => Promise<Feed | null>
  readonly keep?: (response: CachedResponse) => void
}

export type FeedPageSender = (
  request: FastifyRequest,
  reply: FastifyReply,
  page: FeedPage,
) => Promise<FastifyReply>

const longPagesAtOnce = 2

/**
 * Sends pages of feeds (0073): made once for all who ask for one at a time, long ones a few at a time, none for clients that
 * have it, that ask for its head, or that have left.
 *
 * @param folder for pages that are too large for memory
 */
export function createFeedPageSender(folder: string): FeedPageSender {
  const shared = new SharedWork<CachedResponse | null>()
  const longPages = new Turns(longPagesAtOnce)

  async function make(page: FeedPage, signal: AbortSignal): Promise<CachedResponse | null> {
    const { etag, version, scopes } = page
    const feed = await page.read()
    if (!feed) return null
    const headers = { ...page.headers, 'content-type': feedType }
    const write = () =>
      makeLongResponse({ texts: writeFeed(feed, signal), folder, headers, etag, version, scopes })
    const whole = feed.itemsCount > itemsOnPage ? await longPages.run(signal, write) : await write()
    const response = { ...whole, notModified: listHeaders({ ...page.headers, etag }) }
    page.keep?.(response)
    setImmediate(() => filesOf(response)?.release())
    return response
  }

  return async (request, reply, page) => {
    const { etag, headers } = page
    if (isKnown(request, etag))
      return reply
        .code(304)
        .headers({ ...headers, etag })
        .send()
    if (request.method === 'HEAD') {
      if (!(await page.read())) return notFound(reply)
      sendHead(reply, { ...headers, 'content-type': feedType, etag })
      return reply
    }
    const client = new AbortController()
    reply.raw.once('close', () => client.abort())
    if (reply.raw.destroyed) client.abort()
    try {
      const response = await shared.join(`${page.key} ${etag}`, client.signal, (signal) => make(page, signal))
      if (response) sendResponse(request, reply, response)
      else notFound(reply)
    } catch (error) {
      if (!client.signal.aborted) throw error
      reply.hijack()
    }
    return reply
  }
}
