import { randomBytes } from 'node:crypto'
import { rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { backUpServer, openDatabaseOf, restoreInto, temporaryFolder } from '../../testing/archives.ts'
import { type LibraryFolder, lookAt, makeLibraryFolder, putFile } from '../../testing/library-media.ts'
import { makeAudioBook, storeSound } from '../../testing/records.ts'
import { startTestServer, type TestServer } from '../../testing/server.ts'
import { withLibraryFiles } from '../../media/library/with-library-files.ts'
import { openLocalStorage } from '../../media/storage/local/local-storage.ts'
import type { MediaStorage } from '../../media/storage/files/storage.ts'
import { archivePathOf } from './archive-media.ts'
import { type Diagnosis, examine } from './doctor.service.ts'
import { readManifest } from './manifest.ts'

/** Library files in backups and examinations. */

const bytes = randomBytes(5_000)
const stored = randomBytes(2_000)
const size = { files: 1, bytes: bytes.length }

let server: TestServer
let folder: LibraryFolder
let key: string
let storedHash: string

beforeEach(async () => {
  folder = await makeLibraryFolder()
  server = await startTestServer({ environment: folder.settings })
  server.time.now = Date.now()
  await putFile(folder.path, '01.mp3', bytes)
  const audio = await lookAt(server, folder.path, '01.mp3', { durationMs: 1_000 })
  await makeAudioBook(server, { name: 'Well', audio })
  const other = await storeSound(server, stored)
  await makeAudioBook(server, { name: 'Stored', audio: other })
  ;[key, storedHash] = [audio.sha256, other.sha256]
})

afterEach(async () => {
  await server[Symbol.asyncDispose]()
  await folder[Symbol.asyncDispose]()
})

const takingAlong = (archive: string) =>
  backUpServer(server, archive, server.deps.storage, { withLibrary: true })

async function bytesOf(storage: MediaStorage, name: string): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of storage.read(name, 0, bytes.length - 1)) chunks.push(Buffer.from(chunk))
  return Buffer.concat(chunks)
}

/** What a library that was restored into `dataDir` has under the key. */
async function restoredBytes(dataDir: string, folders = server.deps.config.importFolders): Promise<Buffer> {
  await using db = await openDatabaseOf({ databaseUrl: '', dataDir })
  const local = await openLocalStorage(join(dataDir, 'media'))
  const storage = withLibraryFiles(local, { db, config: { importFolders: folders } })
  try {
    return await bytesOf(storage, key)
  } finally {
    await storage.close()
  }
}

async function diagnose(quick = false): Promise<Diagnosis> {
  const { storage, clock } = server.deps
  await using db = await openDatabaseOf(server.deps.config)
  return await examine({ db, storage, clock, progress: () => undefined }, { quick, fix: true })
}

it('An archive names library files, counts those that are not inside, and is restored without them', async () => {
  await using archive = await temporaryFolder()
  await using place = await temporaryFolder()
  const before = await folder.fingerprint()
  const { manifest, media } = await backUpServer(server, archive.path)
  expect(media).toMatchObject({ files: 1, bytes: stored.length, inPlace: size, lacking: [] })
  expect(manifest).toMatchObject({ library: size, media: { files: 1 } })
  expect(await restoreInto(archive.path, place.path)).toMatchObject({ library: size })
  expect((await restoredBytes(place.path)).equals(bytes)).toBe(true)
  await expect(restoredBytes(place.path, [])).rejects.toMatchObject({ code: 'NotFound' })
  expect(await folder.fingerprint()).toBe(before)
})

it('An archive that takes library files along brings them back without their folder', async () => {
  await using archive = await temporaryFolder()
  await using place = await temporaryFolder()
  const { manifest, media } = await takingAlong(archive.path)
  expect(media).toMatchObject({ files: 2, inPlace: { files: 0, bytes: 0 } })
  expect(manifest.library).toBeUndefined()
  await restoreInto(archive.path, place.path)
  expect((await restoredBytes(place.path, [])).equals(bytes)).toBe(true)
})

it('Library files that an archive has stay in it, also when they are not asked for again', async () => {
  await using archive = await temporaryFolder()
  await using place = await temporaryFolder()
  await takingAlong(archive.path)
  const { media } = await backUpServer(server, archive.path)
  expect(media).toMatchObject({ files: 2, kept: 2, inPlace: { files: 0, bytes: 0 } })
  await restoreInto(archive.path, place.path)
})

it.each([
  ['was changed', () => writeFile(join(folder.path, '01.mp3'), 'other')],
  ['is away with its folder', () => rename(folder.path, `${folder.path}-away`)],
])('A backup is made all the same where a library file %s, and says so', async (_what, change) => {
  await using archive = await temporaryFolder()
  await change()
  const { media } = await takingAlong(archive.path)
  expect(media).toMatchObject({ files: 1, inPlace: size, lacking: [] })
  expect((await readManifest(archive.path)).library).toEqual(size)
  await rm(`${folder.path}-away`, { recursive: true, force: true })
})

it('A library file that the archive has lost since is missed', async () => {
  await using archive = await temporaryFolder()
  await using place = await temporaryFolder()
  await takingAlong(archive.path)
  await rm(archivePathOf(archive.path, key))
  await expect(restoreInto(archive.path, place.path)).rejects.toThrow(/names 1 media files .* counts 2/)
})

it.each([true, false])(
  'A library that is well has no findings, looked through quickly: %s',
  async (quick) => {
    expect(await diagnose(quick)).toMatchObject({ findings: [], files: 1, bytes: stored.length })
  },
)

it.each([
  [
    'was removed',
    () => rm(join(folder.path, '01.mp3')),
    /removed from its library folder, or changed there$/,
  ],
  ['was changed', () => writeFile(join(folder.path, '01.mp3'), 'x'), /removed from .*, or changed there$/],
  [
    'is away with its folder',
    () => rename(folder.path, `${folder.path}-away`),
    /folder is not there just now$/,
  ],
] as [string, () => Promise<void>, RegExp][])(
  'A library file that %s is told as such, and not as lost bytes',
  async (_what, change, sentence) => {
    await change()
    const { findings } = await diagnose()
    expect(findings).toEqual([{ kind: 'away', sentence: expect.stringMatching(sentence) as string }])
    expect(findings[0]?.sentence).toContain(`the audio of audio book 1 “Well” (${key})`)
    expect((await server.deps.storage.read(storedHash, 0, 0).next()).done).toBe(false)
    await rm(`${folder.path}-away`, { recursive: true, force: true })
  },
)
