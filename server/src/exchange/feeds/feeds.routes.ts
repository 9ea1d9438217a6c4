import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { temporaryFolder } from '../../config/config.ts'
import { openToEveryone } from '../../http/guard/access.ts'
import { respondFromCache } from '../../http/responses/public-read.ts'
import type { ResponseCache } from '../../http/responses/response-cache.ts'
import { apiHeaders } from '../../http/responses/security-headers.ts'
import { etagOf, notFound, readId, readPage } from './answer-feed.ts'
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
import { createFeedPageSender } from './send-page.ts'

const headers = {
  ...apiHeaders,
  'cache-control': 'public, max-age=300',
  'access-control-allow-origin': '*',
  vary: 'accept-encoding',
}

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
  const sendPage = createFeedPageSender(temporaryFolder(deps.config))
  registerPrivateFeeds(app, deps, sendRelayed, sendPage)
  registerFeedImages(app, deps)
  const { changes, config, db } = deps
  const addresses = publicAddresses(config)
  const fromMemory = respondFromCache(responseCache, changes, keyOf)

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
    const key = keyOf(request)
    return await sendPage(request, reply, {
      ...made,
      key,
      etag: etagOf(kinds[list], id, revision, page),
      headers,
      read: () => makers[list](deps, id, page, addresses),
      keep: (response) => responseCache.keep(key, response),
    })
  }
}

/** Addresses with other queries share what is kept of their page. */
function keyOf({ raw: { url = '' } }: FastifyRequest): string {
  const at = url.indexOf('?')
  if (at < 0) return url
  const page = readPage(url)
  return page === null ? '' : `${url.slice(0, at)}${page === 1 ? '' : `?page=${page}`}`
}
