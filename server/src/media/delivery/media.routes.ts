import type { OutgoingHttpHeaders } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { MediaDeps } from '../storage/files/storage.ts'
import { AppError } from '../../errors.ts'
import { openToEveryone } from '../../http/guard/access.ts'
import { sendError } from '../../http/responses/error-handler.ts'
import { timeLimits } from '../../http/connections/limits.ts'
import { allowsRange, evaluateConditions } from './conditions.ts'
import type { Accelerated, Redirected } from '../storage/files/delivery.ts'
import { type ByteRange, contentRange, parseRange } from './ranges.ts'
import { sendChunks } from './send-chunks.ts'
import { createServedMedia, mediaHeaders, type Served } from './served-media.ts'

interface MediaRoute {
  Params: { file: string }
}

/** `GET` and `HEAD /media/:file`: public, immutable bytes with conditions and ranges (RFC 9110, 13 and 14; 0008). */
export function registerMedia(app: FastifyInstance, deps: MediaDeps, idleMs = timeLimits.unreadMs): void {
  const findServed = createServedMedia(deps.db.connection, deps.changes)
  app.route<MediaRoute>({
    method: ['GET', 'HEAD'],
    url: '/media/:file',
    ...openToEveryone,
    schema: { hide: true },
    handler: async (request, reply) => {
      reply.header('access-control-allow-origin', '*')
      const found = findServed(request.params.file)
      const media = found instanceof Promise ? await found : found
      if (!media) throw new AppError('NotFound')
      await answer(request, reply, media, deps, idleMs)
    },
  })
  app.options('/media/:file', { schema: { hide: true } }, (_request, reply) =>
    reply.code(204).headers(preflight).send(),
  )
}

const preflight = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'GET, HEAD',
  'access-control-allow-headers':
    'range, if-range, if-match, if-none-match, if-modified-since, if-unmodified-since',
  'access-control-max-age': '86400',
}

async function answer(
  request: FastifyRequest,
  reply: FastifyReply,
  media: Served,
  { clock, storage }: MediaDeps,
  idleMs: number,
): Promise<void> {
  const now = clock()
  const verdict = evaluateConditions(request.headers, media, now)
  if (verdict === 'precondition failed') throw new AppError('PreconditionFailed')
  if (verdict === 'not modified')
    return void reply.code(304).headers(mediaHeaders).header('etag', media.etag).send()
  if (request.method === 'HEAD') return sendHead(reply, media)

  const isRangeAllowed = allowsRange(request.headers['if-range'] as string | undefined, media, now)
  const range = parseRange(isRangeAllowed ? request.headers.range : undefined, media.sizeBytes)
  if (range === 'unsatisfiable') return refuseRange(reply, media)
  const { delivery } = storage
  if (delivery.kind === 'redirected') return await sendElsewhere(reply, media, delivery)
  if (delivery.kind === 'accelerated') return leaveToNginx(reply, media, delivery)
  const { start, end } = range === 'whole' ? { start: 0, end: media.sizeBytes - 1 } : range
  const chunks = storage.read(media.sha256, start, end)
  await sendContent(reply, media, range, chunks, idleMs)
}

function sendHead(reply: FastifyReply, media: Served): void {
  reply
    .headers(media.headers)
    .header('content-type', media.contentType)
    .header('content-length', media.sizeBytes)
    .send()
}

function refuseRange(reply: FastifyReply, media: Served): void {
  reply.headers(mediaHeaders).header('content-range', `bytes */${media.sizeBytes}`)
  sendError(reply, new AppError('RangeNotSatisfiable'))
}

async function sendElsewhere(reply: FastifyReply, media: Served, delivery: Redirected): Promise<void> {
  const { url, maxAgeSeconds } = await delivery.addressOf(media.sha256, media.contentType)
  reply.headers({ ...mediaHeaders, 'cache-control': `public, max-age=${maxAgeSeconds}` }).redirect(url, 302)
}

function leaveToNginx(reply: FastifyReply, media: Served, delivery: Accelerated): void {
  const { 'accept-ranges': _ofNginx, ...headers } = media.headers
  reply
    .headers(headers)
    .header('content-type', media.contentType)
    .header('x-accel-redirect', delivery.pathOf(media.sha256))
    .send()
}

/** Writes past Fastify (0008). Read errors before the first byte are answered by the error handler. */
async function sendContent(
  reply: FastifyReply,
  media: Served,
  range: ByteRange | 'whole',
  chunks: AsyncGenerator<Uint8Array, void>,
  idleMs: number,
): Promise<void> {
  const { contentType, sizeBytes } = media
  const isWhole = range === 'whole'
  const headers = {
    ...media.headers,
    'content-type': contentType,
    'content-length': isWhole ? sizeBytes : range.end - range.start + 1,
    ...(!isWhole && { 'content-range': contentRange(range, sizeBytes) }),
  }
  const first = await chunks.next()
  reply.hijack()
  const givenHeaders = reply.getHeaders() as OutgoingHttpHeaders
  reply.raw.writeHead(isWhole ? 200 : 206, { ...givenHeaders, ...headers })
  await sendChunks(reply.raw, first, chunks, idleMs)
}
