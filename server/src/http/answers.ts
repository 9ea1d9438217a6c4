import { hash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { LRUCache } from 'lru-cache'
import type { Changes } from '../changes.ts'

/**
 * Answers that are the same for everybody, kept as the bytes that go out. A kept answer is used as long as the
 * catalogue has not changed since its making began.
 */

export type Coding = 'br' | 'gzip'

/** Names and values in turn, as Node writes them with the least ado. */
export type HeaderList = readonly string[]

/** One form of an answer: its bytes and all headers that go with them. */
export interface Form {
  readonly bytes: Buffer
  readonly headers: HeaderList
}

export interface Answer {
  readonly status: number
  /** RFC 9110, 8.8.3: weak, as one tag stands for the encoded forms too. */
  readonly etag: string
  /** The catalogue's version that the answer shows. */
  readonly version: number
  readonly plain: Form
  /** What goes with 304: the headers that do not describe bytes. */
  readonly notModified: HeaderList
  /** Made at first use. */
  readonly encoded: Partial<Record<Coding, Promise<Form>>>
}

export interface AnswerCache {
  /** The kept answer of this address, unless the catalogue has changed since. */
  find(address: string): Answer | undefined
  keep(address: string, answer: Answer): void
  readonly count: number
  readonly sizeBytes: number
}

const maxCacheBytes = 24 * 1024 ** 2
const maxAnswerBytes = 2 * 1024 ** 2
/** What one entry takes beside its bytes, roughly. */
const entryOverheadBytes = 1024

export function createAnswerCache(changes: Changes): AnswerCache {
  const answers = new LRUCache<string, Answer>({
    maxSize: maxCacheBytes,
    // The bytes count twice: the compressed forms come later and are never larger together.
    sizeCalculation: (answer, address) => 2 * answer.plain.bytes.length + address.length + entryOverheadBytes,
  })
  return {
    find(address) {
      const answer = answers.get(address)
      return answer?.version === changes.catalogueVersion ? answer : undefined
    },
    keep(address, answer) {
      if (answer.plain.bytes.length <= maxAnswerBytes && answer.version === changes.catalogueVersion) {
        answers.set(address, answer)
      }
    },
    get count() {
      return answers.size
    },
    get sizeBytes() {
      return answers.calculatedSize
    },
  }
}

export interface AnswerParts {
  readonly text: string
  readonly headers: Readonly<Record<string, string>>
  readonly status?: number
  readonly version: number
}

export function makeAnswer({ text, headers, status = 200, version }: AnswerParts): Answer {
  const bytes = ownBytes(Buffer.from(text))
  const etag = `W/"${hash('sha1', bytes, 'base64url')}"`
  const { 'content-type': _, ...lasting } = headers
  return {
    status,
    etag,
    version,
    plain: { bytes, headers: listHeaders({ ...headers, etag, 'content-length': String(bytes.length) }) },
    notModified: listHeaders({ ...lasting, etag }),
    encoded: {},
  }
}

/** The answer in this coding; made once, however many ask for it at the same time. */
export function encodedForm(answer: Answer, coding: Coding): Promise<Form> {
  answer.encoded[coding] ??= encode(answer.plain, coding)
  return answer.encoded[coding]
}

const brotli = promisify(brotliCompress)
const gzipAsync = promisify(gzip)

/** Beyond this, a better compression takes longer than it saves on the way. */
const smallBytes = 64 * 1024

async function encode({ bytes, headers }: Form, coding: Coding): Promise<Form> {
  const quality = bytes.length <= smallBytes ? 5 : 1
  const encoded =
    coding === 'br'
      ? await brotli(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } })
      : await gzipAsync(bytes, { level: quality })
  const others = headers.slice(0, headers.indexOf('content-length'))
  return {
    bytes: ownBytes(encoded),
    headers: [...others, 'content-length', String(encoded.length), 'content-encoding', coding],
  }
}

/** Small buffers share 64 KiB of Node's, which a kept one would keep alive as a whole. */
function ownBytes(bytes: Buffer): Buffer {
  const own = Buffer.allocUnsafeSlow(bytes.length)
  own.set(bytes)
  return own
}

function listHeaders(headers: Readonly<Record<string, string>>): HeaderList {
  return Object.entries(headers).flat()
}
