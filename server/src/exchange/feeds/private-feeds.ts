import { hash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { jsonChapters } from '../../catalogue/chapters/chapters.service.ts'
import { openToEveryone } from '../../http/guard/access.ts'
import { timeLimits } from '../../http/connections/limits.ts'
import { makeResponse } from '../../http/responses/response-cache.ts'
import { apiHeaders } from '../../http/responses/security-headers.ts'
import { sendResponse } from '../../http/responses/send-response.ts'
import { addArrivalsBeforeRead } from '../../listening/follows/arrivals.ts'
import { createMediaSender } from '../../media/delivery/send-media.ts'
import type { RelaySender } from '../sources/relay/send-relayed.ts'
import type { MediaDeps } from '../../media/storage/files/storage.ts'
import { etagOf, notFound, readId, readPage } from './answer-feed.ts'
import { makeAudioBookFeed } from './audio-book-feed.ts'
import { privateAddresses } from './feed-addresses.ts'
import { findVersion } from './feed-chapters.ts'
import { findTranscriptFile } from './feed-transcripts.ts'
import { makeLibraryFeed } from './library-feed.ts'
import { findLibraryState } from './library-items.queries.ts'
import { makePodcastFeed } from './podcast-feed.ts'
import { findFollowedRevision, findRevision } from './settings/feed-rows.queries.ts'
import type { TokenHolder } from './tokens/feed-tokens.queries.ts'
import { findHolder } from './tokens/feed-tokens.service.ts'
import type { FeedPage, FeedPageSender } from './send-page.ts'

/** Their addresses are secrets, which no log, index, cache or next page may learn. */
const headers = {
  ...apiHeaders,
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex',
  'cache-control': 'private, no-cache',
  vary: 'accept-encoding',
}

interface PrivateRoute {
  Params: { token: string; id: string; name: string; file: string }
}

type Request = FastifyRequest<PrivateRoute>

/** The feeds of whoever has a token, and below them what of the library is not public. */
export function registerPrivateFeeds(
  app: FastifyInstance,
  deps: MediaDeps,
  sendRelayed: RelaySender | null,
  sendPage: FeedPageSender,
): void {
  const { connection } = deps.db
  const sendMedia = createMediaSender(deps, timeLimits.unreadMs)

  function route(
    path: string,
    answer: (request: Request, reply: FastifyReply, holder: TokenHolder) => Promise<FastifyReply | void>,
  ): void {
    app.route<PrivateRoute>({
      method: ['GET', 'HEAD'],
      url: `/feeds/p/:token/${path}`,
      ...openToEveryone,
      schema: { hide: true },
      handler: async (request, reply) => {
        reply.headers({ 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex' })
        const holder = await findHolder(deps, request.params.token)
        return holder ? answer(request, reply, holder) : notFound(reply)
      },
    })
  }

  for (const kind of ['podcast', 'audio-book'] as const) {
    const make = kind === 'podcast' ? makePodcastFeed : makeAudioBookFeed
    route(`${kind}s/:id.xml`, async (request, reply, { userId }) => {
      const id = readId(request.params.id)
      const page = readPage(request.raw.url as string)
      if (id === null || page === null) return notFound(reply)
      const shared = await findRevision(connection, kind, id)
      const own =
        shared === undefined && kind === 'podcast'
          ? await findFollowedRevision(connection, id, userId)
          : undefined
      const revision = shared ?? own
      if (revision === undefined) return notFound(reply)
      const audience = own === undefined ? 'public' : 'followers'
      const addresses = privateAddresses(deps.config, request.params.token)
      const etag = etagOf(kind, id, revision, page)
      const read = () => make(deps, id, page, addresses, audience)
      return await sendPage(request, reply, privatePage(request, etag, read))
    })
  }

  route('library.xml', async (request, reply, holder) => {
    const page = readPage(request.raw.url as string)
    if (page === null) return notFound(reply)
    await addArrivalsBeforeRead(deps.db, holder.userId)
    const state = await findLibraryState(connection, holder.userId)
    const addresses = privateAddresses(deps.config, request.params.token)
    const name = hash('sha1', holder.userName, 'base64url')
    const etag = `W/"library-${name}-${state.tag}-${page}"`
    const read = () => makeLibraryFeed(deps, holder, { page, state }, addresses)
    return await sendPage(request, reply, privatePage(request, etag, read))
  })

  for (const kind of ['episodes', 'audio-books'] as const)
    route(
      `chapters/${kind === 'episodes' ? '' : 'audio-books/'}:name.json`,
      async (request, reply, holder) => {
        const found = await findVersion(connection, kind, request.params.name, holder.userId)
        if (!found) return notFound(reply)
        const text = JSON.stringify(jsonChapters.of(found.chapters))
        return answerText(request, reply, { text, type: jsonChapters.type })
      },
    )

  route('transcripts/:file', async (request, reply, holder) => {
    const found = await findTranscriptFile(connection, request.params.file, holder.userId)
    return found ? answerText(request, reply, { text: found.text, type: found.contentType }) : notFound(reply)
  })

  route('media/:file', async (request, reply) => {
    reply.header('access-control-allow-origin', '*')
    const seconds = deps.config.mediaSeconds
    const expires = Math.floor(deps.clock() / 1000) + seconds
    await sendMedia(request, reply, request.params.file, { expires, seconds })
  })

  if (sendRelayed)
    route('relay/:file', async (request, reply) => await sendRelayed(request, reply, request.params.file))
}

/** Kept for nobody. */
function privatePage(request: Request, etag: string, read: FeedPage['read']): FeedPage {
  const key = (request.raw.url as string).replace(/\?.*$/s, '')
  return { key, etag, headers, read, version: 0, scopes: [] }
}

function answerText(
  request: Request,
  reply: FastifyReply,
  { text, type }: { text: string; type: string },
): FastifyReply {
  const all = { ...headers, 'content-type': type }
  sendResponse(request, reply, makeResponse({ text, headers: all, version: 0, scopes: [] }))
  return reply
}
