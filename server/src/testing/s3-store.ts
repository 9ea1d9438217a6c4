import { createHash, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createWriteStream, mkdirSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rename, rm, utimes, writeFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import S3rver, { type FilesystemStore, type Written } from 's3rver'

/** A real S3 server on the loopback, keeping its objects in a temporary folder. */
export interface S3Store extends AsyncDisposable {
  /** The settings with which a server keeps its media there. */
  readonly settings: Readonly<Record<string, string>>
  /** `http://127.0.0.1:port`. */
  readonly address: string
  readonly bucket: string
  /** Names of all objects, by what lies on the disk. */
  listKeys(): Promise<string[]>
  /** Empty ones, without a request for each. */
  addObjects(keys: readonly string[]): Promise<void>
  /** As if an object had been put so long ago. */
  age(key: string, milliseconds: number): Promise<void>
  /** How many uploads in parts are neither completed nor given up. */
  countUploads(): Promise<number>
  /** What becomes of the requests from now on; undefined answers them. */
  trouble: Trouble | undefined
}

/** Deals with a request in another way, or calls `next` to have it answered. */
export type Trouble = (request: IncomingMessage, response: ServerResponse, next: () => void) => void

export interface S3StoreOptions {
  /** A port other than any free one. */
  readonly port?: number
  /** Whether it is left without what s3rver lacks, as some stores lack it. */
  readonly isBare?: boolean
}

const bucket = 'media'

export async function startS3Store({ port = 0, isBare = false }: S3StoreOptions = {}): Promise<S3Store> {
  const folder = await mkdtemp(join(tmpdir(), 'earmark-s3-'))
  const s3rver = new S3rver({
    directory: folder,
    silent: true,
    vhostBuckets: false,
    configureBuckets: [{ name: bucket }],
  })
  await s3rver.configureBuckets()
  writeAsStoresDo(s3rver.store)
  const handle = s3rver.callback()
  const server = createServer((request, response) => {
    const answer = () => {
      if (!isBare && answerMultipartCalls(request, response, join(folder, bucket))) return
      if (!isBare) refuseWrongDigests(request, response)
      handle(request, response)
    }
    if (store.trouble) store.trouble(request, response, answer)
    else answer()
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const store: S3Store = {
    address,
    bucket,
    listKeys: () => listKeys(join(folder, bucket)),
    addObjects: async (keys) => {
      for (const key of keys) await addObject(join(folder, bucket), key)
    },
    age: async (key, milliseconds) => {
      const time = new Date(Date.now() - milliseconds)
      await utimes(join(folder, bucket, `${key}${ending}`), time, time)
    },
    countUploads: async () => (await readdir(join(folder, bucket, uploadsFolder)).catch(() => [])).length,
    settings: {
      S3_BUCKET: bucket,
      S3_ENDPOINT: address,
      S3_ACCESS_KEY_ID: 'S3RVER',
      S3_SECRET_ACCESS_KEY: 'S3RVER',
    },
    trouble: undefined,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
      await rm(folder, { recursive: true, force: true })
    },
  }
  return store
}

const ending = '._S3rver_object'

async function addObject(folder: string, key: string): Promise<void> {
  await mkdir(join(folder, dirname(key)), { recursive: true })
  await writeFile(join(folder, `${key}${ending}`), '')
}

/** The store takes folders away that are empty, also while they are read: then it is looked again. */
async function listKeys(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true }).catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    return null
  })
  if (entries === null) return await listKeys(folder)
  return entries.filter((name) => name.endsWith(ending)).map((name) => name.slice(0, -ending.length))
}

// As a program: for journeys, which know the server by its settings only. It ends when whoever started it does.
if (import.meta.main) {
  await using store = await startS3Store({ port: Number(process.env.PORT ?? 0) })
  process.stdout.write(`${JSON.stringify(store.settings)}\n`)
  process.stdin.resume()
  await once(process.stdin, 'close')
}

const uploadsFolder = '._S3rver_uploads'

/**
 * Answers ListMultipartUploads and AbortMultipartUpload.
 *
 * @returns whether the request was one of these
 */
function answerMultipartCalls(
  { method, url = '' }: IncomingMessage,
  response: ServerResponse,
  bucketFolder: string,
): boolean {
  const { pathname, searchParams } = new URL(url, 'http://store')
  const uploads = join(bucketFolder, uploadsFolder)
  const uploadId = searchParams.get('uploadId')
  if (method === 'DELETE' && uploadId !== null) {
    rmSync(join(uploads, uploadId), { recursive: true, force: true })
    response.writeHead(204).end()
    return true
  }
  if (method !== 'GET' || !searchParams.has('uploads') || pathname.split('/').filter(Boolean).length !== 1)
    return false
  mkdirSync(uploads, { recursive: true })
  const listed = readdirSync(uploads).map((id) => {
    const key = readFileSync(join(uploads, id, 'key'), 'utf8')
    const initiated = statSync(join(uploads, id, 'key')).mtime.toISOString()
    return `<Upload><Key>${key}</Key><UploadId>${id}</UploadId><Initiated>${initiated}</Initiated></Upload>`
  })
  const body = `<ListMultipartUploadsResult><IsTruncated>false</IsTruncated>${listed.join('')}</ListMultipartUploadsResult>`
  response.writeHead(200, { 'content-type': 'application/xml' }).end(body)
  return true
}

/** Answers BadDigest where the bytes are not those of the request's Content-MD5. */
function refuseWrongDigests({ headers }: IncomingMessage, response: ServerResponse): void {
  const digest = headers['content-md5']
  if (typeof digest !== 'string') return
  const expected = Buffer.from(digest, 'base64').toString('hex')
  const end = response.end.bind(response) as (...given: unknown[]) => ServerResponse
  response.end = ((...given: unknown[]) => {
    const etag = response.getHeader('etag')
    if (etag === undefined || String(etag).replaceAll('"', '') === expected) return end(...given)
    response.removeHeader('etag')
    response.removeHeader('content-length')
    response.statusCode = 400
    return end('<Error><Code>BadDigest</Code><Message>The bytes are others.</Message></Error>')
  }) as ServerResponse['end']
}

/**
 * s3rver answers a PUT before all of it is written, in place, and leaves what was cut off. A store shows an object as a
 * whole or not at all, from when it answers.
 */
function writeAsStoresDo(store: FilesystemStore): void {
  store.putObject = async (object) => {
    const [bucket, key] = ['being-written', randomUUID()]
    const source = (resource: string) => store.getResourcePath(bucket, key, resource)
    const written = await writeWhole(object.content, source('object'))
    await store.putMetadata(bucket, key, object.metadata, written.md5)
    for (const resource of ['metadata.json', 'object.md5', 'object'])
      await move(source(resource), store.getResourcePath(object.bucket, object.key, resource))
    return written
  }
  store.putPart = async (bucket, uploadId, partNumber, content) => {
    const path = join(store.getResourcePath(bucket, undefined, 'uploads'), uploadId, partNumber)
    const written = await writeWhole(content, path)
    await writeFile(`${path}.md5`, written.md5)
    return written
  }
}

async function writeWhole(content: Buffer | Readable, path: string): Promise<Written> {
  const hash = createHash('md5')
  let size = 0
  await mkdir(dirname(path), { recursive: true })
  async function* look(chunks: AsyncIterable<Buffer>) {
    for await (const chunk of chunks) {
      hash.update(chunk)
      size += chunk.length
      yield chunk
    }
  }
  try {
    await pipeline(
      Buffer.isBuffer(content) ? Readable.from([content]) : content,
      look,
      createWriteStream(path),
    )
  } catch (error) {
    await rm(path, { force: true })
    throw error
  }
  return { size, md5: hash.digest('hex') }
}

/** The folder goes with the last object in it, which may be just now. */
async function move(from: string, to: string): Promise<void> {
  await mkdir(dirname(to), { recursive: true })
  try {
    await rename(from, to)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    await move(from, to)
  }
}
