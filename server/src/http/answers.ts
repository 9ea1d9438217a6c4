import { hash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import type { Changes } from '../changes.ts'

/**
 * Answers that are the same for everybody, kept as the bytes that go out. A kept answer is used as long as the
 * catalogue has not changed since its making began, so that nobody reads anything older than the last
 * acknowledged write.
 */

type Encoding = 'br' | 'gzip'

export interface Answer {
  readonly body: Buffer
  readonly status: number
  /** RFC 9110, 8.8.3: weak, as one tag stands for the encoded forms too. */
  readonly etag: string
  readonly headers: Readonly<Record<string, string>>
  /** The catalogue's version that the answer shows. */
  readonly version: number
  readonly encoded: Partial<Record<Encoding, Buffer>>
}

export interface AnswerCache {
  /** The kept answer of this address, unless the catalogue has changed since. */
  find(address: string): Answer | undefined
  keep(address: string, answer: Answer): void
}

const maxCacheBytes = 24 * 1024 ** 2
const maxAnswerBytes = 2 * 1024 ** 2
/** What one entry takes beside its bytes, roughly. */
const entryOverheadBytes = 512
/** Below this, compressing saves less than a packet. */
const minCompressedBytes = 1024

export function createAnswerCache(changes: Changes): AnswerCache {
  const answers = new LRUCache<string, Answer>({
    maxSize: maxCacheBytes,
    // The body counts twice: its compressed forms come later and are never larger together.
    sizeCalculation: (answer, address) => 2 * answer.body.length + address.length + entryOverheadBytes,
  })
  return {
    find(address) {
      const answer = answers.get(address)
      return answer?.version === changes.catalogueVersion ? answer : undefined
    },
    keep(address, answer) {
      if (answer.body.length <= maxAnswerBytes && answer.version === changes.catalogueVersion) {
        answers.set(address, answer)
      }
    },
  }
}

export function makeAnswer(
  text: string,
  version: number,
  headers: Readonly<Record<string, string>>,
  status = 200,
): Answer {
  const body = Buffer.from(text)
  return { body, status, version, headers, etag: `W/"${hash('sha1', body, 'base64url')}"`, encoded: {} }
}

/**
 * Prepares the reply and gives the bytes to send: none (304) for a client that has them already, else in the
 * best encoding that it takes.
 */
export function representAnswer(
  request: FastifyRequest,
  reply: FastifyReply,
  answer: Answer,
): Buffer | Promise<Buffer> | undefined {
  reply.headers(answer.headers)
  reply.header('etag', answer.etag)
  const known = request.headers['if-none-match']
  if (known !== undefined && answer.status === 200 && matchesEtag(known, answer.etag)) {
    reply.code(304)
    return undefined
  }
  reply.code(answer.status)
  const encoding = chooseEncoding(request, answer)
  if (!encoding) return answer.body
  reply.header('content-encoding', encoding)
  return answer.encoded[encoding] ?? compress(answer, encoding)
}

/** Sends an answer from a hook or handler. */
export function sendAnswer(request: FastifyRequest, reply: FastifyReply, answer: Answer): void {
  const bytes = representAnswer(request, reply, answer)
  if (bytes instanceof Promise) {
    bytes.then(
      (body) => reply.send(body),
      (error: unknown) => reply.send(error),
    )
  } else reply.send(bytes)
}

/** Weak comparison (RFC 9110, 8.8.3.2) of an `If-None-Match` header with an entity tag. */
export function matchesEtag(header: string, etag: string): boolean {
  if (header === etag || header.trim() === '*') return true
  const opaque = etag.replace(/^W\//, '')
  return header.split(',').some((tag) => tag.trim().replace(/^W\//, '') === opaque)
}

function chooseEncoding(request: FastifyRequest, answer: Answer): Encoding | null {
  const accepted = request.headers['accept-encoding']
  if (accepted === undefined || answer.body.length < minCompressedBytes) return null
  if (accepts(accepted, 'br')) return 'br'
  return accepts(accepted, 'gzip') ? 'gzip' : null
}

/** Whether an `Accept-Encoding` header takes `encoding` (RFC 9110, 12.5.3), a quality of 0 being a refusal. */
function accepts(header: string, encoding: Encoding): boolean {
  return header.split(',').some((part) => {
    const [name, quality] = part.split(';')
    return name?.trim() === encoding && !/^\s*q=0(\.0*)?\s*$/.test(quality ?? '')
  })
}

const brotli = promisify(brotliCompress)
const gzipAsync = promisify(gzip)

async function compress(answer: Answer, encoding: Encoding): Promise<Buffer> {
  const body =
    encoding === 'br'
      ? await brotli(answer.body, {
          params: {
            [constants.BROTLI_PARAM_QUALITY]: 5,
            [constants.BROTLI_PARAM_SIZE_HINT]: answer.body.length,
          },
        })
      : await gzipAsync(answer.body)
  answer.encoded[encoding] = body
  return body
}
