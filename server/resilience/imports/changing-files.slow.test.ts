import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { anyFailure } from '../../src/errors.ts'
import { cancelImport } from '../../src/exchange/import/api/end-import.ts'
import { listFolderBooks } from '../../src/exchange/import/known-books.queries.ts'
import { putFolder } from '../../src/exchange/import/imports.queries.ts'
import { createIn, createMigratedDatabase } from '../../src/testing/engines.ts'
import { bringAllInAtLast, folderName, openImporting } from '../../src/testing/importing.ts'
import { asksForLease, behindStatements, entersState } from '../../src/testing/importing-moments.ts'
import { makeLibraryFolder } from '../../src/testing/library-folder.ts'
import { startCluster } from '../../src/testing/postgres-cluster.ts'
import { waveFile } from '../../src/testing/wave-file.ts'
import { skipLoudly } from '../faults/fault-site.ts'
import { mountSmallDisk, whyNoSmallDisk } from '../faults/small-disk.ts'

/** Files that others write while an import is on its way to them, disks that are full, databases that are away. */

const isPostgres = process.env.EARMARK_TEST_ENGINE === 'postgres'
const why = whyNoSmallDisk()
if (why) skipLoudly('an import onto a full disk', why)

interface Site {
  readonly dataDir: string
  readonly databaseUrl: string
  /** What the settings say of the folder. */
  readonly place: string
}

const time = { now: Date.now() }
const never = () => false

/** @param work is done behind a statement of that number among such */
async function bringIn(
  { dataDir, databaseUrl, place }: Site,
  { isSuch = never as (statement: string) => boolean, number = 1, work = async () => {} } = {},
) {
  const settings = { DATA_DIR: dataDir, DATABASE_URL: databaseUrl, IMPORT_FOLDERS: `${folderName}=${place}` }
  const moment = behindStatements(isSuch, async (count) => {
    if (count === number) await work()
  })
  await using importing = await openImporting(settings, { clock: () => time.now, through: moment.through })
  const { deps } = importing
  const row = await bringAllInAtLast(deps, () => (time.now += 60_000))
  const { connection } = deps.db
  const books = await listFolderBooks(deps.db, await putFolder(connection, folderName))
  if (row.endedAt === null) await cancelImport(deps, row.id, anyFailure)
  const { state, failure, counts } = row
  return { state, code: failure?.code, counts, books: books.map(({ path }) => path).toSorted(), known: books }
}

const milliseconds = (file: Buffer) => (file.length - 44) / 96

it.each([
  ['walk and look', 'Looking', '', 'Done', undefined],
  ['look and bringing in', 'Review', '', 'Review', 'FilesChanged'],
  ['look and copying', 'Review', '?copy', 'Review', 'FilesChanged'],
])(
  'files that change between %s are left to the next look, and the others are brought in',
  async (_when, state, suffix, ends, code) => {
    const dataDir = await mkdtemp(join(tmpdir(), 'earmark-changing-'))
    await using database = await createMigratedDatabase(dataDir)
    await using folder = await makeLibraryFolder()
    const site = { dataDir, databaseUrl: database.url, place: folder.path + suffix }
    const path = (name: string) => `Ada Vell/${name}/1.wav`
    for (const name of ['Gone', 'Grown', 'Replaced', 'Same', 'Shrunk']) await folder.put(path(name))
    const [grown, shrunk] = [waveFile(9_000, 'grown'), waveFile(2_000, 'shrunk')]
    const change = async () => {
      await folder.put(path('Grown'), grown)
      await folder.put(path('Shrunk'), shrunk)
      await folder.put(path('Replaced'), waveFile(4_000, 'replaced'))
      await folder.touch(path('Replaced'), 1_750_000_000)
      await folder.remove('Ada Vell/Gone')
    }
    const first = await bringIn(site, { isSuch: entersState(state), work: change })
    expect(first).toMatchObject({ state: ends, code, books: ['Ada Vell/Same'] })
    const second = await bringIn(site)
    expect(second).toMatchObject({ state: 'Done', code: undefined })
    const lengths = second.known.map((book) => [book.path, (book.files[0]?.durationSeconds ?? 0) * 1000])
    expect(Object.fromEntries(lengths)).toEqual({
      'Ada Vell/Grown': Math.round(milliseconds(grown)),
      'Ada Vell/Replaced': expect.any(Number) as number,
      'Ada Vell/Same': expect.any(Number) as number,
      'Ada Vell/Shrunk': Math.round(milliseconds(shrunk)),
    })
    // Known files that are written anew, and one that goes while they are looked into.
    for (const name of ['Grown', 'Same']) await folder.touch(path(name), 1_740_000_000)
    const vanish = () => folder.remove('Ada Vell/Grown')
    const third = await bringIn(site, { isSuch: entersState('Looking'), work: vanish })
    expect(third).toMatchObject({ state: 'Done', counts: { missing: 0, changed: 0, unchanged: 4 } })
    expect((await bringIn(site)).counts).toMatchObject({ missing: 1, changed: 0, unchanged: 3 })
    await rm(dataDir, { recursive: true })
  },
)

it('a book that is missing is told once, though another one has the same announcement', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'earmark-changing-'))
  await using database = await createMigratedDatabase(dataDir)
  await using folder = await makeLibraryFolder()
  const site = { dataDir, databaseUrl: database.url, place: folder.path }
  const announcement = waveFile(1_000, 'announcement')
  for (const name of ['Ash', 'Brine']) {
    await folder.put(`Ada Vell/${name}/0.wav`, announcement)
    await folder.put(`Ada Vell/${name}/1.wav`, waveFile(9_000, name))
  }
  expect((await bringIn(site)).counts).toMatchObject({ new: 2 })
  await folder.remove('Ada Vell/Brine')
  expect((await bringIn(site)).counts).toMatchObject({ missing: 1, unchanged: 1 })
  expect((await bringIn(site)).counts).toMatchObject({ missing: 0, unchanged: 2 })
  await rm(dataDir, { recursive: true })
})

const mebibyte = 1024 ** 2

it.skipIf(why)('a book that the disk has no room for stays open while others are brought in', async () => {
  using disk = mountSmallDisk(64)
  await using database = await createMigratedDatabase(disk.path)
  await using folder = await makeLibraryFolder()
  const site = { dataDir: disk.path, databaseUrl: database.url, place: `${folder.path}?copy` }
  const filler = join(disk.path, 'filler')
  await writeFile(filler, Buffer.alloc(30 * mebibyte))
  for (const name of ['Ash', 'Cinder']) await folder.put(`Ada Vell/${name}/1.wav`)
  await folder.put('Ada Vell/Big/1.wav', waveFile(36 * mebibyte))
  expect(await bringIn(site)).toMatchObject({
    state: 'Review',
    code: 'InsufficientStorage',
    books: ['Ada Vell/Ash', 'Ada Vell/Cinder'],
  })
  await rm(filler)
  expect(await bringIn(site)).toMatchObject({
    state: 'Done',
    code: undefined,
    books: ['Ada Vell/Ash', 'Ada Vell/Big', 'Ada Vell/Cinder'],
  })
})

it.runIf(isPostgres)('an import goes on once PostgreSQL is back', { timeout: 600_000 }, async () => {
  const cluster = await startCluster()
  const dataDir = await mkdtemp(join(tmpdir(), 'earmark-away-'))
  await using folder = await makeLibraryFolder()
  for (const name of ['Ash', 'Brine', 'Cinder']) await folder.put(`Ada Vell/${name}/1.wav`)
  const { url } = await createIn(cluster.url)
  const site = { dataDir, databaseUrl: url, place: folder.path }
  /** Before the second file, and before the second book. */
  for (const number of [2, 2 + 3]) {
    const halted = bringIn(site, { isSuch: asksForLease, number, work: cluster.halt })
    await expect(halted).rejects.toThrow('The database does not answer.')
    await cluster.start()
    time.now += 60_000
  }
  const after = await bringIn(site)
  expect(after).toMatchObject({
    state: 'Done',
    code: undefined,
    books: ['Ada Vell/Ash', 'Ada Vell/Brine', 'Ada Vell/Cinder'],
  })
  await cluster.stop()
  await rm(dataDir, { recursive: true })
})
