import { pipeline } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import {
  type CachedResponse,
  type Coding,
  encodedForm,
  filesOf,
  type Form,
  type HeaderList,
  listHeaders,
  sizeOf,
} from './response-cache.ts'

/** Below this, compressing saves less than a packet. */
const minCompressedBytes = 1024

/**
 * Sends an answer from a hook or handler: 304 to a client that has it already, else its bytes in the best coding
 * that it takes. Written past Fastify's own sending, which costs more than all the rest of a kept answer; headers
 * that hooks have set on the reply go along.
 */
export function sendResponse(request: FastifyRequest, reply: FastifyReply, answer: CachedResponse): void {
  const known = request.headers['if-none-match']
  if (known !== undefined && answer.status === 200 && matchesEtag(known, answer.etag)) {
    write(reply, 304, answer.notModified)
    return
  }
  const coding = chooseCoding(request.headers['accept-encoding'], answer)
  if (coding === null) {
    send(request, reply, answer.status, answer.plain)
    return
  }
  const files = filesOf(answer)
  files?.hold()
  encodedForm(answer, coding)
    .then(
      (form) => send(request, reply, answer.status, form),
      (error: unknown) => reply.send(error),
    )
    .finally(() => files?.release())
}

/** Sends the head of an answer whose bytes nobody wants. */
export function sendHead(reply: FastifyReply, headers: Readonly<Record<string, string>>): void {
  write(reply, 200, listHeaders(headers))
}

function send(request: FastifyRequest, reply: FastifyReply, status: number, { headers, bytes }: Form): void {
  if (Buffer.isBuffer(bytes)) {
    write(reply, status, headers, bytes)
    return
  }
  if (request.method === 'HEAD') {
    write(reply, status, headers)
    return
  }
  writeHead(reply, status, headers)
  // At the pace of who reads it: what waits is two pieces of 64 KiB at the most.
  pipeline(bytes.read(), reply.raw, (error) => {
    if (error && error.code !== 'ERR_STREAM_PREMATURE_CLOSE')
      request.log.error({ err: error }, 'sending an answer')
  })
}

function write(reply: FastifyReply, status: number, headers: HeaderList, bytes?: Buffer): void {
  writeHead(reply, status, headers)
  reply.raw.end(bytes)
}

function writeHead(reply: FastifyReply, status: number, headers: HeaderList): void {
  const others = reply.getHeaders()
  reply.hijack()
  reply.raw.writeHead(status, merge(headers, others) as string[])
}

type ReplyHeaders = ReturnType<FastifyReply['getHeaders']>

/**
 * What hooks have set wins over the answer's own, except that a cache must heed everything that the answer
 * varies by.
 */
function merge(headers: HeaderList, others: ReplyHeaders): HeaderList {
  const names = Object.keys(others)
  if (names.length === 0) return headers
  const merged = [...headers]
  for (const name of names) {
    const value = String(others[name])
    const at = merged.indexOf(name)
    if (at < 0) merged.push(name, value)
    else merged[at + 1] = name === 'vary' ? `${value}, ${merged[at + 1]}` : value
  }
  return merged
}

/** Weak comparison (RFC 9110, 8.8.3.2) of an `If-None-Match` header with an entity tag. */
function matchesEtag(header: string, etag: string): boolean {
  if (header === etag || header.trim() === '*') return true
  const opaque = etag.replace(/^W\//, '')
  return header.split(',').some((tag) => tag.trim().replace(/^W\//, '') === opaque)
}

/** Browsers send the same few headers over and over. */
const knownHeaders = new LRUCache<string, Coding | 'identity'>({ max: 100 })

function chooseCoding(header: string | undefined, answer: CachedResponse): Coding | null {
  if (header === undefined || sizeOf(answer.plain) < minCompressedBytes) return null
  let coding = knownHeaders.get(header)
  if (coding === undefined) {
    coding = bestCoding(header)
    knownHeaders.set(header, coding)
  }
  return coding === 'identity' ? null : coding
}

/** The coding that an `Accept-Encoding` header likes best (RFC 9110, 12.5.3); of equals the one that saves more. */
function bestCoding(header: string): Coding | 'identity' {
  const qualities = new Map<string, number>()
  for (const part of header.toLowerCase().split(',')) {
    const [name = '', ...parameters] = part.split(';').map((piece) => piece.trim())
    const quality = parameters.find((parameter) => parameter.startsWith('q='))
    qualities.set(name, quality === undefined ? 1 : Number(quality.slice(2)) || 0)
  }
  const qualityOf = (coding: Coding) => qualities.get(coding) ?? qualities.get('*') ?? 0
  const [br, gzip] = [qualityOf('br'), qualityOf('gzip')]
  if (br === 0 && gzip === 0) return 'identity'
  return br >= gzip ? 'br' : 'gzip'
}
