import { type Chapters, jsonChaptersType } from '@earmark/contract/chapters.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { RecordingRef } from '../../catalogue/chapters/chapters.queries.ts'
import { findChapters, jsonChapters } from '../../catalogue/chapters/chapters.service.ts'
import { isFollowedUnlisted } from '../../catalogue/podcasts/podcasts.queries.ts'
import { scopeOf } from '../../catalogue/editing/records.queries.ts'
import type { Connection } from '../../db/engine/dialect.ts'
import type { CoreDeps } from '../../deps.ts'
import { openToEveryone } from '../../http/guard/access.ts'
import { respondFromCache } from '../../http/responses/public-read.ts'
import { makeResponse, type ResponseCache } from '../../http/responses/response-cache.ts'
import { apiHeaders } from '../../http/responses/security-headers.ts'
import { sendResponse } from '../../http/responses/send-response.ts'
import { findPodcastIdOf } from './items.queries.ts'

const headers = {
  ...apiHeaders,
  'content-type': jsonChaptersType,
  'cache-control': 'public, max-age=31536000, immutable',
  'access-control-allow-origin': '*',
  vary: 'accept-encoding',
}

export interface ChaptersRoute {
  Params: { name: string }
}

const keyOf = ({ raw: { url = '' } }: FastifyRequest) => url.replace(/\?.*$/s, '')

/** `{id}-{version}.json`: an address for each version of a recording's chapters. */
export function registerFeedChapters(
  app: FastifyInstance,
  { changes, config, db: { connection } }: CoreDeps,
  responseCache: ResponseCache,
): void {
  const onRequest = respondFromCache(responseCache, changes, keyOf)
  const options = { ...openToEveryone, schema: { hide: true }, onRequest }
  for (const kind of ['episodes', 'audio-books'] as const) {
    const folder = kind === 'episodes' ? '' : '/audio-books'
    app.get<ChaptersRoute>(`/feeds/chapters${folder}/:name.json`, options, async (request, reply) => {
      const { version } = changes
      const isOpen = config.access === 'public'
      const found = isOpen ? await findVersion(connection, kind, request.params.name) : null
      if (found === null) return reply.callNotFound()
      const text = JSON.stringify(jsonChapters.of(found.chapters))
      const response = makeResponse({ text, headers, version, scopes: [scopeOf(found.record)] })
      responseCache.keep(keyOf(request), response)
      sendResponse(request, reply, response)
      return reply
    })
  }
}

/** Null also for a version that is not the present one. */
export async function findVersion(
  connection: Connection,
  kind: 'episodes' | 'audio-books',
  name: string,
  userId: string | null = null,
): Promise<{ record: RecordingRef; chapters: Chapters } | null> {
  const [, id = 0, version] = (/^([1-9]\d{0,14})-(\d{1,15})$/.exec(name) ?? []).map(Number)
  const podcastId = kind === 'episodes' && id > 0 ? await findPodcastIdOf(connection, id) : undefined
  const record: RecordingRef =
    podcastId === undefined ? { kind: 'audio-book', id } : { kind: 'episode', id, podcastId }
  const isAsked = id > 0 && (kind === 'audio-books' || podcastId !== undefined)
  const isFollowed =
    userId !== null && podcastId !== undefined && (await isFollowedUnlisted(connection, podcastId, userId))
  const audience = isFollowed ? 'followers' : 'public'
  const chapters = isAsked ? await findChapters(connection, record, audience) : undefined
  return chapters && chapters.version === version ? { record, chapters } : null
}
