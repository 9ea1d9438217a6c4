import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openLocalStorage } from './local-storage.ts'
import type { MediaStorage } from './storage.ts'

let root: string
let storage: MediaStorage
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'earmark-storage-'))
  storage = await openLocalStorage(root)
})
afterEach(async () => {
  await storage.close()
  await rm(root, { recursive: true, force: true })
})

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

async function store(bytes: Uint8Array, maxBytes = 10_000_000): Promise<string> {
  await using file = await storage.receive(Readable.from([bytes]), maxBytes)
  await file.keep('audio/mpeg')
  return file.sha256
}

/** Chunks are lent, so each is copied before the next is asked for. */
async function readAll(hash: string, start: number, end: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of storage.read(hash, start, end)) chunks.push(Buffer.from(chunk))
  return Buffer.concat(chunks)
}

async function filesInStorage(): Promise<string[]> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
}

describe('what is stored', () => {
  it('lies under its hash, byte for byte, and nothing else is there', async () => {
    const bytes = randomBytes(300_000)
    const hash = await store(bytes)
    expect(hash).toBe(sha256(bytes))
    expect(await filesInStorage()).toEqual([join(root, hash.slice(0, 2), hash.slice(2))])
    expect((await readFile(join(root, hash.slice(0, 2), hash.slice(2)))).equals(bytes)).toBe(true)
  })

  it('may be stored again, at the same time too', async () => {
    const bytes = randomBytes(100_000)
    const hashes = await Promise.all(Array.from({ length: 8 }, () => store(bytes)))
    expect(new Set(hashes).size).toBe(1)
    expect(await filesInStorage()).toHaveLength(1)
    expect((await readAll(sha256(bytes), 0, 99_999)).equals(bytes)).toBe(true)
  })

  it('is listed in the order of the hashes, with sizes, without what is only on its way', async () => {
    const hashes = await Promise.all(Array.from({ length: 20 }, (_, size) => store(randomBytes(size + 1))))
    await using coming = await storage.receive(Readable.from([randomBytes(10)]), 10)
    const listed: string[] = []
    for await (const files of storage.listStoredBefore(Number.POSITIVE_INFINITY)) {
      for (const { sha256: hash, sizeBytes } of files) {
        listed.push(hash)
        expect(hashes[sizeBytes - 1]).toBe(hash)
      }
    }
    expect(listed).toEqual(hashes.toSorted())
    expect(await storage.countIncomingBefore(Number.POSITIVE_INFINITY)).toBe(0)
    await coming[Symbol.asyncDispose]()
  })

  it('is found by a storage that is opened later', async () => {
    const hash = await store(Buffer.from('still here'))
    await storage.close()
    storage = await openLocalStorage(root)
    expect((await readAll(hash, 0, 9)).toString()).toBe('still here')
  })

  it('is read from any place to any other', async () => {
    const bytes = randomBytes(700_000)
    const hash = await store(bytes)
    await fc.assert(
      fc.asyncProperty(fc.nat(bytes.length - 1), fc.nat(bytes.length - 1), async (one, other) => {
        const [start, end] = [Math.min(one, other), Math.max(one, other)]
        expect((await readAll(hash, start, end)).equals(bytes.subarray(start, end + 1))).toBe(true)
      }),
      { numRuns: 30 },
    )
  })

  it('is read by many at once', async () => {
    const bytes = randomBytes(600_000)
    const hash = await store(bytes)
    const readers = Array.from({ length: 100 }, async (_, start) => {
      return (await readAll(hash, start, bytes.length - 1)).equals(bytes.subarray(start))
    })
    expect(await Promise.all(readers)).toEqual(Array.from({ length: 100 }, () => true))
  })

  it('is gone once it is removed, but not for those who are reading it', async () => {
    const bytes = randomBytes(600_000)
    const hash = await store(bytes)
    const reading = storage.read(hash, 0, bytes.length - 1)
    const first = Buffer.from((await reading.next()).value as Uint8Array)
    await storage.remove(hash)
    const rest: Buffer[] = []
    for await (const chunk of reading) rest.push(Buffer.from(chunk))
    expect(Buffer.concat([first, ...rest]).equals(bytes)).toBe(true)
    await expect(readAll(hash, 0, 1)).rejects.toMatchObject({ code: 'NotFound' })
    await storage.remove(hash)
  })
})

describe('nothing stays behind', () => {
  it('when more comes than is allowed', async () => {
    const source = Readable.from([Buffer.alloc(600), Buffer.alloc(600)])
    await expect(storage.receive(source, 1000)).rejects.toMatchObject({ code: 'FileTooLarge' })
    expect(await filesInStorage()).toEqual([])
    expect(source.destroyed).toBe(true)
  })

  it('when the source fails', async () => {
    const source = Readable.from(
      (async function* () {
        yield Buffer.from('half')
        throw new Error('the client went away')
      })(),
    )
    await expect(storage.receive(source, 1000)).rejects.toThrow('the client went away')
    expect(await filesInStorage()).toEqual([])
  })

  it('when the source is cut off', async () => {
    const source = new Readable({ read: () => undefined })
    source.push('half')
    const receiving = storage.receive(source, 1000)
    setImmediate(() => source.destroy())
    await expect(receiving).rejects.toMatchObject({ code: 'ERR_STREAM_PREMATURE_CLOSE' })
    expect(await filesInStorage()).toEqual([])
  })

  it('when what was received is not kept', async () => {
    {
      await using file = await storage.receive(Readable.from([Buffer.from('unwanted')]), 1000)
      expect((await readFile(file.path)).toString()).toBe('unwanted')
      expect(file.sizeBytes).toBe(8)
    }
    expect(await filesInStorage()).toEqual([])
  })

  it('of exactly as much as is allowed, all does', async () => {
    expect(await store(Buffer.alloc(1000), 1000)).toBe(sha256(Buffer.alloc(1000)))
  })
})

describe('a storage whose directory is away', () => {
  it('is unready, and says so to writers and readers', async () => {
    await expect(storage.check()).resolves.toBeUndefined()
    const hash = await store(Buffer.from('lost'))
    await rm(root, { recursive: true })
    await expect(storage.check()).rejects.toMatchObject({ code: 'ServiceUnavailable' })
    await expect(store(Buffer.from('x'))).rejects.toMatchObject({ code: 'ServiceUnavailable' })
    await expect(readAll(hash, 0, 1)).rejects.toMatchObject({ code: 'ServiceUnavailable' })
  })
})

it('A file that is shorter than its record says ends with an error instead of silence', async () => {
  const hash = await store(Buffer.alloc(1000))
  await expect(readAll(hash, 0, 1999)).rejects.toThrow('shorter')
})
