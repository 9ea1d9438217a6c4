import { randomBytes } from 'node:crypto'
import { chmod, mkdir, rename, rm, stat, symlink, utimes, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { forAllTests } from '../../testing/for-all-tests.ts'
import { type LibraryFolder, lookAt, makeLibraryFolder, putFile } from '../../testing/library-media.ts'
import { startS3Store } from '../../testing/s3-store.ts'
import { startTestServer, type TestServer } from '../../testing/server.ts'
import { mediaUrl } from '../content-type.ts'
import { deleteMedia, insertMedia, storedHashes } from '../media.queries.ts'
import { sweepMedia, tryRemoveUnusedFiles } from '../storage/unused-files.ts'

/** Media whose bytes stay in a library folder, as listeners get them. */

const store = await forAllTests(startS3Store())
const bytes = randomBytes(400_000)
const path = 'Ada Vell/The Lamp Keeper/01.mp3'

let folder: LibraryFolder
let server: TestServer
let address: string
let medium: { readonly id: number; readonly url: string; readonly sha256: string }

async function serve(environment: Record<string, string> = {}): Promise<void> {
  server = await startTestServer({ environment: { ...folder.settings, ...environment } })
  address = await server.app.listen({ port: 0, host: '127.0.0.1' })
}

async function addMedium(name: string | Buffer = path): Promise<typeof medium> {
  const row = await lookAt(server, folder.path, name)
  const { id, key } = await insertMedia(server.deps.db.connection, row)
  return { id, url: mediaUrl(key, 'audio/mpeg'), sha256: row.sha256 }
}

async function get(headers: Record<string, string> = {}, method = 'GET', url = medium.url) {
  const answer = await fetch(new URL(url, address), { headers, method, redirect: 'manual' })
  const body = Buffer.from(await answer.arrayBuffer())
  return { status: answer.status, headers: Object.fromEntries(answer.headers), body }
}

const place = () => join(folder.path, path)

async function statuses() {
  const seen = [await get(), await get({ range: 'bytes=5-9' }), await get({}, 'HEAD')]
  return seen.map(({ status }) => status)
}

describe.each([
  ['a folder', () => ({})],
  ['a bucket', () => store.settings],
  ['a bucket that listeners are sent to', () => ({ ...store.settings, S3_DELIVERY: 'signed' })],
  ['a folder of nginx', () => ({ ACCEL_REDIRECT: '/media-files' })],
] as [string, () => Record<string, string>][])('where other media are in %s', (_where, environment) => {
  beforeAll(async () => {
    folder = await makeLibraryFolder()
    await putFile(folder.path, path, bytes)
    await serve(environment())
    medium = await addMedium()
  })
  afterAll(async () => {
    await server[Symbol.asyncDispose]()
    await folder[Symbol.asyncDispose]()
  })

  it('a library file is answered whole and by ranges, with the headers of every medium', async () => {
    const whole = await get()
    expect([whole.status, whole.body.equals(bytes)]).toEqual([200, true])
    expect(whole.headers).toMatchObject({
      'content-type': 'audio/mpeg',
      'content-length': String(bytes.length),
      'cache-control': 'public, max-age=31536000, immutable',
      'accept-ranges': 'bytes',
      etag: `"${medium.sha256}"`,
    })
    expect(whole.headers['x-accel-redirect']).toBeUndefined()
    const part = await get({ range: 'bytes=300000-300999', 'if-range': `"${medium.sha256}"` })
    expect(part.status).toBe(206)
    expect(part.headers['content-range']).toBe(`bytes 300000-300999/${bytes.length}`)
    expect(part.body.equals(bytes.subarray(300_000, 301_000))).toBe(true)
  })

  it('HEAD, conditions and ranges beyond its end hold for it', async () => {
    const [whole, head] = [await get(), await get({}, 'HEAD')]
    expect([head.status, head.body.length]).toEqual([200, 0])
    for (const name of ['content-type', 'content-length', 'etag', 'last-modified', 'accept-ranges'])
      expect([name, head.headers[name]]).toEqual([name, whole.headers[name]])
    expect((await get({ 'if-none-match': `"${medium.sha256}"` })).status).toBe(304)
    expect((await get({ 'if-match': '"other"' })).status).toBe(412)
    expect((await get({ range: `bytes=${bytes.length}-` })).status).toBe(416)
  })

  it('its removal, a quarantine and the sweep leave everything in the folder as it is', async () => {
    const before = await folder.fingerprint()
    const { id, sha256, url } = await addMedium()
    expect((await get({}, 'GET', url)).status).toBe(200)
    const deleted = await deleteMedia(server.deps.db.connection, [id])
    expect([deleted.length, storedHashes(deleted)]).toEqual([1, []])
    await tryRemoveUnusedFiles(server.deps, [sha256])
    expect(await server.deps.storage.quarantine(sha256, () => Promise.resolve(false))).toBe(false)
    server.time.now += 48 * 3_600_000
    await sweepMedia(server.deps)
    expect(await folder.fingerprint()).toBe(before)
  })
})

describe('a library file that', () => {
  beforeEach(async () => {
    folder = await makeLibraryFolder()
    await putFile(folder.path, path, bytes)
    await serve()
    medium = await addMedium()
    expect((await get()).status).toBe(200)
  })
  afterEach(async () => {
    await server[Symbol.asyncDispose]()
    await folder[Symbol.asyncDispose]()
  })

  const gone: [string, () => Promise<unknown>][] = [
    ['was edited in place', () => writeFile(place(), randomBytes(bytes.length))],
    ['became longer at the same time', () => putFile(folder.path, path, Buffer.concat([bytes, bytes]))],
    ['was saved again', () => utimes(place(), 1, 1)],
    ['was removed', () => rm(place())],
    ['was replaced by a folder', () => rm(place()).then(() => mkdir(place()))],
    [
      'was replaced by a link out of the folder',
      async () => {
        const elsewhere = await makeLibraryFolder()
        await putFile(elsewhere.path, '01.mp3', bytes)
        await rm(place())
        await symlink(join(elsewhere.path, '01.mp3'), place())
      },
    ],
    [
      'lies in a folder that was replaced by a link out of its library',
      async () => {
        const elsewhere = await makeLibraryFolder()
        await putFile(elsewhere.path, '01.mp3', bytes)
        await rm(dirname(place()), { recursive: true })
        await symlink(elsewhere.path, dirname(place()))
      },
    ],
    ['was replaced by a link to itself', () => rm(place()).then(() => symlink(place(), place()))],
  ]

  it.each(gone)('%s is not found, whatever is asked', async (_what, change) => {
    await change()
    expect(await statuses()).toEqual([404, 404, 404])
    expect((await get({ 'if-none-match': `"${medium.sha256}"` })).status).toBe(404)
    const local = server.deps.storage.localFile({ sha256: medium.sha256, sizeBytes: bytes.length })
    await expect(local).rejects.toMatchObject({ code: 'NotFound' })
  })

  it('is a link within its folder is read as what it leads to', async () => {
    await rename(place(), join(folder.path, 'elsewhere.mp3'))
    await symlink(join(folder.path, 'elsewhere.mp3'), place())
    expect((await get()).body.equals(bytes)).toBe(true)
  })

  it('was moved has the address that it had, once its row tells its new place', async () => {
    await rename(place(), join(folder.path, 'moved.mp3'))
    expect((await get()).status).toBe(404)
    const moved = { path: 'moved.mp3', path_key: 'moved.mp3' }
    await server.deps.db.connection.updateTable('library_files').set(moved).execute()
    const answer = await get()
    expect([answer.status, answer.body.equals(bytes)]).toEqual([200, true])
  })

  it('has a twin is read from it while it is away itself', async () => {
    await putFile(folder.path, 'twin.mp3', bytes)
    const twin = { path: 'twin.mp3', path_key: 'twin.mp3' }
    const { connection } = server.deps.db
    const { id: _id, ...row } = await connection
      .selectFrom('library_files')
      .selectAll()
      .executeTakeFirstOrThrow()
    await connection
      .insertInto('library_files')
      .values({ ...row, ...twin })
      .execute()
    await rm(place())
    expect((await get()).body.equals(bytes)).toBe(true)
  })

  it('lies in a folder that is away is not available just now, and comes back with it', async () => {
    await rename(folder.path, `${folder.path}-away`)
    expect(await statuses()).toEqual([503, 503, 503])
    await rename(`${folder.path}-away`, folder.path)
    expect(await statuses()).toEqual([200, 206, 200])
    const rows = await server.deps.db.connection.selectFrom('library_files').select('missing_since').execute()
    expect(rows).toEqual([{ missing_since: null }])
  })

  it('is missing by its row is not looked for', async () => {
    await putFile(folder.path, '02.mp3', bytes)
    const { url } = await addMedium('02.mp3')
    await server.deps.db.connection.updateTable('library_files').set({ missing_since: 1 }).execute()
    expect((await get({}, 'GET', url)).status).toBe(404)
  })

  it('has bytes in its name that are no text is read, and handed to other processes, too', async () => {
    const name = Buffer.from([0x41, 0xff, 0xfe, 0x2e, 0x6d, 0x70, 0x33])
    await putFile(folder.path, name, bytes)
    const { sha256, url } = await addMedium(name)
    expect((await get({}, 'GET', url)).body.equals(bytes)).toBe(true)
    await using local = await server.deps.storage.localFile({ sha256, sizeBytes: bytes.length })
    expect((await stat(local.path)).size).toBe(bytes.length)
  })

  it('lies in a folder that may not be written to is read all the same', async () => {
    await chmod(dirname(place()), 0o500)
    await chmod(place(), 0o400)
    expect((await get()).body.equals(bytes)).toBe(true)
    await chmod(dirname(place()), 0o700)
  })
})

describe('a node', () => {
  it('whose settings do not name the folder does not find its files', async () => {
    folder = await makeLibraryFolder()
    await putFile(folder.path, path, bytes)
    await serve({ IMPORT_FOLDERS: `others=${folder.path}` })
    medium = await addMedium()
    expect(await statuses()).toEqual([404, 404, 404])
    await server[Symbol.asyncDispose]()
    await folder[Symbol.asyncDispose]()
  })
})
