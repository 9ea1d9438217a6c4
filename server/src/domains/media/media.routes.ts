import type { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '../../deps.ts'
import { AppError, sendError } from '../../http/errors.ts'
import { byteranges } from './byteranges.ts'
import { allowsRange, evaluateConditions } from './conditions.ts'
import { type ByteRange, contentRange, parseRange } from './ranges.ts'
import { createServedMedia, type Served } from './served-media.ts'
import type { MediaStorage } from './storage.ts'

/** Milliseconds without progress after which a stream to a client ends. */
export const idleStreamMs = 60_000

/** Media are public and played by foreign players too, but nothing in them may run when they are opened. */
const commonHeaders = {
  'cache-control': 'public, max-age=31536000, immutable',
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'accept-ranges, content-length, content-range, etag, last-modified',
  'cross-origin-resource-policy': 'cross-origin',
  'content-security-policy': "default-src 'none'; sandbox",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
} as const

interface MediaRoute {
  Params: { file: string }
}

/**
 * `GET` and `HEAD /media/:file`: public, immutable bytes with ranges and conditions as RFC 9110 has them
 * (sections 13 and 14). Several ranges are answered as multipart/byteranges when they are few, ascend and do not
 * overlap, because that saves their reader round trips and costs us nothing; otherwise with the whole file.
 */
export function registerMedia(app: FastifyInstance, deps: Deps, idleMs = idleStreamMs): void {
  const findServed = createServedMedia(deps.db.connection, deps.changes)
  app.route<MediaRoute>({
    method: ['GET', 'HEAD'],
    url: '/media/:file',
    logLevel: 'warn',
    schema: { hide: true },
    handler: async (request, reply) => {
      const found = findServed(request.params.file)
      const media = found instanceof Promise ? await found : found
      if (!media) throw new AppError('NotFound')
      return answer(request, reply, media, deps, idleMs)
    },
  })
}

function answer(
  request: FastifyRequest,
  reply: FastifyReply,
  media: Served,
  { clock, storage }: Deps,
  idleMs: number,
): FastifyReply | Promise<FastifyReply> {
  const now = clock()
  const verdict = evaluateConditions(request.headers, media, now)
  if (verdict === 'precondition failed') return sendError(reply, new AppError('PreconditionFailed'))

  reply.headers(commonHeaders).header('etag', media.etag)
  if (verdict === 'not modified') return reply.code(304).send()

  reply.header('last-modified', media.lastModifiedText).header('accept-ranges', 'bytes')
  if (request.method === 'HEAD') return sendHead(reply, media)

  const isRangeWanted = allowsRange(request.headers['if-range'] as string | undefined, media, now)
  const range = parseRange(isRangeWanted ? request.headers.range : undefined, media.sizeBytes)
  if (range.kind === 'unsatisfiable') return refuseRange(reply, media)

  // Whoever does not take the bytes in time is cut off: Node destroys a socket that makes no progress.
  reply.raw.setTimeout(idleMs)
  if (range.kind === 'whole') return sendBytes(reply, media, storage, { start: 0, end: media.sizeBytes - 1 })
  reply.code(206)
  const [first, second] = range.parts as [ByteRange, ByteRange?]
  if (second) return sendParts(reply, media, storage, range.parts)
  reply.header('content-range', contentRange(first, media.sizeBytes))
  return sendBytes(reply, media, storage, first)
}

function sendHead(reply: FastifyReply, media: Served): FastifyReply {
  return reply.header('content-type', media.contentType).header('content-length', media.sizeBytes).send()
}

function refuseRange(reply: FastifyReply, media: Served): FastifyReply {
  for (const name of ['etag', 'last-modified']) reply.removeHeader(name)
  reply.header('content-range', `bytes */${media.sizeBytes}`)
  return sendError(reply, new AppError('RangeNotSatisfiable'))
}

async function sendBytes(
  reply: FastifyReply,
  media: Served,
  storage: MediaStorage,
  range: ByteRange,
): Promise<FastifyReply> {
  const bytes = await storage.read(media.sha256, range.start, range.end)
  reply.header('content-type', media.contentType).header('content-length', range.end - range.start + 1)
  return sendOrDestroy(reply, bytes)
}

function sendParts(
  reply: FastifyReply,
  media: Served,
  storage: MediaStorage,
  parts: readonly ByteRange[],
): FastifyReply {
  const { contentType, contentLength, body } = byteranges(parts, media.contentType, media.sizeBytes, (part) =>
    storage.read(media.sha256, part.start, part.end),
  )
  reply.header('content-type', contentType).header('content-length', contentLength)
  return sendOrDestroy(reply, body)
}

/** A client that went away while the storage was asked would leave its stream, and its file, open for ever. */
function sendOrDestroy(reply: FastifyReply, bytes: Buffer | Readable): FastifyReply {
  if (!Buffer.isBuffer(bytes) && reply.raw.destroyed) bytes.destroy()
  return reply.send(bytes)
}
