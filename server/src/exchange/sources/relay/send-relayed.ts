import type { OutgoingHttpHeaders } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { EgressError, type EgressStream } from '../../../egress/egress.ts'
import { timeLimits } from '../../../http/connections/limits.ts'
import { networkAddress } from '../../../http/guard/network-address.ts'
import { sendError } from '../../../http/responses/error-handler.ts'
import { mediaFile, mediaKeyOf } from '../../../media/content-type.ts'
import { mediaHeaders } from '../../../media/delivery/served-media.ts'
import { sendChunks } from '../../../media/delivery/send-chunks.ts'
import { credentialsFor } from '../source/secrets.ts'
import type { SourceDeps } from '../source/source-deps.ts'
import { judgeAnswer, type OriginAnswer } from './origin-answer.ts'
import { noteLength } from './note-length.ts'
import { findRelayedSound, type RelayedSound } from './relay.queries.ts'
import { failure } from './relay-failures.ts'
import { RelayStreams } from './relay-streams.ts'

/** @throws AppError `NotFound`, `ServiceUnavailable`, `TooManyRequests` */
export type RelaySender = (request: FastifyRequest, reply: FastifyReply, file: string) => Promise<void>

/** Answers with the bytes of an episode whose sound is elsewhere, asked for range by range and kept nowhere (0062). */
export function createRelaySender(deps: SourceDeps): RelaySender {
  const streams = new RelayStreams()
  return async (request, reply, file) => {
    reply.headers(relayHeaders)
    const sound = await findSound(deps, file)
    if (isSentElsewhere(deps, sound)) return void reply.redirect(sound.originUrl, 302)
    const leave = streams.enter(networkAddress(request.ip), failure)
    await relay(request, reply, deps, sound).finally(leave)
  }
}

const relayHeaders = {
  ...mediaHeaders,
  'cache-control': 'private, no-store',
  'referrer-policy': 'no-referrer',
}

async function findSound({ db }: SourceDeps, file: string): Promise<RelayedSound> {
  const key = mediaKeyOf(file)
  const sound = key === null ? undefined : await findRelayedSound(db.connection, key)
  if (!sound || key === null || mediaFile(key, sound.contentType) !== file) throw failure('NotFound')
  return sound
}

/** Pages may not load what comes without TLS. */
function isSentElsewhere({ config }: SourceDeps, { originUrl, secret }: RelayedSound): boolean {
  return config.sourcePlayback === 'origin' && originUrl.startsWith('https:') && secret === null
}

async function relay(
  request: FastifyRequest,
  reply: FastifyReply,
  deps: SourceDeps,
  sound: RelayedSound,
): Promise<void> {
  const left = new AbortController()
  request.raw.once('close', () => left.abort())
  reply.raw.once('close', () => left.abort())
  const asked = request.method === 'GET' ? singleRange(request.headers.range) : undefined
  const origin = await askOrigin(request, deps, sound, left.signal)
  const answer = judgeAnswer(origin.status, origin.headers, asked)
  if (answer.kind !== 'content' || request.method === 'HEAD') origin.body.destroy()
  if (answer.kind === 'unsatisfiable') {
    reply.header('content-range', `bytes */${answer.total ?? '*'}`)
    return void sendError(reply, failure('RangeNotSatisfiable'))
  }
  if (answer.kind === 'missing') throw failure('NotFound')
  if (answer.kind === 'broken') throw failure('ServiceUnavailable')
  if (answer.total !== null) await noteLength(deps, sound, answer.total)
  const headers = contentHeaders(origin, answer, sound)
  if (request.method === 'HEAD') return void reply.code(200).headers(headers).send()
  const chunks = wholeBody(origin, answer.length)
  const first = await chunks.next().catch((error: unknown) => {
    request.log.info({ err: error }, 'relaying a sound')
    throw failure('ServiceUnavailable')
  })
  reply.hijack()
  reply.raw.writeHead(answer.status, { ...(reply.getHeaders() as OutgoingHttpHeaders), ...headers })
  await sendChunks(reply.raw, first, chunks, timeLimits.unreadMs).catch((error: unknown) => {
    request.log.info({ err: error }, 'relaying a sound')
  })
}

/** Others are ignored, as those of media are (0008). */
function singleRange(header: string | undefined): string | undefined {
  return header !== undefined && /^bytes=(?:\d{1,15}-\d{0,15}|-\d{1,15})$/.test(header) ? header : undefined
}

/** @throws AppError `ServiceUnavailable` */
async function askOrigin(
  { method, headers }: FastifyRequest,
  { egress, tokenKeys }: SourceDeps,
  sound: RelayedSound,
  signal: AbortSignal,
): Promise<EgressStream> {
  const range = method === 'HEAD' ? undefined : singleRange(headers.range)
  const ifRange = headers['if-range']
  const { originUrl: url, sourceUrl, secret, isOfEditor } = sound
  try {
    const origin = await egress.stream({
      url,
      method: method === 'HEAD' ? 'HEAD' : 'GET',
      isEditor: isOfEditor === 1,
      headers: {
        accept: 'audio/*, */*;q=0.5',
        ...(range !== undefined && { range }),
        ...(range !== undefined && typeof ifRange === 'string' && { 'if-range': ifRange }),
      },
      ...credentialsFor(tokenKeys.sources, url, { url: sourceUrl, secret }),
      signal,
    })
    // A body that nobody reads, or is left, must not end the process by its error.
    origin.body.on('error', () => undefined)
    return origin
  } catch (error) {
    if (error instanceof EgressError || signal.aborted) throw failure('ServiceUnavailable')
    throw error
  }
}

type Content = Extract<OriginAnswer, { kind: 'content' }>

function contentHeaders(
  { headers }: EgressStream,
  { length, contentRange, status }: Content,
  { contentType }: RelayedSound,
): Record<string, string | number> {
  const takesRanges = status === 206 || headers['accept-ranges'] === 'bytes'
  return {
    'content-type': contentType,
    ...(length !== null && { 'content-length': length }),
    ...(contentRange !== null && { 'content-range': contentRange }),
    ...(takesRanges && { 'accept-ranges': 'bytes' }),
    ...(headers.etag !== undefined && { etag: headers.etag }),
    ...(headers['last-modified'] !== undefined && { 'last-modified': headers['last-modified'] }),
  }
}

class OriginCutOff extends Error {}

/** @throws OriginCutOff where the origin sends less or more than it said */
async function* wholeBody({ body }: EgressStream, length: number | null): AsyncGenerator<Uint8Array, void> {
  let sent = 0
  for await (const chunk of body as AsyncIterable<Uint8Array>) {
    sent += chunk.length
    if (length !== null && sent > length) throw new OriginCutOff('The origin sends more than it said.')
    yield chunk
  }
  if (length !== null && sent < length) throw new OriginCutOff('The origin sends less than it said.')
}
