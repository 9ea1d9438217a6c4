import { createHash, randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import fc from 'fast-check'
import pino from 'pino'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { startS3Store } from '../../../testing/s3-store.ts'
import { delay, hangUp } from '../../../../resilience/faults/s3-troubles.ts'
import { startTestServer } from '../../../testing/server.ts'
import { insertMedia, type NewMedia } from '../../media.queries.ts'
import type { MediaStorage } from '../files/storage.ts'
import { reserveFiles, removeUnusedFiles, sweepIncoming, sweepMedia } from '../unused-files.ts'
import { storeTimes } from './bucket.ts'
import { openS3Storage } from './s3-storage.ts'
import { forAllTests } from '../../../testing/for-all-tests.ts'
import { mediaRow } from '../../../testing/records.ts'

/** Two nodes on one database and one bucket: the server, and a storage of another process. */

const hourMs = 3_600_000
const store = await forAllTests(startS3Store())
const server = await forAllTests(startTestServer({ environment: store.settings }))
server.time.now = Date.now()
const { s3, dataDir } = server.deps.config
if (s3 === null) throw new Error('There is no store.')
const times = { ...storeTimes, removalMs: 300 }
const other = await openS3Storage(s3, `${dataDir}/other`, pino({ level: 'silent' }), undefined, times)
afterAll(async () => await other.close())
afterEach(() => void (store.trouble = undefined))

function mediumOf(bytes: Buffer): NewMedia {
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  return mediaRow({ sha256, sizeBytes: bytes.length, createdAt: server.time.now })
}

/** What an upload does with its bytes: a pending row, the bytes, the record's row, and the pending one goes. */
async function storeWithRecord(storage: MediaStorage, bytes: Buffer): Promise<number> {
  const medium = mediumOf(bytes)
  await using file = await storage.receive(Readable.from([bytes]), 1e6)
  const release = await reserveFiles({ ...server.deps, storage }, [medium])
  try {
    await file.keep('audio/mpeg')
    return (await insertMedia(server.deps.db.connection, medium)).id
  } finally {
    await release()
  }
}

async function deleteRecord(id: number): Promise<void> {
  await server.deps.db.connection.deleteFrom('media').where('id', '=', id).execute()
}

async function isStored(hash: string): Promise<boolean> {
  try {
    for await (const chunk of server.deps.storage.read(hash, 0, 9)) void chunk
    return true
  } catch {
    return false
  }
}

const keyOf = (hash: string) => `${hash.slice(0, 2)}/${hash.slice(2)}`

it('Whoever stores bytes that others remove keeps them at every moment, however the requests go', async () => {
  const bytes = randomBytes(100)
  const { sha256 } = mediumOf(bytes)
  const node = { ...server.deps, storage: other }
  const remove = async (deps: typeof node) => {
    for (let turn = 0; turn < 4; turn += 1) await removeUnusedFiles(deps, [sha256])
  }
  const watch = async (isOver: () => boolean) => {
    while (!isOver()) expect((await store.listKeys()).includes(keyOf(sha256))).toBe(true)
  }
  await fc.assert(
    fc.asyncProperty(fc.infiniteStream(fc.nat(6)), fc.boolean(), async (delays, isThereBefore) => {
      if (isThereBefore) await deleteRecord(await storeWithRecord(other, bytes))
      store.trouble = delay(() => delays.next().value ?? 0)
      let isOver = false
      const removing = Promise.all([remove(server.deps), remove(node)]).finally(() => (isOver = true))
      const id = await storeWithRecord(server.deps.storage, bytes)
      await watch(() => isOver)
      await removing
      expect(await isStored(sha256)).toBe(true)
      await deleteRecord(id)
      await removeUnusedFiles(node, [sha256])
      expect(await isStored(sha256)).toBe(false)
      expect(await store.listKeys()).toEqual([])
    }),
    { numRuns: 12 },
  )
})

describe('a node that ends while it removes', () => {
  /** Its requests from this one on never arrive. */
  const endAt = (isLast: (request: IncomingMessage) => boolean) => {
    let hasEnded = false
    store.trouble = (request, response, next) => {
      hasEnded ||= isLast(request)
      if (hasEnded) hangUp(request, response, next)
      else next()
    }
  }
  const announcing = ({ method, url = '' }: IncomingMessage) => method === 'PUT' && url.includes('/removing/')
  const takingBack = ({ method, url = '' }: IncomingMessage) =>
    method === 'DELETE' && url.includes('/removing/')
  const deleting = ({ method, url = '' }: IncomingMessage) =>
    method === 'DELETE' && !url.includes('/removing/')

  it.each([
    ['before it announces that', announcing, true, 0],
    ['before the bytes go', deleting, true, 1],
    ['after the bytes have gone', takingBack, false, 1],
  ])(
    '%s leaves nothing that a record needs away, and nothing for ever',
    async (_what, isLast, isThere, left) => {
      const bytes = randomBytes(100)
      const { sha256 } = mediumOf(bytes)
      await deleteRecord(await storeWithRecord(other, bytes))
      endAt(isLast)
      await expect(removeUnusedFiles(server.deps, [sha256])).rejects.toMatchObject({
        code: 'ServiceUnavailable',
      })
      store.trouble = undefined

      expect(await isStored(sha256)).toBe(isThere)
      const announcements = (await store.listKeys()).filter((key) => key.startsWith('removing/'))
      expect(announcements).toHaveLength(left)
      if (left > 0) {
        // The deletion may still be under way.
        await expect(storeWithRecord(other, bytes)).rejects.toMatchObject({ code: 'ServiceUnavailable' })
        for (const key of announcements) await store.age(key, hourMs / 3)
      }
      const id = await storeWithRecord(other, bytes)
      expect(await isStored(sha256)).toBe(true)
      await sweepIncoming(server.deps)
      await sweepMedia(server.deps)
      expect(await store.listKeys()).toEqual([keyOf(sha256)])
      await deleteRecord(id)
      await store.age(keyOf(sha256), 25 * hourMs)
      await sweepIncoming(server.deps)
      await sweepMedia(server.deps)
      expect(await store.listKeys()).toEqual([])
    },
  )
})

describe('a node that ends between storing the bytes and writing the record', () => {
  it('leaves an orphan, which any node sweeps after a day', async () => {
    const bytes = randomBytes(100)
    await using file = await other.receive(Readable.from([bytes]), 1e6)
    await reserveFiles({ ...server.deps, storage: other }, [mediumOf(bytes)])
    await file.keep('audio/mpeg')
    await store.age(keyOf(file.sha256), 23 * hourMs)
    await sweepIncoming(server.deps)
    await sweepMedia(server.deps)
    expect(await isStored(file.sha256)).toBe(true)
    await store.age(keyOf(file.sha256), 25 * hourMs)
    server.time.now += 25 * hourMs
    await sweepIncoming(server.deps)
    await sweepMedia(server.deps)
    server.time.now -= 25 * hourMs
    expect(await isStored(file.sha256)).toBe(false)
    expect(await server.deps.db.connection.selectFrom('media').select('id').execute()).toEqual([])
  })
})
