import type { IncomingMessage, ServerResponse } from 'node:http'
import { pipeline } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import {
  type CachedResponse,
  type Coding,
  encodedForm,
  filesOf,
  type Form,
  type HeaderFields,
  type HeaderList,
  listHeaders,
  sizeOf,
} from './response-cache.ts'

const minCompressedBytes = 1024

/** A request, and what it is answered with. */
export interface Exchange {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  /** Called once, before anything is written: the headers beside those of a cached response. */
  readonly begin: () => HeaderFields
  readonly fail: (error: unknown) => void
}

/** Writes past Fastify, whose sending costs more than the rest of a cached response; headers set by hooks are added. */
export function sendResponse(request: FastifyRequest, reply: FastifyReply, cached: CachedResponse): void {
  respond(exchangeOf(request, reply), cached)
}

export function sendHead(reply: FastifyReply, headers: Readonly<Record<string, string>>): void {
  write(exchangeOf(reply.request, reply), 200, listHeaders(headers))
}

function exchangeOf(request: FastifyRequest, reply: FastifyReply): Exchange {
  return {
    request: request.raw,
    response: reply.raw,
    begin() {
      const headers = reply.getHeaders()
      reply.hijack()
      return headers
    },
    fail(error) {
      if (reply.sent) request.log.error({ err: error }, 'sending a response')
      else reply.send(error)
    },
  }
}

export function respond(exchange: Exchange, cached: CachedResponse): void {
  const { headers } = exchange.request
  const known = headers['if-none-match']
  if (known !== undefined && cached.status === 200 && matchesEtag(known, cached.etag)) {
    write(exchange, 304, cached.notModified)
    return
  }
  const coding = chooseCoding(headers['accept-encoding'], cached)
  if (coding === null) {
    send(exchange, cached.status, cached.plain)
    return
  }
  const files = filesOf(cached)
  files?.hold()
  encodedForm(cached, coding)
    .then((form) => send(exchange, cached.status, form))
    .catch(exchange.fail)
    .finally(() => files?.release())
}

function send(exchange: Exchange, status: number, { headers, bytes }: Form): void {
  if (Buffer.isBuffer(bytes)) {
    write(exchange, status, headers, bytes)
    return
  }
  if (exchange.request.method === 'HEAD') {
    write(exchange, status, headers)
    return
  }
  writeHead(exchange, status, headers)
  pipeline(bytes.read(), exchange.response, (error) => {
    if (error && error.code !== 'ERR_STREAM_PREMATURE_CLOSE') exchange.fail(error)
  })
}

function write(exchange: Exchange, status: number, headers: HeaderList, bytes?: Buffer): void {
  writeHead(exchange, status, headers)
  exchange.response.end(bytes)
}

function writeHead(exchange: Exchange, status: number, headers: HeaderList): void {
  exchange.response.writeHead(status, merge(headers, exchange.begin()) as string[])
}

/** Headers of the exchange win, except that `vary` is joined. */
function merge(headers: HeaderList, others: HeaderFields): HeaderList {
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

function chooseCoding(header: string | undefined, cached: CachedResponse): Coding | null {
  if (header === undefined || sizeOf(cached.plain) < minCompressedBytes) return null
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
