import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { openToEveryone } from '../../http/guard/access.ts'
import { respondFromCache } from '../../http/responses/public-read.ts'
import {
  type CachedResponse,
  listHeaders,
  makeResponse,
  type ResponseCache,
} from '../../http/responses/response-cache.ts'
import { apiHeaders } from '../../http/responses/security-headers.ts'
import { sendResponse } from '../../http/responses/send-response.ts'
import { etagOf, feedType, isKnown, notFound, readId, readPage } from './answer-feed.ts'
import { publicAddresses } from './feed-addresses.ts'
import { makeAudioBookFeed } from './audio-book-feed.ts'
import { registerFeedImages } from './feed-images.ts'
import { registerFeedChapters } from './feed-chapters.ts'
import { registerFeedTranscripts } from './feed-transcripts.ts'
import { findRevision } from './settings/feed-rows.queries.ts'
import type { MediaDeps } from '../../media/storage/files/storage.ts'
import type { RelaySender } from '../sources/relay/send-relayed.ts'
import { registerPrivateFeeds } from './private-feeds.ts'
import { makePodcastFeed } from './podcast-feed.ts'
import { writeFeed } from './writer/write-feed.ts'

/** Of a 304 too, which leaves out what the client has (RFC 9110, 15.4.5). */
const lasting = {
  'cache-control': 'public, max-age=300',
  'access-control-allow-origin': '*',
  vary: 'accept-encoding',
}
const headers = { ...apiHeaders, ...lasting, 'content-type': feedType }

const kinds = { podcasts: 'podcast', 'audio-books': 'audio-book' } as const
const makers = { podcasts: makePodcastFeed, 'audio-books': makeAudioBookFeed }

interface FeedRoute {
  Params: { id: string }
}

/** The feeds of public records, beside the API. On a server for members alone there are none. */
export function registerFeeds(
  app: FastifyInstance,
  deps: MediaDeps,
  responseCache: ResponseCache,
  sendRelayed: RelaySender | null,
): void {
  registerFeedChapters(app, deps, responseCache)
  registerFeedTranscripts(app, deps, responseCache)
  registerPrivateFeeds(app, deps, sendRelayed)
  registerFeedImages(app, deps)
  const { changes, config, db } = deps
  const addresses = publicAddresses(config)
  const fromMemory = respondFromCache(responseCache, changes, keyOf)
  const making = new Map<string, Promise<CachedResponse | null>>()

  for (const list of ['podcasts', 'audio-books'] as const) {
    app.get<FeedRoute>(
      `/feeds/${list}/:id.xml`,
      { ...openToEveryone, schema: { hide: true }, onRequest: fromMemory },
      (request, reply) => answer(request, reply, list),
    )
  }

  async function answer(
    request: FastifyRequest<FeedRoute>,
    reply: FastifyReply,
    list: keyof typeof kinds,
  ): Promise<FastifyReply> {
    const id = readId(request.params.id)
    const page = readPage(request.raw.url as string)
    if (id === null || page === null || config.access === 'members') return notFound(reply)
    const made = { version: changes.version, scopes: [`${list}/${id}`] as const }
    const revision = await findRevision(db.connection, kinds[list], id)
    if (revision === undefined) return notFound(reply)
    const etag = etagOf(kinds[list], id, revision, page)
    if (isKnown(request, etag))
      return reply
        .code(304)
        .headers({ ...lasting, etag })
        .send()
    const key = keyOf(request)
    const make = async () => {
      const feed = await makers[list](deps, id, page, addresses)
      if (!feed) return null
      const whole = makeResponse({ text: writeFeed(feed), headers, etag, ...made })
      const response = { ...whole, notModified: listHeaders({ ...lasting, etag }) }
      responseCache.keep(key, response)
      return response
    }
    const response = await shared(making, `${key} ${etag}`, make)
    if (response === null) return notFound(reply)
    sendResponse(request, reply, response)
    return reply
  }
}

/** Concurrent requests for one thing wait for the same making of it. */
async function shared<T>(making: Map<string, Promise<T>>, key: string, make: () => Promise<T>): Promise<T> {
  const present = making.get(key)
  if (present) return await present
  const made = make().finally(() => making.delete(key))
  making.set(key, made)
  return await made
}

/** Addresses with other queries share what is kept of their page. */
function keyOf({ raw: { url = '' } }: FastifyRequest): string {
  const at = url.indexOf('?')
  if (at < 0) return url
  const page = readPage(url)
  return page === null ? '' : `${url.slice(0, at)}${page === 1 ? '' : `?page=${page}`}`
}
