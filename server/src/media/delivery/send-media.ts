import type { OutgoingHttpHeaders } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../../errors.ts'
import { sendError } from '../../http/responses/error-handler.ts'
import type { MediaDeps, MediaStorage } from '../storage/files/storage.ts'
import {
  type Accelerated,
  type AddressLife,
  membersCacheControl,
  type Redirected,
} from '../storage/files/delivery.ts'
import { allowsRange, evaluateConditions } from './conditions.ts'
import { joinedChunks, requireParts } from './joined-chunks.ts'
import { type ByteRange, contentRange, parseRange } from './ranges.ts'
import { sendChunks } from './send-chunks.ts'
import { createServedMedia, mediaHeaders, type Served } from './served-media.ts'

/** @param life of the address, where not everybody may read the file; null otherwise */
export type SendMedia = (
  request: FastifyRequest,
  reply: FastifyReply,
  file: string,
  life: AddressLife | null,
) => Promise<void>

/** Immutable bytes with conditions and ranges (RFC 9110, 13 and 14; 0008). @throws AppError `NotFound` */
export function createMediaSender(deps: MediaDeps, idleMs: number): SendMedia {
  const findServed = createServedMedia(deps.db.connection, deps.changes)
  return async (request, reply, file, life) => {
    const found = findServed(file)
    const media = found instanceof Promise ? await found : found
    if (!media) throw new AppError('NotFound')
    await answer(request, reply, life ? forMembers(media, life, deps.clock()) : media, deps, life, idleMs)
  }
}

/** Their addresses are secrets as long as they live. */
function forMembers(media: Served, { expires }: AddressLife, now: number): Served {
  const cacheControl = membersCacheControl(Math.ceil(expires - now / 1000))
  const headers = { ...media.headers, 'cache-control': cacheControl, 'referrer-policy': 'no-referrer' }
  return { ...media, headers }
}

async function answer(
  request: FastifyRequest,
  reply: FastifyReply,
  media: Served,
  { clock, storage }: MediaDeps,
  life: AddressLife | null,
  idleMs: number,
): Promise<void> {
  const now = clock()
  if (media.isInPlace) await requireInPlace(storage, media, request)
  const verdict = evaluateConditions(request.headers, media, now)
  if (verdict === 'precondition failed') throw new AppError('PreconditionFailed')
  if (verdict === 'not modified')
    return void reply.code(304).headers(commonHeaders(media)).header('etag', media.etag).send()
  if (request.method === 'HEAD') return await sendHead(reply, media, storage)

  const isRangeAllowed = allowsRange(request.headers['if-range'] as string | undefined, media, now)
  const range = parseRange(isRangeAllowed ? request.headers.range : undefined, media.sizeBytes)
  if (range === 'unsatisfiable') return refuseRange(reply, media)
  const { start, end } = range === 'whole' ? { start: 0, end: media.sizeBytes - 1 } : range
  const { delivery } = storage
  const isStored = media.indexBytes === null && !media.isInPlace
  if (delivery.kind === 'redirected' && isStored)
    return await sendElsewhere(reply, media, delivery, life, now)
  if (delivery.kind === 'accelerated' && isStored && !isGuarded(request))
    return leaveToNginx(reply, media, delivery)
  await sendContent(reply, media, range, chunksOf(storage, media, start, end), idleMs)
}

function chunksOf(
  storage: MediaStorage,
  { sha256, indexBytes }: Served,
  start: number,
  end: number,
): AsyncGenerator<Uint8Array, void> {
  if (indexBytes === null) return storage.read(sha256, start, end)
  return joinedChunks(storage, { sha256, sizeBytes: indexBytes }, start, end)
}

/**
 * Conditions hold for what is there alone (RFC 9110, 13.2.1). Of a joined medium all parts are looked for that are to be sent.
 *
 * @throws AppError `NotFound`, `ServiceUnavailable`
 */
async function requireInPlace(
  storage: MediaStorage,
  { sha256, indexBytes, sizeBytes }: Served,
  { method, headers }: FastifyRequest,
): Promise<void> {
  const asked = parseRange(method === 'HEAD' ? undefined : headers.range, sizeBytes)
  const { start, end } = typeof asked === 'string' ? { start: 0, end: sizeBytes - 1 } : asked
  if (indexBytes !== null) return await requireParts(storage, { sha256, sizeBytes: indexBytes }, start, end)
  for await (const chunk of storage.read(sha256, start, start)) void chunk
}

/** A bucket that GET leads to is not asked (0017). @throws AppError `NotFound`, `ServiceUnavailable` */
async function sendHead(reply: FastifyReply, media: Served, storage: MediaStorage): Promise<void> {
  if (!media.isInPlace && storage.delivery.kind !== 'redirected')
    for await (const chunk of chunksOf(storage, media, 0, 0)) void chunk
  reply
    .headers(media.headers)
    .header('content-type', media.contentType)
    .header('content-length', media.sizeBytes)
    .send()
}

function refuseRange(reply: FastifyReply, media: Served): void {
  reply.headers(commonHeaders(media)).header('content-range', `bytes */${media.sizeBytes}`)
  sendError(reply, new AppError('RangeNotSatisfiable'))
}

/** Those of every medium, as this one has them. */
function commonHeaders({ headers }: Served): Record<string, string> {
  return Object.fromEntries(Object.keys(mediaHeaders).map((name) => [name, headers[name] ?? '']))
}

async function sendElsewhere(
  reply: FastifyReply,
  media: Served,
  delivery: Redirected,
  life: AddressLife | null,
  now: number,
): Promise<void> {
  const { url, maxAgeSeconds } = await delivery.addressOf(media.sha256, media.contentType, life ?? undefined)
  const cacheControl = life
    ? `private, max-age=${Math.min(maxAgeSeconds, Math.floor(life.expires - now / 1000))}`
    : `public, max-age=${maxAgeSeconds}`
  reply.headers({ ...commonHeaders(media), 'cache-control': cacheControl }).redirect(url, 302)
}

/** nginx compares these with its own file: it would refuse what has been allowed. */
function isGuarded({ headers }: FastifyRequest): boolean {
  return headers['if-match'] !== undefined || headers['if-unmodified-since'] !== undefined
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
