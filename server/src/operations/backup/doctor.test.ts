import { randomBytes } from 'node:crypto'
import { readdir, rm, truncate, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, expect, it } from 'vitest'
import { openDatabaseOf, readingLike } from '../../testing/archives.ts'
import {
  makeAudioBook,
  makeCreator,
  makeEpisode,
  makePodcast,
  mediaRow,
  storeCover,
  storeSound,
} from '../../testing/records.ts'
import { removeRecord } from '../../catalogue/editing/remove-record.ts'
import { removeCreator } from '../../catalogue/creators/creators.service.ts'
import { anyFailure } from '../../errors.ts'
import { startTestServer } from '../../testing/server.ts'
import { deleteMedia, insertMedia } from '../../media/media.queries.ts'
import { type Diagnosis, type DoctorOptions, examine } from './doctor.service.ts'
import { forAllTests } from '../../testing/for-all-tests.ts'

const server = await forAllTests(startTestServer())
server.time.now = Date.now()
const media = join(server.deps.config.dataDir, 'media')
beforeEach(async () => await addBook('Well'))

const pathOf = (sha256: string) => join(media, sha256.slice(0, 2), sha256.slice(2))
const idlePass = { quick: false, fix: false }

async function addBook(name: string): Promise<{ id: number; sha256: string }> {
  const audio = await storeSound(server)
  return { id: await makeAudioBook(server, { name, audio }), sha256: audio.sha256 }
}

async function diagnose(options: Partial<DoctorOptions> = {}): Promise<Diagnosis> {
  const { storage, clock } = server.deps
  await using db = await openDatabaseOf(server.deps.config)
  return await examine({ db, storage, clock, progress: () => undefined }, { ...idlePass, ...options })
}

it('finds nothing wrong with a library that is well', async () => {
  const { findings, files, bytes } = await diagnose()
  expect(findings).toEqual([])
  expect(bytes).toBe(files * 2_000)
})

it('names the creator whose image is missing', async () => {
  const image = await storeCover(server, '#663344')
  const id = await makeCreator(server, { nickname: 'Owl', image })
  await rm(pathOf(image.cover.sha256))
  const { findings } = await diagnose()
  const sentence = `the image of creator ${id} “Owl” (${image.cover.sha256})`
  expect(findings).toMatchObject([{ kind: 'missing', sentence }])
  await removeCreator(server.deps, id, anyFailure)
  expect((await diagnose()).findings).toEqual([])
})

it('names the record whose bytes are missing, damaged or too few', async () => {
  const missing = await addBook('Missing')
  const podcast = await makePodcast(server, { name: 'Waves' })
  const audio = await storeSound(server)
  const episode = await makeEpisode(server, podcast, { number: 1, name: 'Damaged', audio })
  const short = await addBook('Short')
  await rm(pathOf(missing.sha256))
  await writeFile(pathOf(audio.sha256), randomBytes(2_000))
  await truncate(pathOf(short.sha256), 7)
  const found = {
    missing: {
      kind: 'missing',
      sentence: `the audio of audio book ${missing.id} “Missing” (${missing.sha256})`,
    },
    damaged: {
      kind: 'damaged',
      sentence: `the audio of episode ${episode} “Damaged” (${audio.sha256}): its bytes are not those that were stored`,
    },
    short: {
      kind: 'damaged',
      sentence: `the audio of audio book ${short.id} “Short” (${short.sha256}): it has 7 bytes instead of 2000`,
    },
  }
  const all = (await diagnose()).findings
  expect(all).toHaveLength(3)
  expect(all).toEqual(expect.arrayContaining(Object.values(found)))
  // Without looking into them.
  const { findings } = await diagnose({ quick: true })
  expect(findings).toHaveLength(2)
  expect(findings).toEqual(expect.arrayContaining([found.missing, found.short]))
  for (const table of ['audio_books', 'episodes'] as const)
    await server.deps.db.connection
      .deleteFrom(table)
      .where('name', 'in', ['Missing', 'Damaged', 'Short'])
      .execute()
  const rows = await server.deps.db.connection.selectFrom('media').select(['id', 'sha256']).execute()
  const ill = [missing.sha256, audio.sha256, short.sha256]
  await deleteMedia(
    server.deps.db.connection,
    rows.filter(({ sha256 }) => ill.includes(sha256)).map(({ id }) => id),
  )
  for (const sha256 of ill) await rm(pathOf(sha256), { force: true })
})

it('names the record of a part that is missing', async () => {
  const part = await storeSound(server)
  const index = await storeSound(server)
  const audio = { ...index, joined: { sizeBytes: 4_000, parts: [part] } }
  const id = await makeAudioBook(server, { name: 'Joined', audio })
  await rm(pathOf(part.sha256))
  const sentence = `the audio of audio book ${id} “Joined” (${part.sha256})`
  expect((await diagnose()).findings).toEqual([{ kind: 'missing', sentence }])
  await removeRecord(server.deps, { kind: 'audio-book', id }, anyFailure)
  expect((await diagnose()).findings).toEqual([])
})

it('tells bytes that belong to nobody, and puts them into quarantine where that is asked for', async () => {
  const { sha256 } = await storeSound(server)
  const sentence = `${sha256} (0.0 MB)`
  expect((await diagnose()).findings).toEqual([{ kind: 'orphan', sentence }])
  expect((await diagnose({ fix: true })).findings).toEqual([{ kind: 'quarantined', sentence }])
  expect(await readdir(join(media, 'quarantine'))).toEqual([sha256])
  expect((await diagnose()).findings).toEqual([])
})

it('leaves uploads alone that are under way', async () => {
  const stored = await insertMedia(server.deps.db.connection, await storeSound(server))
  const pending = await insertMedia(server.deps.db.connection, mediaRow())
  expect((await diagnose({ fix: true })).findings).toEqual([])
  const deleted = await deleteMedia(server.deps.db.connection, [stored.id, pending.id])
  for (const { sha256 } of deleted) await rm(pathOf(sha256), { force: true })
})

it('tells what interrupted uploads have left for more than a day', async () => {
  const path = join(media, 'incoming', 'left.part')
  await writeFile(path, 'x')
  expect((await diagnose()).findings).toEqual([])
  await utimes(path, 0, 0)
  expect((await diagnose()).findings).toMatchObject([{ kind: 'left over' }])
  await rm(path)
})

it('says nothing of what is deleted while it looks', async () => {
  const { id, sha256 } = await addBook('Going')
  const { storage, clock } = server.deps
  const { connection } = server.deps.db
  const read: typeof storage.read = async function* (hash, start, end) {
    if (hash === sha256) {
      await connection.deleteFrom('audio_books').where('id', '=', id).execute()
      await connection.deleteFrom('media').where('sha256', '=', sha256).execute()
      await rm(pathOf(sha256))
    }
    yield* storage.read(hash, start, end)
  }
  await using db = await openDatabaseOf(server.deps.config)
  const { findings } = await examine(
    { db, storage: readingLike(storage, read), clock, progress: () => undefined },
    idlePass,
  )
  expect(findings).toEqual([])
})
