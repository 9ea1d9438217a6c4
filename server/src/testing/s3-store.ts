import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import S3rver from 's3rver'
import { answerMultipartCalls, refuseWrongDigests, uploadsFolder } from './s3-store-additions.ts'
import { writeAsStoresDo } from './s3-store-writes.ts'

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
