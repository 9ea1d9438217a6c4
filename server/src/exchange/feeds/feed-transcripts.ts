import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { CoreDeps } from '../../deps.ts'
import type { Connection } from '../../db/engine/dialect.ts'
import { openToEveryone } from '../../http/guard/access.ts'
import { respondFromCache } from '../../http/responses/public-read.ts'
import { makeResponse, type ResponseCache } from '../../http/responses/response-cache.ts'
import { apiHeaders } from '../../http/responses/security-headers.ts'
import { sendResponse } from '../../http/responses/send-response.ts'
import { findTranscript, transcriptTypes } from './transcripts.queries.ts'

const headers = {
  ...apiHeaders,
  'cache-control': 'public, max-age=31536000, immutable',
  'access-control-allow-origin': '*',
  vary: 'accept-encoding',
}

const keyOf = ({ raw: { url = '' } }: FastifyRequest) => url.replace(/\?.*$/s, '')

/** `{episodeId}-{revision}.vtt`, `.srt`, `.json`: an address for each version of a transcript that came with a feed. */
export function registerFeedTranscripts(
  app: FastifyInstance,
  { changes, config, db: { connection } }: CoreDeps,
  responseCache: ResponseCache,
): void {
  const onRequest = respondFromCache(responseCache, changes, keyOf)
  const options = { ...openToEveryone, schema: { hide: true }, onRequest }
  app.get<{ Params: { file: string } }>('/feeds/transcripts/:file', options, async (request, reply) => {
    const { version } = changes
    const isOpen = config.access === 'public'
    const found = isOpen ? await findTranscriptFile(connection, request.params.file) : null
    if (found === null) return reply.callNotFound()
    const { text, contentType, podcastId } = found
    const own = { ...headers, 'content-type': contentType }
    const response = makeResponse({ text, headers: own, version, scopes: [`podcasts/${podcastId}`] })
    responseCache.keep(keyOf(request), response)
    sendResponse(request, reply, response)
    return reply
  })
}

interface TranscriptFile {
  readonly text: string
  readonly contentType: string
  readonly podcastId: number
}

/** Null also for a revision that is not the present one. */
export async function findTranscriptFile(
  connection: Connection,
  file: string,
  userId: string | null = null,
): Promise<TranscriptFile | null> {
  const [, id, revision, format = ''] = /^([1-9]\d{0,14})-([1-9]\d{0,14})\.(vtt|srt|json)$/.exec(file) ?? []
  if (id === undefined || !isFormat(format)) return null
  const asked = { episodeId: Number(id), revision: Number(revision), format }
  const found = await findTranscript(connection, asked, userId)
  if (!found) return null
  const contentType = `${transcriptTypes[format]}; charset=utf-8`
  return { text: found.content, contentType, podcastId: found.podcastId }
}

function isFormat(format: string): format is keyof typeof transcriptTypes {
  return format in transcriptTypes
}
