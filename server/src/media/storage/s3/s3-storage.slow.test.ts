import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import pino from 'pino'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readConfig } from '../../../config/config.ts'
import { type S3Store, type S3StoreOptions, startS3Store, type Trouble } from '../../../testing/s3-store.ts'
import { forget, hang, hangUp, only, refuse, stopAfter } from '../../../../resilience/faults/s3-troubles.ts'
import { describeStorage, type StorageUnderTest } from '../../../testing/storage-contract.ts'
import type { MediaStorage } from '../files/storage.ts'
import { type StoreTimes, storeTimes } from './bucket.ts'
import { openS3Storage } from './s3-storage.ts'

interface BucketUnderTest extends StorageUnderTest {
  readonly store: S3Store
  open(times?: StoreTimes): Promise<MediaStorage>
}

const silent = pino({ level: 'silent' })
/** However busy the machine is that runs the tests. */
const patient = { ...storeTimes, answerMs: 60_000, silentMs: 60_000 }
/** For stores that do not answer. */
const impatient = { ...storeTimes, answerMs: 500, silentMs: 200 }

async function openPlace(options?: S3StoreOptions, log = silent): Promise<BucketUnderTest> {
  const dataDir = await mkdtemp(join(tmpdir(), 'earmark-storage-'))
  const store = await startS3Store(options)
  const { s3 } = readConfig(store.settings)
  if (s3 === null) throw new Error('The store has no settings.')
  return {
    store,
    open: (times: StoreTimes = patient) => openS3Storage(s3, dataDir, log, undefined, times),
    list: async () => [
      ...(await store.listKeys()).map((key) => key.replace('/', '')),
      ...(await readdir(join(dataDir, 'incoming'))),
    ],
    takeAway: async () => void (store.trouble = refuse),
    async [Symbol.asyncDispose]() {
      await store[Symbol.asyncDispose]()
      await rm(dataDir, { recursive: true })
    },
  }
}

describeStorage('in a bucket', openPlace)

let place: BucketUnderTest
let store: S3Store
let storage: MediaStorage
beforeEach(async () => {
  place = await openPlace()
  store = place.store
  storage = await place.open()
})
afterEach(async () => {
  await storage.close()
  await place[Symbol.asyncDispose]()
})

/** Goes on with a store that lacks what s3rver lacks. */
async function useBareStore(log = silent): Promise<void> {
  await storage.close()
  await place[Symbol.asyncDispose]()
  place = await openPlace({ isBare: true }, log)
  store = place.store
  storage = await place.open()
}

async function keep(bytes: Uint8Array): Promise<string> {
  await using file = await storage.receive(Readable.from([bytes]), 1e9)
  await file.keep('audio/flac')
  return file.sha256
}

async function readAll(hash: string, sizeBytes: number): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  for await (const chunk of storage.read(hash, 0, sizeBytes - 1)) chunks.push(chunk)
  return Buffer.concat(chunks)
}

const isPart = ({ method, url = '' }: IncomingMessage) => method === 'PUT' && url.includes('partNumber=')
const isObject = ({ method, url = '' }: IncomingMessage) =>
  method === 'PUT' && /^\/media\/[0-9a-f]{2}\//.test(url)
const large = () => randomBytes(17 * 1024 * 1024)

describe('a large file', () => {
  it('is stored in parts, each with its checksum, as one object of its type', async () => {
    const parts: IncomingMessage['headers'][] = []
    store.trouble = (request, _response, next) => {
      if (isPart(request)) parts.push(request.headers)
      next()
    }
    const bytes = large()
    const hash = await keep(bytes)
    const sizes = parts.map((headers) => Number(headers['content-length']))
    expect(sizes.toSorted((a, b) => a - b)).toEqual([1_048_576, 8_388_608, 8_388_608])
    for (const headers of parts) expect(headers['content-md5']).toMatch(/^[\w+/]{22}==$/)
    expect((await readAll(hash, bytes.length)).equals(bytes)).toBe(true)
    const object = await fetch(`${store.address}/media/${hash.slice(0, 2)}/${hash.slice(2)}`, {
      method: 'HEAD',
    })
    expect(object.headers.get('content-type')).toBe('audio/flac')
    expect(object.headers.get('cache-control')).toContain('immutable')
  })

  it.each([
    [
      'refuses a part',
      only((request) => isPart(request) && (request.url ?? '').includes('partNumber=2'), refuse),
    ],
    ['hangs up at each part', only(isPart, hangUp)],
    [
      'cannot put the parts together',
      only(({ method, url = '' }) => method === 'POST' && url.includes('uploadId='), refuse),
    ],
    [
      'has forgotten the parts when they are to be put together',
      only(({ method, url = '' }) => method === 'POST' && url.includes('uploadId='), forget),
    ],
  ])('leaves nothing when the store %s', async (_what, trouble) => {
    store.trouble = trouble
    await expect(keep(large())).rejects.toMatchObject({ code: 'ServiceUnavailable' })
    expect(await store.countUploads()).toBe(0)
    expect(await place.list()).toEqual([])
  })

  it('is not waited for when the store falls silent in the middle of it', async () => {
    await storage.close()
    storage = await place.open(impatient)
    store.trouble = only(isPart, hang)
    await expect(keep(large())).rejects.toMatchObject({ code: 'ServiceUnavailable' })
    expect(await store.countUploads()).toBe(0)
  })

  it('that was abandoned with the process is given up after a while, not before', async () => {
    store.trouble = only((request) => request.method === 'DELETE' || isPart(request), refuse)
    await expect(keep(large())).rejects.toMatchObject({ code: 'ServiceUnavailable' })
    store.trouble = undefined
    expect(await store.countUploads()).toBe(1)
    await storage.removeIncomingBefore(Date.now() - 60_000)
    expect(await storage.countIncomingBefore(Date.now() - 60_000)).toBe(0)
    expect(await store.countUploads()).toBe(1)
    expect(await storage.countIncomingBefore(Date.now() + 60_000)).toBe(1)
    await storage.removeIncomingBefore(Date.now() + 60_000)
    expect(await store.countUploads()).toBe(0)
  })
})

describe('what the store has got is compared with what was sent', () => {
  /** Turns one bit of what is put. */
  const spoil: Trouble = (request, _response, next) => {
    const push = request.push.bind(request)
    let isSpoilt = false
    request.push = (chunk: Buffer | null, ...rest) => {
      if (chunk && !isSpoilt && isObject(request)) {
        chunk[0] = (chunk[0] ?? 0) ^ 1
        isSpoilt = true
      }
      return push(chunk, ...rest)
    }
    next()
  }

  it.each([
    ['refuses bytes that are others', false],
    ['takes whatever comes', true],
  ])('by a store that %s', async (_what, isBare) => {
    if (isBare) await useBareStore()
    store.trouble = spoil
    await expect(keep(Buffer.from('as it was sent'))).rejects.toMatchObject({ code: 'ServiceUnavailable' })
    store.trouble = undefined
    const hash = await keep(Buffer.from('as it was sent'))
    expect((await readAll(hash, 14)).toString()).toBe('as it was sent')
  })

  it('by reading it back where the store gives names of its own, as encrypting ones do', async () => {
    await useBareStore()
    let looks = 0
    store.trouble = (request, response, next) => {
      const setHeader = response.setHeader.bind(response)
      response.setHeader = (name, value) => setHeader(name, /^etag$/i.test(name) ? '"of-its-own"' : value)
      if (request.method === 'GET' && request.headers.range) looks += 1
      next()
    }
    for (const bytes of [randomBytes(1000), large()]) {
      const hash = await keep(bytes)
      expect((await readAll(hash, bytes.length)).equals(bytes)).toBe(true)
    }
    expect(looks).toBe(4)
  })
})

describe('a store that fails while it is read', () => {
  it.each([
    ['before a byte has come', refuse, 'ServiceUnavailable'],
    ['by silence', hang, 'ServiceUnavailable'],
    ['in the middle', stopAfter(100_000, 'cut'), 'ServiceUnavailable'],
    ['in the middle, by silence', stopAfter(100_000, 'silent'), 'ServiceUnavailable'],
  ])('%s is told from a file that has ended', async (_what, trouble, code) => {
    const bytes = randomBytes(500_000)
    const hash = await keep(bytes)
    await storage.close()
    storage = await place.open(impatient)
    store.trouble = trouble
    await expect(readAll(hash, bytes.length)).rejects.toMatchObject({ code })
    store.trouble = undefined
    await storage.close()
    storage = await place.open()
    expect((await readAll(hash, bytes.length)).equals(bytes)).toBe(true)
  })
})

it('A store that cannot list unfinished uploads is swept of the rest, and that is told once', async () => {
  const told: string[] = []
  const log = pino({ level: 'warn' }, { write: (line: string) => void told.push(line) })
  await useBareStore(log)
  await storage.removeIncomingBefore(Date.now())
  await storage.removeIncomingBefore(Date.now())
  expect(await storage.countIncomingBefore(Date.now())).toBe(0)
  expect(told).toHaveLength(1)
  expect(told[0]).toContain('unfinished uploads')
})

it('More objects than a store lists at once are all listed', async () => {
  const count = 1_100
  const hashes = Array.from({ length: count }, () => randomBytes(32).toString('hex'))
  await store.addObjects(hashes.map((hash) => `${hash.slice(0, 2)}/${hash.slice(2)}`))
  const listed: string[] = []
  for await (const files of storage.listStoredBefore(Date.now() + 60_000))
    listed.push(...files.map(({ sha256 }) => sha256))
  expect(listed).toEqual(hashes.toSorted())
})
