import type { OutgoingHttpHeaders } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { EgressError, type EgressStream } from '../../../egress/egress.ts'
import { timeLimits } from '../../../http/connections/limits.ts'
import { networkAddress } from '../../../http/guard/network-address.ts'
import { sendError } from '../../../http/responses/error-handler.ts'
import { audioKeyOf } from '../../../media/content-type.ts'
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

/** The address that a sound had before its feed gave it another type is in apps still. */
async function findSound({ db }: SourceDeps, file: string): Promise<RelayedSound> {
  const key = audioKeyOf(file)
  const sound = key === null ? undefined : await findRelayedSound(db.connection, key)
  if (!sound) throw failure('NotFound')
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
  if (request.method === 'HEAD') return await relayHead(reply, deps, sound, left.signal)
  const asked = rangeAsked(request)
  const origin = await askOrigin(deps, sound, { method: 'GET', ...asked }, left.signal)
  const answer = judgeAnswer(origin.status, origin.headers, asked.range)
  if (answer.kind !== 'content') origin.body.destroy()
  if (answer.kind === 'unsatisfiable') {
    reply.header('content-range', `bytes */${answer.total ?? '*'}`)
    return void sendError(reply, failure('RangeNotSatisfiable'))
  }
  const content = requireContent(answer)
  if (content.total !== null) await noteLength(deps, sound, content.total)
  const headers = contentHeaders(origin, content, sound)
  const chunks = wholeBody(origin, content.length)
  const first = await chunks.next().catch((error: unknown) => {
    request.log.info({ err: error }, 'relaying a sound')
    throw failure('ServiceUnavailable')
  })
  reply.hijack()
  reply.raw.writeHead(content.status, { ...(reply.getHeaders() as OutgoingHttpHeaders), ...headers })
  await sendChunks(reply.raw, first, chunks, timeLimits.unreadMs).catch((error: unknown) => {
    request.log.info({ err: error }, 'relaying a sound')
  })
}

/** Where a host refuses HEAD, its first byte tells as much. */
async function relayHead(
  reply: FastifyReply,
  deps: SourceDeps,
  sound: RelayedSound,
  signal: AbortSignal,
): Promise<void> {
  const ask = async (method: 'HEAD' | 'GET', range?: string) => {
    const origin = await askOrigin(deps, sound, { method, range }, signal)
    origin.body.destroy()
    return { origin, answer: judgeAnswer(origin.status, origin.headers, range) }
  }
  let { origin, answer } = await ask('HEAD')
  if (answer.kind !== 'content') ({ origin, answer } = await ask('GET', firstByte))
  const isEmpty = answer.kind === 'unsatisfiable' && answer.total === 0
  const { total } = isEmpty ? { total: 0 } : requireContent(answer)
  if (total !== null) await noteLength(deps, sound, total)
  const whole = { kind: 'content', status: 200, length: total, contentRange: null, total } as const
  const takesRanges = origin.status === 206 && { 'accept-ranges': 'bytes' }
  reply.code(200).headers({ ...contentHeaders(origin, whole, sound), ...takesRanges })
  return void reply.send()
}

const firstByte = 'bytes=0-0'

type Content = Extract<OriginAnswer, { kind: 'content' }>

/** @throws AppError `NotFound`, `ServiceUnavailable` */
function requireContent(answer: OriginAnswer): Content {
  if (answer.kind === 'content') return answer
  throw failure(answer.kind === 'missing' ? 'NotFound' : 'ServiceUnavailable')
}

interface AskedRange {
  readonly range: string | undefined
  readonly ifRange?: string | undefined
}

function rangeAsked({ headers }: FastifyRequest): AskedRange {
  const ifRange = headers['if-range']
  return { range: singleRange(headers.range), ifRange: typeof ifRange === 'string' ? ifRange : undefined }
}

/** Undefined for what is to be ignored (RFC 9110, 14.2), as of media here (0008). */
function singleRange(header: string | undefined): string | undefined {
  const range = /^bytes=(?:(\d{1,15})-(\d{0,15})|-\d{1,15})$/.exec(header ?? '')
  if (!range) return undefined
  const [whole, first, last] = range
  return first && last && Number(last) < Number(first) ? undefined : whole
}

/** @throws AppError `ServiceUnavailable` */
async function askOrigin(
  { egress, tokenKeys }: SourceDeps,
  sound: RelayedSound,
  { method, range, ifRange }: AskedRange & { readonly method: 'GET' | 'HEAD' },
  signal: AbortSignal,
): Promise<EgressStream> {
  const { originUrl: url, sourceUrl, secret, isOfEditor } = sound
  try {
    const origin = await egress.stream({
      url,
      method,
      isEditor: isOfEditor === 1,
      headers: {
        accept: 'audio/*, */*;q=0.5',
        ...(range !== undefined && { range }),
        ...(range !== undefined && ifRange !== undefined && { 'if-range': ifRange }),
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
