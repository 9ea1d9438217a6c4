import { createHash, type Hash, hash } from 'node:crypto'
import { pipeline } from 'node:stream'
import { promisify } from 'node:util'
import { brotliCompress, constants, createBrotliCompress, createGzip, gzip } from 'node:zlib'
import { LRUCache } from 'lru-cache'
import type { Changes, Made } from '../../db/changes/changes.ts'
import { type ResponseFile, ResponseFiles } from './response-files.ts'

/**
 * Answers that are the same for everybody, kept as the bytes that go out. A kept answer is used as long as nothing
 * of the catalogue that it was made from has changed since its making began.
 */

export type Coding = 'br' | 'gzip'

/** Names and values in turn, as Node writes them with the least ado. */
export type HeaderList = readonly string[]

/** One form of an answer: its bytes and all headers that go with them. */
export interface Form {
  readonly bytes: Buffer | ResponseFile
  readonly headers: HeaderList
}

export interface CachedResponse extends Made {
  readonly status: number
  /** RFC 9110, 8.8.3: weak, as one tag stands for the encoded forms too. */
  readonly etag: string
  readonly plain: Form
  /** What goes with 304: the headers that do not describe bytes. */
  readonly notModified: HeaderList
  /** Made at first use. */
  readonly encoded: Map<Coding, Promise<Form>>
}

export interface ResponseCache {
  /** The kept answer of this address, unless what it was made from has changed since. */
  find(address: string): CachedResponse | undefined
  /** Holds its files for as long as it is kept. */
  keep(address: string, answer: CachedResponse): void
  readonly count: number
  readonly sizeBytes: number
  /** Kept answers found since the start. */
  readonly hits: number
}

const maxCacheBytes = 24 * 1024 ** 2
/** Of the plain forms on disk. */
const maxCacheFileBytes = 512 * 1024 ** 2
/** What one entry takes beside its bytes, roughly. */
const entryOverheadBytes = 1024

export function createResponseCache(changes: Changes): ResponseCache {
  const answers = new LRUCache<string, CachedResponse>({
    maxSize: maxCacheBytes,
    // The bytes count twice: the compressed forms come later and are never larger together.
    sizeCalculation: ({ plain }, address) => 2 * sizeOf(plain) + address.length + entryOverheadBytes,
  })
  const onDisk = new LRUCache<string, CachedResponse>({
    maxSize: maxCacheFileBytes,
    sizeCalculation: ({ plain }) => sizeOf(plain),
    dispose: (answer) => filesOf(answer)?.release(),
  })
  let hits = 0
  return {
    find(address) {
      const answer = answers.get(address) ?? onDisk.get(address)
      if (!answer || !changes.isCurrent(answer)) return undefined
      hits += 1
      return answer
    },
    keep(address, answer) {
      if (!changes.isCurrent(answer)) return
      const files = filesOf(answer)
      if (!files) answers.set(address, answer)
      else {
        // What a change has made worthless frees the disk.
        for (const [other, kept] of onDisk) if (!changes.isCurrent(kept)) onDisk.delete(other)
        files.hold()
        onDisk.set(address, answer)
      }
    },
    get count() {
      return answers.size
    },
    get sizeBytes() {
      return answers.calculatedSize
    },
    get hits() {
      return hits
    },
  }
}

export interface ResponseParts extends Made {
  readonly headers: Readonly<Record<string, string>>
  readonly status?: number
}

export function makeResponse({ text, ...parts }: ResponseParts & { readonly text: string }): CachedResponse {
  const bytes = ownBytes(Buffer.from(text))
  return responseOf(bytes, hash('sha1', bytes, 'base64url'), parts)
}

/**
 * As `makeResponse`, of a text that comes in pieces and is not held as a whole. Who makes it releases its files.
 *
 * @param folder for what is much
 */
export async function makeLongResponse({
  texts,
  folder,
  ...parts
}: ResponseParts & {
  readonly texts: AsyncIterable<string>
  readonly folder: string
}): Promise<CachedResponse> {
  const files = new ResponseFiles(folder)
  const sha1 = createHash('sha1')
  try {
    const bytes = await files.take(hashed(texts, sha1))
    return responseOf(bytes, sha1.digest('base64url'), parts)
  } catch (error) {
    files.release()
    throw error
  }
}

async function* hashed(texts: AsyncIterable<string>, sha1: Hash): AsyncGenerator<Buffer, void> {
  for await (const text of texts) {
    const bytes = Buffer.from(text)
    sha1.update(bytes)
    yield bytes
  }
}

function responseOf(
  bytes: Form['bytes'],
  digest: string,
  { headers, status = 200, version, scopes }: ResponseParts,
): CachedResponse {
  const etag = `W/"${digest}"`
  const { 'content-type': _, ...lasting } = headers
  const length = String(sizeOf({ bytes }))
  return {
    status,
    etag,
    version,
    scopes,
    plain: { bytes, headers: listHeaders({ ...headers, etag, 'content-length': length }) },
    notModified: listHeaders({ ...lasting, etag }),
    encoded: new Map(),
  }
}

/** What is to be held while the answer is sent; null when it is in memory. */
export function filesOf({ plain: { bytes } }: CachedResponse): ResponseFiles | null {
  return Buffer.isBuffer(bytes) ? null : bytes.files
}

export function sizeOf({ bytes }: Pick<Form, 'bytes'>): number {
  return Buffer.isBuffer(bytes) ? bytes.length : bytes.sizeBytes
}

/** The answer in this coding; made once, however many ask for it at the same time. */
export function encodedForm(answer: CachedResponse, coding: Coding): Promise<Form> {
  const known = answer.encoded.get(coding)
  if (known) return known
  const form = encode(answer, coding)
  answer.encoded.set(coding, form)
  form.catch(() => answer.encoded.delete(coding))
  return form
}

const brotli = promisify(brotliCompress)
const gzipAsync = promisify(gzip)

/** Beyond this, a better compression takes longer than it saves on the way. */
const smallBytes = 64 * 1024

async function encode({ plain }: CachedResponse, coding: Coding): Promise<Form> {
  const quality = sizeOf(plain) <= smallBytes ? 5 : 1
  const bytes = Buffer.isBuffer(plain.bytes)
    ? ownBytes(await encodeAtOnce(plain.bytes, coding, quality))
    : await plain.bytes.files.take(encodedChunks(plain.bytes, coding, quality))
  const others = plain.headers.slice(0, plain.headers.indexOf('content-length'))
  return {
    bytes,
    headers: [...others, 'content-length', String(sizeOf({ bytes })), 'content-encoding', coding],
  }
}

async function encodeAtOnce(bytes: Buffer, coding: Coding, quality: number): Promise<Buffer> {
  return coding === 'br'
    ? await brotli(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } })
    : await gzipAsync(bytes, { level: quality })
}

function encodedChunks(file: ResponseFile, coding: Coding, quality: number): AsyncIterable<Uint8Array> {
  const encoder =
    coding === 'br'
      ? createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: quality } })
      : createGzip({ level: quality })
  // A failure of either is one of the encoder, which whoever reads it meets.
  return pipeline(file.read(), encoder, () => undefined)
}

/** Small buffers share 64 KiB of Node's, which a kept one would keep alive as a whole. */
function ownBytes(bytes: Buffer): Buffer {
  const own = Buffer.allocUnsafeSlow(bytes.length)
  own.set(bytes)
  return own
}

export function listHeaders(headers: Readonly<Record<string, string>>): HeaderList {
  return Object.entries(headers).flat()
}
