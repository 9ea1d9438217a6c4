import { pingDatabase } from '../../db/database.ts'
import { createHash, randomBytes } from 'node:crypto'
import { link, readFile, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { makeAudioBook, mediaRow, storeCover } from '../../testing/records.ts'
import { startTestServer } from '../../testing/server.ts'
import { changeCatalogue } from '../../db/changes/change-catalogue.ts'
import { openLocalStorage } from './local/local-storage.ts'
import { insertMedia, type NewMedia } from '../media.queries.ts'
import { reserveFiles, removeUnusedFiles, sweepIncoming, sweepMedia } from './unused-files.ts'
import { forAllTests } from '../../testing/for-all-tests.ts'

const hourMs = 3_600_000
const server = await forAllTests(startTestServer())
server.time.now = Date.now()
const folder = join(server.deps.config.dataDir, 'media')

const receive = (bytes: Buffer) => server.deps.storage.receive(Readable.from([bytes]), 1e6)

async function store(bytes: Buffer): Promise<string> {
  await using file = await receive(bytes)
  await file.keep('audio/mpeg')
  return file.sha256
}

const storageKeyOf = (hash: string) => join(folder, hash.slice(0, 2), hash.slice(2))

async function isStored(hash: string): Promise<boolean> {
  try {
    for await (const chunk of server.deps.storage.read(hash, 0, 0)) void chunk
    return true
  } catch {
    return false
  }
}

function mediumOf(bytes: Buffer): NewMedia {
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  return mediaRow({ sha256, sizeBytes: bytes.length, createdAt: server.time.now })
}

async function age(path: string, hours: number): Promise<void> {
  const time = new Date(server.time.now - hours * hourMs)
  await utimes(path, time, time)
}

describe('the sweep', () => {
  it('removes old bytes that no medium refers to, and only those', async () => {
    const [old, young, used] = [randomBytes(100), randomBytes(100), randomBytes(100)]
    const hashes = [await store(old), await store(young), await store(used)] as const
    const book = await makeAudioBook(server, { name: 'Used', audio: mediumOf(used) })
    expect(book).toBeGreaterThan(0)
    for (const [at, hours] of [25, 23, 1000].entries()) await age(storageKeyOf(hashes[at] as string), hours)
    await sweepMedia(server.deps)
    expect(await Promise.all(hashes.map(isStored))).toEqual([false, true, true])
  })

  it('removes old temporary files, but not those that are still being received', async () => {
    const left = join(folder, 'incoming', 'left.part')
    await writeFile(left, 'x')
    await age(left, 25)
    await using file = await receive(randomBytes(10))
    await age(file.path, 25)
    await sweepIncoming(server.deps)
    await file.keep('audio/mpeg')
    expect(await isStored(file.sha256)).toBe(true)
    await expect(utimes(left, 0, 0)).rejects.toMatchObject({ code: 'ENOENT' })
  })

  it('removes old media that no record refers to, and never those of records', async () => {
    const cover = await storeCover(server, '#123456')
    await makeAudioBook(server, { name: 'With a cover', ...cover, audio: mediumOf(randomBytes(9)) })
    const pending = await insertMedia(server.deps.db.connection, mediumOf(randomBytes(9)))
    const ids = async () =>
      (await server.deps.db.connection.selectFrom('media').select('id').execute()).map(({ id }) => id)
    const before = await ids()
    await sweepMedia(server.deps)
    expect(await ids()).toEqual(before)
    server.time.now += 25 * hourMs
    await sweepMedia(server.deps)
    server.time.now -= 25 * hourMs
    expect(await ids()).toEqual(before.filter((id) => id !== pending.id))
  })
})

describe('the quarantine', () => {
  it('takes what nobody uses out of sight, byte for byte', async () => {
    const bytes = randomBytes(100)
    const hash = await store(bytes)
    expect(await server.deps.storage.quarantine(hash, async () => false)).toBe(true)
    expect(await isStored(hash)).toBe(false)
    expect((await readFile(join(folder, 'quarantine', hash))).equals(bytes)).toBe(true)
    expect(await server.deps.storage.quarantine(hash, async () => false)).toBe(false)
  })

  it('leaves what is used where it is, and what is stored again meanwhile', async () => {
    const bytes = randomBytes(100)
    const hash = await store(bytes)
    expect(await server.deps.storage.quarantine(hash, async () => true)).toBe(false)
    expect(await isStored(hash)).toBe(true)
    const storeAgain = async () => {
      await store(bytes)
      return false
    }
    expect(await server.deps.storage.quarantine(hash, storeAgain)).toBe(true)
    expect(await isStored(hash)).toBe(true)
  })
})

describe('whoever stores bytes that are being removed keeps them', () => {
  it('when another process starts in between and puts them back', async () => {
    const hash = await store(randomBytes(100))
    await server.deps.storage.remove(hash, async () => {
      await (await openLocalStorage(folder)).close()
      return true
    })
    expect(await isStored(hash)).toBe(true)
  })

  it('when the new file comes after the old one was taken away', async () => {
    const bytes = randomBytes(100)
    const hash = await store(bytes)
    await server.deps.storage.remove(hash, async () => {
      await store(bytes)
      return false
    })
    expect(await isStored(hash)).toBe(true)
  })

  it('when a row came before, and when nobody can tell', async () => {
    const hash = await store(randomBytes(100))
    await server.deps.storage.remove(hash, async () => true)
    expect(await isStored(hash)).toBe(true)
    const away = server.deps.storage.remove(hash, () => Promise.reject(new Error('away')))
    await expect(away).rejects.toThrow('away')
    expect(await isStored(hash)).toBe(true)
  })

  it('when the process ends in between', async () => {
    const hash = await store(randomBytes(100))
    await link(storageKeyOf(hash), join(folder, 'incoming', `${hash}.x.removed`))
    await server.deps.storage.remove(hash)
    expect(await isStored(hash)).toBe(false)
    await (await openLocalStorage(folder)).close()
    expect(await isStored(hash)).toBe(true)
  })

  it('when the answer to the commit of its record is lost, and the commit comes after all', async () => {
    const bytes = randomBytes(100)
    const medium = mediumOf(bytes)
    await using file = await receive(bytes)
    const release = await reserveFiles(server.deps, [medium])
    await file.keep('audio/mpeg')
    const { connection } = server.deps.db
    // Both have a connection at once.
    await Promise.all([pingDatabase(connection), pingDatabase(connection)])
    let released: Promise<void> | undefined
    await changeCatalogue(server.deps, { changes: [], files: [medium] }, async (transaction) => {
      await insertMedia(transaction, medium)
      released = release()
      // Longer than a release takes.
      for (let turn = 0; turn < 200; turn += 1) await pingDatabase(transaction)
    })
    await released
    expect(await isStored(medium.sha256)).toBe(true)
  })

  it('however both go about it at the same time', async () => {
    const bytes = randomBytes(100)
    const { sha256 } = mediumOf(bytes)
    for (let round = 0; round < 40; round += 1) {
      await store(bytes)
      const [id] = await Promise.all([
        storeSlowly(bytes),
        removeAgainAndAgain(sha256),
        removeAgainAndAgain(sha256),
      ])
      expect(await isStored(sha256), `round ${round}`).toBe(true)
      await server.deps.db.connection.deleteFrom('media').where('id', '=', id).execute()
      await removeUnusedFiles(server.deps, [sha256])
      expect(await isStored(sha256)).toBe(false)
    }
  })
})

const pause = () => new Promise((wait) => setTimeout(wait, Math.random() * 3))

async function storeSlowly(bytes: Buffer): Promise<number> {
  const medium = mediumOf(bytes)
  await pause()
  await using file = await receive(bytes)
  const release = await reserveFiles(server.deps, [medium])
  await pause()
  await file.keep('audio/mpeg')
  await pause()
  const { id } = await insertMedia(server.deps.db.connection, medium)
  await release()
  return id
}

async function removeAgainAndAgain(hash: string): Promise<void> {
  for (let turn = 0; turn < 5; turn += 1) {
    await pause()
    await removeUnusedFiles(server.deps, [hash])
  }
}
