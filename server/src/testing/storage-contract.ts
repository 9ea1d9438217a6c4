import { createHash, randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { MediaStorage } from '../media/storage/files/storage.ts'

/** A fresh place for a storage, which may be opened again and again. */
export interface StorageUnderTest extends AsyncDisposable {
  open(): Promise<MediaStorage>
  /** Everything that lies there, also what is on its way: hashes for what is stored. */
  list(): Promise<string[]>
  /** From now on it cannot be used. */
  takeAway(): Promise<void>
}

/** What every storage does, whatever it is made of. */
export function describeStorage(what: string, make: () => Promise<StorageUnderTest>): void {
  let place: StorageUnderTest
  let storage: MediaStorage
  beforeEach(async () => {
    place = await make()
    storage = await place.open()
  })
  afterEach(async () => {
    await storage.close()
    await place[Symbol.asyncDispose]()
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

  describe(`what is stored ${what}`, () => {
    it('lies under its hash, byte for byte, and nothing else is there', async () => {
      const bytes = randomBytes(300_000)
      const hash = await store(bytes)
      expect(hash).toBe(sha256(bytes))
      expect(await place.list()).toEqual([hash])
      expect((await readAll(hash, 0, bytes.length - 1)).equals(bytes)).toBe(true)
    })

    it('is handed out as a file of this machine, and nothing of that stays', async () => {
      const bytes = randomBytes(300_000)
      const file = { sha256: await store(bytes), sizeBytes: bytes.length }
      {
        await using local = await storage.localFile(file)
        expect((await readFile(local.path)).equals(bytes)).toBe(true)
      }
      expect(await place.list()).toEqual([file.sha256])
      const missing = { sha256: sha256(Buffer.from('missing')), sizeBytes: 7 }
      await expect(storage.localFile(missing)).rejects.toMatchObject({ code: 'NotFound' })
      expect(await place.list()).toEqual([file.sha256])
    })

    it('is empty where nothing was received', async () => {
      const hash = await store(Buffer.alloc(0))
      expect(await place.list()).toEqual([hash])
    })

    it('is listed with its size once it is older than asked for', async () => {
      const [one, other] = [await store(Buffer.from('one')), await store(Buffer.from('the other'))]
      const listAll = async (time: number) => {
        const found = []
        for await (const files of storage.listStoredBefore(time)) found.push(...files)
        return found.toSorted((a, b) => a.sizeBytes - b.sizeBytes)
      }
      expect(await listAll(Date.now() + 60_000)).toEqual([
        { sha256: one, sizeBytes: 3 },
        { sha256: other, sizeBytes: 9 },
      ])
      expect(await listAll(Date.now() - 60_000)).toEqual([])
    })

    it('may be stored again, at the same time too', async () => {
      const bytes = randomBytes(100_000)
      const hashes = await Promise.all(Array.from({ length: 8 }, () => store(bytes)))
      expect(new Set(hashes).size).toBe(1)
      expect(await place.list()).toHaveLength(1)
      expect((await readAll(sha256(bytes), 0, 99_999)).equals(bytes)).toBe(true)
    })

    it('is listed in the order of the hashes, without what is only on its way', async () => {
      const hashes = await Promise.all(Array.from({ length: 20 }, (_, size) => store(randomBytes(size + 1))))
      await using coming = await storage.receive(Readable.from([randomBytes(10)]), 10)
      const listed: string[] = []
      for await (const files of storage.listStoredBefore(Date.now() + 60_000)) {
        for (const { sha256: hash, sizeBytes } of files) {
          listed.push(hash)
          expect(hashes[sizeBytes - 1]).toBe(hash)
        }
      }
      expect(listed).toEqual(hashes.toSorted())
      expect(await storage.countIncomingBefore(Date.now() + 60_000)).toBe(0)
      await coming[Symbol.asyncDispose]()
    })

    it('is found by a storage that is opened later', async () => {
      const hash = await store(Buffer.from('still here'))
      await storage.close()
      storage = await place.open()
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
      const readers = Array.from({ length: 50 }, async (_, start) => {
        return (await readAll(hash, start, bytes.length - 1)).equals(bytes.subarray(start))
      })
      expect(await Promise.all(readers)).toEqual(Array.from({ length: 50 }, () => true))
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

  describe(`nothing stays behind ${what}`, () => {
    it('when more comes than is allowed', async () => {
      const source = Readable.from([Buffer.alloc(600), Buffer.alloc(600)])
      await expect(storage.receive(source, 1000)).rejects.toMatchObject({ code: 'FileTooLarge' })
      expect(await place.list()).toEqual([])
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
      expect(await place.list()).toEqual([])
    })

    it('when the source is cut off', async () => {
      const source = new Readable({ read: () => undefined })
      source.push('half')
      const receiving = storage.receive(source, 1000)
      setImmediate(() => source.destroy())
      await expect(receiving).rejects.toMatchObject({ code: 'ERR_STREAM_PREMATURE_CLOSE' })
      expect(await place.list()).toEqual([])
    })

    it('when what was received is not kept', async () => {
      {
        await using file = await storage.receive(Readable.from([Buffer.from('unwanted')]), 1000)
        expect((await readFile(file.path)).toString()).toBe('unwanted')
        expect(file.sizeBytes).toBe(8)
      }
      expect(await place.list()).toEqual([])
    })

    it('of exactly as much as is allowed, all does', async () => {
      expect(await store(Buffer.alloc(1000), 1000)).toBe(sha256(Buffer.alloc(1000)))
    })
  })

  describe(`bytes ${what} that are removed`, () => {
    it('are there still when they turn out to be used, or when nobody can tell', async () => {
      const hash = await store(Buffer.from('used'))
      await storage.remove(hash, async () => true)
      const away = storage.remove(hash, () => Promise.reject(new Error('away')))
      await expect(away).rejects.toThrow('away')
      expect((await readAll(hash, 0, 3)).toString()).toBe('used')
      expect(await place.list()).toEqual([hash])
    })

    it('are there again for whoever stores them meanwhile', async () => {
      const bytes = randomBytes(1000)
      const hash = await store(bytes)
      const storing: Promise<string>[] = []
      await storage.remove(hash, async () => {
        storing.push(store(bytes))
        return false
      })
      await Promise.all(storing)
      expect((await readAll(hash, 0, 999)).equals(bytes)).toBe(true)
      expect(await place.list()).toEqual([hash])
    })
  })

  describe(`bytes ${what} that are put into quarantine`, () => {
    it('are out of sight, and lie there by their hash', async () => {
      const hash = await store(Buffer.from('unknown'))
      expect(await storage.quarantine(hash, async () => false)).toBe(true)
      await expect(readAll(hash, 0, 6)).rejects.toMatchObject({ code: 'NotFound' })
      expect(await place.list()).toEqual([`quarantine${hash}`])
      expect(await storage.quarantine(hash, async () => false)).toBe(false)
    })

    it('stay where they are when they turn out to be used', async () => {
      const hash = await store(Buffer.from('used'))
      expect(await storage.quarantine(hash, async () => true)).toBe(false)
      expect(await place.list()).toEqual([hash])
    })
  })

  describe(`a storage ${what} that is away`, () => {
    it('is unready, and says so to writers and readers', async () => {
      await expect(storage.check()).resolves.toBeUndefined()
      const hash = await store(Buffer.from('lost'))
      await place.takeAway()
      await expect(storage.check()).rejects.toMatchObject({ code: 'ServiceUnavailable' })
      await expect(store(Buffer.from('x'))).rejects.toMatchObject({ code: 'ServiceUnavailable' })
      await expect(readAll(hash, 0, 1)).rejects.toMatchObject({ code: 'ServiceUnavailable' })
    })
  })

  it(`A file ${what} that is shorter than its record says ends with an error instead of silence`, async () => {
    const hash = await store(Buffer.alloc(1000))
    await expect(readAll(hash, 0, 1999)).rejects.toThrow('shorter')
  })
}
