import { createHash, type Hash, hash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { pipeline } from 'node:stream'
import { promisify } from 'node:util'
import { brotliCompress, constants, createBrotliCompress, createGzip, gzip } from 'node:zlib'
import { LRUCache } from 'lru-cache'
import type { Changes, Made } from '../../db/changes/changes.ts'
import { type ResponseFile, ResponseFiles } from './response-files.ts'

export type Coding = 'br' | 'gzip'

/** Names and values in turn. */
export type HeaderList = readonly string[]
export type HeaderFields = Readonly<Record<string, number | string | string[] | undefined>>

export interface Form {
  readonly bytes: Buffer | ResponseFile
  readonly headers: HeaderList
}

export interface CachedResponse extends Made {
  readonly status: number
  /** Weak (RFC 9110, 8.8.3), since one tag stands for all encodings. */
  readonly etag: string
  readonly plain: Form
  readonly notModified: HeaderList
  readonly encoded: Map<Coding, Promise<Form>>
  /** As `ResponseParts` has it. */
  readonly open: OpenHeaders | undefined
}

/** Headers beside the response's own that a request is answered with. */
export type OpenHeaders = (request: IncomingMessage) => HeaderFields

export interface ResponseCache {
  find(address: string): CachedResponse | undefined
  keep(address: string, response: CachedResponse): void
  /** Releases the responses' files. */
  clear(): void
  readonly count: number
  readonly sizeBytes: number
  readonly hits: number
}

const maxCacheBytes = 24 * 1024 ** 2
const maxCacheFileBytes = 512 * 1024 ** 2
const entryOverheadBytes = 1024

export function createResponseCache(changes: Changes): ResponseCache {
  const responses = new LRUCache<string, CachedResponse>({
    maxSize: maxCacheBytes,
    sizeCalculation: ({ plain }, address) => 2 * sizeOf(plain) + address.length + entryOverheadBytes,
  })
  const onDisk = new LRUCache<string, CachedResponse>({
    maxSize: maxCacheFileBytes,
    sizeCalculation: ({ plain }) => sizeOf(plain),
    dispose: (response) => filesOf(response)?.release(),
  })
  let hits = 0
  return {
    find(address) {
      const response = responses.get(address) ?? onDisk.get(address)
      if (!response || !changes.isCurrent(response)) return undefined
      hits += 1
      return response
    },
    keep(address, response) {
      if (!changes.isCurrent(response)) return
      const files = filesOf(response)
      // An older response of this address may be in the other one.
      responses.delete(address)
      onDisk.delete(address)
      if (!files) responses.set(address, response)
      else if (sizeOf(response.plain) <= maxCacheFileBytes) {
        for (const [other, kept] of onDisk) if (!changes.isCurrent(kept)) onDisk.delete(other)
        files.hold()
        onDisk.set(address, response)
      }
    },
    clear() {
      responses.clear()
      onDisk.clear()
    },
    get count() {
      return responses.size
    },
    get sizeBytes() {
      return responses.calculatedSize
    },
    get hits() {
      return hits
    },
  }
}

export interface ResponseParts extends Made {
  readonly headers: Readonly<Record<string, string>>
  readonly status?: number
  /** Of a response that is everybody's who asks for its address; without it the framework looks at each request first. */
  readonly open?: OpenHeaders | undefined
}

/** @param etag where something else than the bytes tells whether they have changed */
export function makeResponse({
  text,
  etag,
  ...parts
}: ResponseParts & { readonly text: string; readonly etag?: string }): CachedResponse {
  const bytes = ownBytes(Buffer.from(text))
  return responseOf(bytes, etag ?? weakTag(hash('sha1', bytes, 'base64url')), parts)
}

function weakTag(digest: string): string {
  return `W/"${digest}"`
}

/**
 * The caller releases the response's files.
 *
 * @param etag where something else than the bytes tells whether they have changed
 */
export async function makeLongResponse({
  texts,
  folder,
  etag,
  ...parts
}: ResponseParts & {
  readonly texts: AsyncIterable<string>
  readonly folder: string
  readonly etag?: string
}): Promise<CachedResponse> {
  const files = new ResponseFiles(folder)
  const sha1 = createHash('sha1')
  try {
    const bytes = await files.take(hashed(texts, sha1))
    return responseOf(bytes, etag ?? weakTag(sha1.digest('base64url')), parts)
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
  etag: string,
  { headers, status = 200, version, scopes, open }: ResponseParts,
): CachedResponse {
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
    open,
  }
}

export function filesOf({ plain: { bytes } }: CachedResponse): ResponseFiles | null {
  return Buffer.isBuffer(bytes) ? null : bytes.files
}

export function sizeOf({ bytes }: Pick<Form, 'bytes'>): number {
  return Buffer.isBuffer(bytes) ? bytes.length : bytes.sizeBytes
}

export function encodedForm(response: CachedResponse, coding: Coding): Promise<Form> {
  const known = response.encoded.get(coding)
  if (known) return known
  const form = encode(response, coding)
  response.encoded.set(coding, form)
  form.catch(() => response.encoded.delete(coding))
  return form
}

const brotli = promisify(brotliCompress)
const gzipAsync = promisify(gzip)

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
  return pipeline(file.read(), encoder, () => undefined)
}

/** Small buffers share a pool of 64 KiB, which a cached one would retain. */
function ownBytes(bytes: Buffer): Buffer {
  const own = Buffer.allocUnsafeSlow(bytes.length)
  own.set(bytes)
  return own
}

export function listHeaders(headers: Readonly<Record<string, string>>): HeaderList {
  return Object.entries(headers).flat()
}
