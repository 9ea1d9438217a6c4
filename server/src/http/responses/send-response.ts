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

const minCompressedBytes = 1024

/** Writes past Fastify, whose sending costs more than the rest of a cached response; headers set by hooks are added. */
export function sendResponse(request: FastifyRequest, reply: FastifyReply, response: CachedResponse): void {
  const known = request.headers['if-none-match']
  if (known !== undefined && response.status === 200 && matchesEtag(known, response.etag)) {
    write(reply, 304, response.notModified)
    return
  }
  const coding = chooseCoding(request.headers['accept-encoding'], response)
  if (coding === null) {
    send(request, reply, response.status, response.plain)
    return
  }
  const files = filesOf(response)
  files?.hold()
  encodedForm(response, coding)
    .then(
      (form) => send(request, reply, response.status, form),
      (error: unknown) => reply.send(error),
    )
    .finally(() => files?.release())
}

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
  pipeline(bytes.read(), reply.raw, (error) => {
    if (error && error.code !== 'ERR_STREAM_PREMATURE_CLOSE')
      request.log.error({ err: error }, 'sending an response')
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

/** Headers of hooks win, except that `vary` is joined. */
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

/** Weak comparison (RFC 9110, 8.8.3.2). */
export function matchesEtag(header: string, etag: string): boolean {
  if (header === etag || header.trim() === '*') return true
  const opaque = etag.replace(/^W\//, '')
  return header.split(',').some((tag) => tag.trim().replace(/^W\//, '') === opaque)
}

const knownHeaders = new LRUCache<string, Coding | 'identity'>({ max: 100 })

function chooseCoding(header: string | undefined, response: CachedResponse): Coding | null {
  if (header === undefined || sizeOf(response.plain) < minCompressedBytes) return null
  let coding = knownHeaders.get(header)
  if (coding === undefined) {
    coding = bestCoding(header)
    knownHeaders.set(header, coding)
  }
  return coding === 'identity' ? null : coding
}

/** RFC 9110, 12.5.3, brotli among equals. */
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
