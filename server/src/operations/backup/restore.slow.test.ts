import { hash, randomBytes } from 'node:crypto'
import {
  cp,
  link,
  mkdir,
  readdir,
  readFile,
  rename,
  rm,
  symlink,
  truncate,
  writeFile,
  stat,
} from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { gunzipSync, gzipSync } from 'node:zlib'
import { login } from '@earmark/contract/auth.ts'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createChanges } from '../../db/changes/changes.ts'
import { holdDataDir } from '../../db/data-dir.ts'
import { readConfig } from '../../config/config.ts'
import { type Database, openDatabase } from '../../db/database.ts'
import { migrateWithin, migrationNames } from '../../db/migrate.ts'
import { connectDatabase } from '../../db/plain-database.ts'
import { anyFailure } from '../../errors.ts'
import { openLog } from '../../log/log.ts'
import { backUpServer, openDatabaseOf, restoreInto, temporaryFolder } from '../../testing/archives.ts'
import { createEmptyDatabase, type TestDatabase } from '../../testing/engines.ts'
import { makeUser } from '../../testing/people.ts'
import { makeAudioBook, makeCreator, makeSeries, storeSound } from '../../testing/records.ts'
import { startTestServer } from '../../testing/server.ts'
import { publishRecord } from '../../catalogue/publishing/publishing.service.ts'
import { removeRecord } from '../../catalogue/editing/remove-record.ts'
import { searchMatches } from '../../db/search/search.queries.ts'
import { findEditedAudioBook, insertAudioBook } from '../../catalogue/audio-books/audio-books.queries.ts'
import { readerVersions } from '../../media/content-type.ts'
import { openLocalStorage } from '../../media/storage/local/local-storage.ts'
import { rereadMedia } from '../rereading/reread-media.ts'
import { backUp } from './backup.service.ts'
import { listMediaUses } from './media-uses.queries.ts'
import { type Manifest, manifestName, readManifest, writeManifest, ArchiveError } from './manifest.ts'
import { restoreLibrary } from './restore-library.ts'
import { writeSnapshot } from './snapshot.ts'
import { forAllTests } from '../../testing/for-all-tests.ts'

/** A small archive that tests copy. */
const server = await forAllTests(startTestServer())
server.time.now = Date.now()
const reader = await makeCreator(server, { nickname: 'Owl' })
await makeAudioBook(server, {
  name: 'Rain',
  audio: await storeSound(server, randomBytes(40)),
  readerIds: [reader],
})
const scheduled = {
  kind: 'audio-book',
  id: await makeAudioBook(server, { name: 'Unseen', draft: true }),
} as const
const publishAt = server.time.now + 86_400_000
await publishRecord(server.deps, scheduled, publishAt, anyFailure)
await makeSeries(server, 'Waves')
const goneId = await makeAudioBook(server, { name: 'Gone' })
await removeRecord(server.deps, { kind: 'audio-book', id: goneId }, anyFailure)
await makeUser(server, { email: 'ada@example.org' })
const archive = await forAllTests(temporaryFolder())
const manifest = (await backUpServer(server, archive.path)).manifest

const rowFile = (name: string) => join(manifest.rows, `${name}.jsonl.gz`)

async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name))
}

/** Damages a copy of the archive, and sees that it is refused before there is anything at the place to restore to. */
async function refusalAfter(damage: (folder: string) => Promise<unknown>): Promise<string> {
  await using folder = await temporaryFolder()
  const [copy, place] = [join(folder.path, 'copy'), join(folder.path, 'place')]
  await cp(archive.path, copy, { recursive: true })
  await damage(copy)
  const refused: unknown = await restoreInto(copy, place).catch((error: unknown) => error)
  expect(refused).toBeInstanceOf(ArchiveError)
  expect(await readdir(folder.path)).toEqual(['copy'])
  return (refused as Error).message
}

/** Changes the manifest, with the checksum that it takes. */
async function rewrite(folder: string, change: (manifest: Manifest) => Manifest): Promise<void> {
  await writeFile(join(folder, manifestName), writeManifest(change(await readManifest(folder))))
}

/** Changes the lines of a table, with the checksum that they take. */
async function rewriteRows(
  folder: string,
  name: string,
  change: (lines: string[]) => string[],
): Promise<void> {
  const path = join(folder, rowFile(name))
  const lines = gunzipSync(await readFile(path))
    .toString()
    .split('\n')
    .slice(0, -1)
  const packed = gzipSync(
    change(lines)
      .map((line) => `${line}\n`)
      .join(''),
  )
  await writeFile(path, packed)
  await rewrite(folder, (old) => ({
    ...old,
    tables: old.tables.map((table) =>
      table.name === name ? { ...table, sha256: hash('sha256', packed) } : table,
    ),
  }))
}

describe('a damaged archive is refused', () => {
  // Tried once: an archive is the same wherever it comes from.
  it.runIf(process.env.EARMARK_TEST_ENGINE === 'sqlite')(
    'whichever byte has changed, in whichever of its files',
    { timeout: 120_000 },
    async () => {
      await using folder = await temporaryFolder()
      const copy = join(folder.path, 'copy')
      await cp(archive.path, copy, { recursive: true })
      const files = (await filesIn(copy)).filter((path) => !path.endsWith('backup.lock'))
      const flips = fc.record({
        file: fc.constantFrom(...files),
        at: fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
        by: fc.integer({ min: 1, max: 255 }),
      })
      const property = fc.asyncProperty(flips, async ({ file, at, by }) => {
        const whole = await readFile(file)
        const flipped = Buffer.from(whole)
        const place = Math.floor(at * whole.length)
        flipped[place] = (whole[place] ?? 0) ^ by
        await writeFile(file, flipped)
        const refused: unknown = await restoreInto(copy, join(folder.path, 'place')).catch(
          (error: unknown) => error,
        )
        await writeFile(file, whole)
        expect(refused).toBeInstanceOf(ArchiveError)
        expect(await readdir(folder.path)).toEqual(['copy'])
      })
      await fc.assert(property, { numRuns: 60 })
    },
  )

  const sha256 = '0'.repeat(64)
  const damages: [what: string, says: RegExp, damage: (folder: string) => Promise<unknown>][] = [
    ['without its manifest', /^There is no backup in/, (folder) => rm(join(folder, manifestName))],
    [
      'with half its manifest',
      /manifest\.json is damaged/,
      (folder) => truncate(join(folder, manifestName), 400),
    ],
    [
      'of a newer format',
      /^The backup in .* was made by a newer version/,
      (folder) => rewrite(folder, (old) => ({ ...old, formatVersion: 3 })),
    ],
    [
      'of a newer schema',
      /does not know 9999-future/,
      (folder) => rewrite(folder, (old) => ({ ...old, migrations: [...old.migrations, '9999-future'] })),
    ],
    ['without a table’s file', /users\.jsonl\.gz is missing/, (folder) => rm(join(folder, rowFile('users')))],
    [
      'with a shorter one',
      /users\.jsonl\.gz is damaged/,
      (folder) => truncate(join(folder, rowFile('users')), 30),
    ],
    [
      'with another count',
      /users\.jsonl\.gz is damaged: it has 1 rows where the manifest counts 2/,
      (folder) => rewriteTable(folder, 'users', { count: 2 }),
    ],
    [
      'with a table that nobody knows',
      /a table evil that belongs to no library/,
      (folder) =>
        rewrite(folder, (old) => ({
          ...old,
          tables: [...old.tables, { name: 'evil', columns: [], count: 0, sha256, lastId: null }],
        })),
    ],
    [
      'with a table twice',
      /its manifest\.json has a table twice/,
      (folder) => rewrite(folder, (old) => ({ ...old, tables: [...old.tables, ...old.tables.slice(0, 1)] })),
    ],
    [
      'with another number of media',
      /names \d+ media files of \d+ bytes where manifest\.json counts 7 of /,
      (folder) => rewrite(folder, (old) => ({ ...old, media: { ...old.media, files: 7 } })),
    ],
    [
      'without a table',
      /manifest\.json has no table users/,
      (folder) =>
        rewrite(folder, (old) => ({ ...old, tables: old.tables.filter(({ name }) => name !== 'users') })),
    ],
    [
      'with a column that nobody knows',
      /in its manifest\.json the table creators has other columns/,
      (folder) => rewriteTable(folder, 'creators', { columns: ['id', 'evil'] }),
    ],
    [
      'whose rows lie elsewhere',
      /manifest\.json is damaged/,
      (folder) => rewrite(folder, (old) => ({ ...old, rows: 'rows/../../x' })),
    ],
    [
      'with text for a number',
      /creators\.jsonl\.gz, line 1 is damaged: id is no integer/,
      (folder) => rewriteRows(folder, 'creators', ([line = '']) => [line.replace('[1,', '["1",')]),
    ],
    [
      'with half an id',
      /creators\.jsonl\.gz, line 1 is damaged: id is no integer/,
      (folder) => rewriteRows(folder, 'creators', ([line = '']) => [line.replace('[1,', '[1.5,')]),
    ],
    [
      'with a row that is too short',
      /line 1 is damaged: it is not a row of/,
      (folder) => rewriteRows(folder, 'creators', () => ['[1]']),
    ],
    [
      'with a row without an end',
      /creators\.jsonl\.gz is damaged: it has a line that is too long for a row/,
      (folder) => rewriteRows(folder, 'creators', () => ['['.padEnd(100 * 1024 ** 2)]),
    ],
    [
      'with rows that are none',
      /line 1 is damaged: it is no JSON/,
      (folder) => rewriteRows(folder, 'creators', () => ['{"id"']),
    ],
    [
      'whose media have paths for names',
      /media\.jsonl\.gz is damaged: it names no file by \.\./,
      (folder) =>
        rewriteRows(folder, 'media', ([line = '']) => [
          line.replace(/[0-9a-f]{64}/, `../../${'0'.repeat(58)}`),
        ]),
    ],
    ['without a medium', /[0-9a-f]{62} is missing/, async (folder) => rm(await mediumIn(folder))],
    [
      'with a shorter medium',
      /has 39 bytes instead of 40/,
      async (folder) => truncate(await mediumIn(folder), 39),
    ],
    [
      'with a medium that is a link',
      /[0-9a-f]{62} is missing/,
      async (folder) => {
        const path = await mediumIn(folder)
        await rename(path, join(folder, 'elsewhere'))
        await symlink(join(folder, 'elsewhere'), path)
      },
    ],
  ]
  it.each(damages)('%s', async (_what, says, damage) => {
    expect(await refusalAfter(damage)).toMatch(says)
  })

  it('when a row lacks what it has to have', async () => {
    await using folder = await temporaryFolder()
    await using place = await temporaryFolder()
    await cp(archive.path, folder.path, { recursive: true })
    await rewriteRows(folder.path, 'creators', (lines) =>
      lines.map((line) => line.replace(/"[^"]*"/, 'null')),
    )
    await expect(restoreInto(folder.path, place.path)).rejects.toThrow(/creators\.jsonl\.gz is damaged/)
  })

  it('when its rows contradict each other, and then the database is as empty as before', async () => {
    await using folder = await temporaryFolder()
    await using place = await temporaryFolder()
    await cp(archive.path, folder.path, { recursive: true })
    await rewriteRows(folder.path, 'creators', () => [])
    await rewriteTable(folder.path, 'creators', { count: 0 })
    await expect(restoreInto(folder.path, place.path)).rejects.toThrow(
      /\.jsonl\.gz is damaged: its rows contradict each other/,
    )
    await restoreInto(archive.path, place.path)
  })
})

async function rewriteTable(
  folder: string,
  name: string,
  change: Partial<Manifest['tables'][number]>,
): Promise<void> {
  await rewrite(folder, (old) => ({
    ...old,
    tables: old.tables.map((table) => (table.name === name ? { ...table, ...change } : table)),
  }))
}

async function mediumIn(folder: string): Promise<string> {
  return (await filesIn(join(folder, 'media')))[0] as string
}

describe('a restore', () => {
  let place: { path: string } & AsyncDisposable
  let database: TestDatabase
  beforeAll(async () => {
    place = await temporaryFolder()
    database = await createEmptyDatabase()
    await restoreInto(archive.path, place.path, database.url)
  })
  afterAll(async () => {
    await database[Symbol.asyncDispose]()
    await place[Symbol.asyncDispose]()
  })

  it('gives the same archive when it is backed up again', async () => {
    await using folder = await temporaryFolder()
    await using db = await openDatabaseOf({ databaseUrl: database.url, dataDir: place.path })
    const storage = await openLocalStorage(join(place.path, 'media'))
    const deps = { db, storage, clock: Date.now, program: '', progress: () => undefined }
    const again = await backUp(deps, folder.path)
    expect(again.manifest.tables).toEqual(manifest.tables)
    expect(again.manifest.media).toEqual(manifest.media)
    for (const path of await filesIn(join(archive.path, 'media')))
      expect((await readFile(path.replace(archive.path, folder.path))).equals(await readFile(path))).toBe(
        true,
      )
    await storage.close()
  })

  it('goes into an empty database only', async () => {
    await expect(restoreInto(archive.path, place.path, database.url)).rejects.toThrow(
      /is not empty \(it has users\)/,
    )
  })

  it('makes everything findable, and never gives an id twice', async () => {
    const restored = await connectDatabase(database.url, place.path)
    const { connection, dialect } = restored
    const search = (kind: 'audio-book' | 'creator' | 'series' | 'user', text: string) =>
      searchMatches(connection, dialect, kind, text)
    expect(await search('audio-book', 'rian')).toHaveLength(1)
    expect(await search('audio-book', 'owl')).toHaveLength(1)
    expect(await search('creator', 'owl')).toHaveLength(1)
    expect(await search('series', 'waves')).toHaveLength(1)
    expect(await search('audio-book', 'unseen')).toEqual([])
    const byEditors = { kind: 'audio-book', includesHidden: true } as const
    expect(await searchMatches(connection, dialect, byEditors, 'unseen')).toEqual([scheduled.id])
    expect(await findEditedAudioBook(connection, scheduled.id)).toMatchObject({
      status: 'Scheduled',
      publishAt: new Date(publishAt).toISOString(),
    })
    expect(await search('user', 'ada')).toHaveLength(1)
    const nothing = {
      cover_media_id: null,
      preview_media_id: null,
      preview_chosen_at: null,
      sound: { mediaId: null, tracks: [] },
      is_public: 1,
      published_at: 1,
    } as const
    const id = await insertAudioBook(connection, { name: 'New', description: null, ...nothing }, 1)
    expect(id).toBe(goneId + 1)
    await connection.deleteFrom('audio_books').where('id', '=', id).execute()
    await restored.close()
  })
})

describe('an archive of a version that told lengths of Ogg too short', () => {
  it('is restored as it is, and its lengths and places are put right afterwards', async () => {
    await using copy = await temporaryFolder()
    await using place = await temporaryFolder()
    await cp(join(import.meta.dirname, 'fixtures/of-0007'), copy.path, { recursive: true })
    await using database = await createEmptyDatabase()
    await restoreInto(copy.path, place.path, database.url)
    const db = await openDatabase(database.url, place.path)
    const storage = await openLocalStorage(join(place.path, 'media'))
    const told = () => db.connection.selectFrom('media').select(['duration_ms', 'reader_version']).execute()
    const places = () => db.connection.selectFrom('positions').select(['position_ms', 'version']).execute()
    expect(await told()).toEqual([{ duration_ms: 13, reader_version: 0 }])
    expect(await places()).toEqual([{ position_ms: 13, version: 2 }])
    const config = readConfig({ DATABASE_URL: database.url, DATA_DIR: place.path })
    const deps = { config, db, storage, changes: createChanges(), clock: Date.now, log: openLog('silent') }
    const run = { signal: new AbortController().signal, report: () => Promise.resolve() }
    await rereadMedia(deps, run)
    expect(await told()).toEqual([{ duration_ms: 1000, reader_version: readerVersions['audio/ogg'] }])
    expect(await places()).toEqual([{ position_ms: 800, version: 3 }])
    await storage.close()
    await db.close()
  })
})

describe('an archive of the version before recordings had a table', () => {
  it('is restored with all that its server answered', async () => {
    const fixture = join(import.meta.dirname, 'fixtures/of-0011')
    await using copy = await temporaryFolder()
    await using place = await temporaryFolder()
    await cp(fixture, copy.path, { recursive: true })
    const database = await createEmptyDatabase()
    await restoreInto(copy.path, place.path, database.url)
    await using restored = await startTestServer({ place: { dataDir: place.path, database } })
    restored.time.now = Date.now()
    const deviceId = 'a0000000-0000-4000-8000-000000000001'
    const body = { userName: 'admin@example.org', password: 'Quiet-reading-1' }
    const { accessToken } = await restored.call(login, { body }, { 'x-deviceid': deviceId })
    const headers = { 'x-deviceid': deviceId, authorization: `Bearer ${accessToken}` }
    const lines = (await readFile(`${fixture}.answers.jsonl`, 'utf8')).trimEnd().split('\n')
    for (const [path, answer] of lines.map((line) => JSON.parse(line) as [string, unknown])) {
      const answered = await restored.app.inject({ url: `/api${path}`, headers })
      // Answers have gained fields since.
      expect([path, answered.json<unknown>()]).toMatchObject([path, answer])
    }
  })
})

describe.runIf(process.env.EARMARK_TEST_ENGINE === 'postgres')('a node that starts meanwhile', () => {
  it('waits, and finds a library', async () => {
    await using place = await temporaryFolder()
    const database = await createEmptyDatabase()
    const target = { databaseUrl: database.url, dataDir: place.path }
    let node: Promise<Database> | undefined
    const begun = (sentence: string) => {
      if (sentence.startsWith('restoring users')) node = openDatabase(database.url, place.path)
    }
    await restoreLibrary(target, () => openLocalStorage(join(place.path, 'media')), archive.path, begun)
    const { connection, ...opened } = (await node) as Database
    const books = await connection.selectFrom('audio_books').select('name').orderBy('id').execute()
    expect(books).toEqual([{ name: 'Rain' }, { name: 'Unseen' }])
    await opened.close()
    await database[Symbol.asyncDispose]()
  })
})

describe('the place', () => {
  it.runIf(process.platform !== 'win32')('is open to the group where nginx sends the media', async () => {
    await using place = await temporaryFolder()
    const target = { databaseUrl: '', dataDir: join(place.path, 'new'), accelRedirect: '/media-files' }
    const media = join(target.dataDir, 'media')
    const givenUmask = process.umask(0o077)
    await restoreLibrary(
      target,
      () => openLocalStorage(media),
      archive.path,
      () => undefined,
    )
    process.umask(givenUmask)
    for (const path of [target.dataDir, media]) expect((await stat(path)).mode & 0o777).toBe(0o750)
  })

  it('is refused while a server works on it', async () => {
    await using place = await temporaryFolder()
    using held = new DisposableStack()
    held.use(holdDataDir(place.path))
    await expect(restoreInto(archive.path, place.path)).rejects.toThrow(
      /^Another Earmark works on the database/,
    )
  })

  it('is refused while it has media of others', async () => {
    await using place = await temporaryFolder()
    const storage = await openLocalStorage(join(place.path, 'media'))
    await using file = await storage.receive(
      (async function* () {
        yield randomBytes(10)
      })(),
      10,
    )
    await file.keep('audio/mpeg')
    await expect(restoreInto(archive.path, place.path)).rejects.toThrow(/^The media store is not empty/)
    await storage.close()
  })

  it('may be one that an interrupted restore has begun to fill', async () => {
    await using place = await temporaryFolder()
    const medium = await mediumIn(archive.path)
    const name = medium.slice(join(archive.path, 'media').length)
    await mkdir(join(place.path, 'media', name.slice(1, 3)), { recursive: true })
    await link(medium, join(place.path, 'media', name))
    const empty = await connectDatabase('', place.path)
    await empty.close()
    expect(await restoreInto(archive.path, place.path)).toEqual(manifest)
  })
})

it('brings an older schema up to date', async () => {
  await using old = await temporaryFolder()
  const storage = await openLocalStorage(join(old.path, 'media'))
  await using file = await storage.receive(Readable.from([Buffer.from('ab')]), 2)
  await file.keep('audio/mpeg')
  const { sha256 } = file
  await using folder = await temporaryFolder()
  await using place = await temporaryFolder()
  const database = await createEmptyDatabase()
  const db = await connectDatabase(database.url, old.path)
  await db.connection.transaction().execute(async (transaction) => {
    await migrateWithin(transaction, db.dialect, 3)
    const times = { created_at: 1, updated_at: 1 }
    const user = { id: 'a', email: 'É@x', email_key: 'é@x', name: 'Éva', role: 'User', ...times }
    await transaction
      .insertInto('users')
      .values(user as never)
      .execute()
    for (const id of [1, 2])
      await sql`insert into media (id, key, sha256, content_type, size_bytes, created_at)
        values (${id}, ${`key${id}`}, ${sha256}, 'audio/mpeg', 2, 1)`.execute(transaction)
    await sql`insert into audio_books (name, name_sort, audio_media_id, created_at, updated_at)
      values ('Rain', 'rain', 2, 1, 1)`.execute(transaction)
  })
  await backUp({ db, storage, clock: Date.now, program: '', progress: () => undefined }, folder.path)
  expect(await listMediaUses(db, [sha256])).toEqual([
    { sha256, kind: 'audio book', id: 1, name: 'Rain', field: 'audio' },
  ])
  await storage.close()
  await db.close()
  await database[Symbol.asyncDispose]()
  await restoreInto(folder.path, place.path)
  await using restored = await openDatabaseOf({ databaseUrl: '', dataDir: place.path })
  const [user] = await restored.connection.selectFrom('users').selectAll().execute()
  expect(user).toMatchObject({ seq: 1, name: 'Éva', name_sort: 'eva', forgotten_version: 0 })
  const recordings = restored.connection.selectFrom('recordings').select(['id', 'audio_book_id', 'media_id'])
  expect(await recordings.execute()).toEqual([{ id: 1, audio_book_id: 1, media_id: 2 }])
  expect(await restored.connection.selectFrom('media').select('id').execute()).toEqual([{ id: 2 }])
})

it('archives the tables of every version', async () => {
  await using folder = await temporaryFolder()
  const database = await createEmptyDatabase()
  const db = await connectDatabase(database.url, folder.path)
  for (const [place, name] of migrationNames.entries()) {
    await db.connection
      .transaction()
      .execute((transaction) => migrateWithin(transaction, db.dialect, place + 1))
    await mkdir(join(folder.path, name))
    const { migrations } = await writeSnapshot(db, join(folder.path, name))
    expect(migrations).toEqual(migrationNames.slice(0, place + 1))
  }
  await db.close()
  await database[Symbol.asyncDispose]()
})

it.runIf(process.env.EARMARK_TEST_ENGINE === 'postgres')(
  'says which text PostgreSQL cannot store, before anything is changed',
  async () => {
    await using folder = await temporaryFolder()
    await using place = await temporaryFolder()
    await cp(archive.path, folder.path, { recursive: true })
    await rewriteRows(folder.path, 'creators', ([line = '']) => [line.replace('"Owl"', '"O\\u0000wl"')])
    const database = await createEmptyDatabase()
    await expect(restoreInto(folder.path, place.path, database.url)).rejects.toThrow(
      /creators\.jsonl\.gz, line 1: nickname has a NUL character/,
    )
    await restoreInto(archive.path, place.path, database.url)
    await database[Symbol.asyncDispose]()
  },
)
