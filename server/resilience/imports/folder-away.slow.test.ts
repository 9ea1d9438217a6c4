import { mkdir, rename, rm } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { getEditedAudioBook, listEditedAudioBooks } from '@earmark/contract/edited-records.ts'
import { listFolderBooks } from '../../src/exchange/import/known-books.queries.ts'
import { type ImportRow, putFolder } from '../../src/exchange/import/imports.queries.ts'
import { forAllTests } from '../../src/testing/for-all-tests.ts'
import { bringAllInAtLast, folderName, openImporting } from '../../src/testing/importing.ts'
import { asksForLease, behindStatements, entersState } from '../../src/testing/importing-moments.ts'
import { makeLibraryFolder } from '../../src/testing/library-folder.ts'
import { makePerson } from '../../src/testing/people.ts'
import { makeAudioBook, storeSound } from '../../src/testing/records.ts'
import { startTestServer } from '../../src/testing/server.ts'
import { waveFile } from '../../src/testing/wave-file.ts'

/** A mounted folder that goes away in each phase of an import: unmounted with its place, or leaving it empty. */

const folder = await forAllTests(makeLibraryFolder())
const environment = { IMPORT_FOLDERS: `${folderName}=${folder.path}` }
const server = await forAllTests(startTestServer({ environment }))
const address = await server.app.listen({ port: 0, host: '127.0.0.1' })
const { deps, time } = server
const { connection } = deps.db
const { headers } = await makePerson(server, 'Editor')
const { dataDir, databaseUrl } = deps.config
const settings = { ...environment, DATA_DIR: dataDir, DATABASE_URL: databaseUrl }
const elsewhere = `${folder.path}.unmounted`

const stored = await makeAudioBook(server, {
  name: 'Stored',
  audio: [await storeSound(server, waveFile(4_000))],
})
for (const name of ['Ash', 'Brine', 'Cinder']) await folder.put(`Ada Vell/${name}/1.wav`)
await bringIn()

async function bringIn(isSuch = (_statement: string) => false, number = 1, work = async () => {}) {
  const moment = behindStatements(isSuch, async (count) => {
    if (count === number) await work()
  })
  await using importing = await openImporting(settings, { clock: () => time.now, through: moment.through })
  return await bringAllInAtLast(importing.deps, () => (time.now += 60_000))
}

const ways = {
  'with its place': () => rename(folder.path, elsewhere),
  async 'and leaves its place empty'() {
    await rename(folder.path, elsewhere)
    await mkdir(folder.path)
  },
}

async function comeBack(): Promise<void> {
  await rm(folder.path, { recursive: true, force: true })
  await rename(elsewhere, folder.path)
}

const audioStatus = async (id: number) => {
  const { audioUrl } = await server.call(getEditedAudioBook, { params: { id } }, headers)
  return (await fetch(new URL(audioUrl ?? '', address))).status
}

async function missingBooks(): Promise<string[]> {
  const books = await listFolderBooks(deps.db, await putFolder(connection, folderName))
  return books.flatMap(({ isMissing, path }) => (isMissing ? [path] : []))
}

/** Two new books are looked into, then brought in: the lease is asked for before each. */
const [secondFile, secondBook] = [2, 4]
const away = 'FolderUnavailable'
type Way = keyof typeof ways
const [gone, emptied] = ['with its place', 'and leaves its place empty'] as const satisfies Way[]
const rows: [Way, when: string, { isSuch: (statement: string) => boolean; number: number; code: string }][] =
  [
    [gone, 'before it is walked', { isSuch: entersState('Walking'), number: 1, code: away }],
    [emptied, 'before it is walked', { isSuch: entersState('Walking'), number: 1, code: 'ManyMissing' }],
    [emptied, 'once it is walked', { isSuch: entersState('Looking'), number: 1, code: away }],
    [gone, 'while its files are looked into', { isSuch: asksForLease, number: secondFile, code: away }],
    [emptied, 'while it waits for its review', { isSuch: entersState('Review'), number: 1, code: away }],
    [gone, 'while its books are brought in', { isSuch: asksForLease, number: secondBook, code: away }],
    [emptied, 'while its books are brought in', { isSuch: asksForLease, number: secondBook, code: away }],
  ]
let added = 0

it.each(rows)(
  'a folder that goes %s %s loses no book, and all is well once it is back',
  async (way, _when, { isSuch, number, code }) => {
    added += 1
    for (const part of ['First', 'Second']) await folder.put(`Tom Oru/${part} ${added}/1.wav`)
    await expectLost(await bringIn(isSuch, number, ways[way]), code)
    // A rescan, while it is still away.
    const rescanned = await bringIn()
    await expectLost(rescanned, way === gone ? away : 'ManyMissing')
    await comeBack()
    expect(await bringIn()).toMatchObject({ state: 'Done', failure: null, counts: { missing: 0 } })
    const books = await server.call(listEditedAudioBooks, { querystring: {} }, headers)
    expect(books).toHaveLength(4 + added * 2)
    expect(await Promise.all(books.map(({ id }) => audioStatus(id)))).toEqual(books.map(() => 200))
  },
)

async function expectLost({ state, failure, counts }: ImportRow, code: string | undefined): Promise<void> {
  expect([failure?.code, counts.missing]).toEqual([code, 0])
  // Nothing was proposed that could be brought in.
  expect(state).toBe(code === away ? 'Failed' : 'Done')
  expect(await missingBooks()).toEqual([])
  const books = await server.call(listEditedAudioBooks, { querystring: {} }, headers)
  expect(books.filter(({ isAvailable }) => !isAvailable)).toEqual([])
  expect(await audioStatus(stored)).toBe(200)
}
