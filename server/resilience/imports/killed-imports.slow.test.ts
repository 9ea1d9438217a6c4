import { execFile } from 'node:child_process'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { listOpenImports } from '../../src/exchange/import/imports.queries.ts'
import { createIn, createMigratedDatabase, type TestDatabase } from '../../src/testing/engines.ts'
import { forAllTests } from '../../src/testing/for-all-tests.ts'
import { startTestServer, type TestServer } from '../../src/testing/server.ts'
import { tell } from '../faults/fault-site.ts'
import { bringAllIn, bringAllInAtLast, folderName, openImporting } from '../../src/testing/importing.ts'
import { showLibrary } from './shown-library.ts'
import { makeFirstLibrary, tidy } from './tidied-library.ts'

/**
 * `kill -9` right before a write of an import of new, changed, moved and missing books; another node goes on. IMPORT_KILLS
 * is the step from one killed write to the next: 1 tries all of them.
 */
const isProof = process.env.IMPORT_KILLS !== undefined
const step = Number(process.env.IMPORT_KILLS ?? 200)
const program = join(import.meta.dirname, 'killed-import.ts')
const run = promisify(execFile)

interface Place {
  readonly dataDir: string
  readonly database: TestDatabase
}

const folder = await forAllTests(makeFirstLibrary())
const settings = { IMPORT_FOLDERS: `${folderName}=${folder.path}` }
const first = await forAllTests(makePlace(createMigratedDatabase))
{
  await using importing = await openImporting({ ...settings, ...placeSettings(first) })
  expect(await bringAllIn(importing.deps)).toMatchObject({ state: 'Done' })
}
await tidy(folder)

async function makePlace(
  create: (dataDir: string) => Promise<TestDatabase>,
): Promise<Place & AsyncDisposable> {
  const dataDir = await mkdtemp(join(tmpdir(), 'earmark-killed-'))
  const database = await create(dataDir)
  return {
    dataDir,
    database,
    async [Symbol.asyncDispose]() {
      await database[Symbol.asyncDispose]()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

function placeSettings({ dataDir, database }: Place) {
  return { DATA_DIR: dataDir, DATABASE_URL: database.url }
}

/** What the first import has left, for one who changes it. */
async function copyOfFirst(): Promise<Place> {
  return await makePlace(async (dataDir) => {
    await cp(first.dataDir, dataDir, { recursive: true })
    const { url } = first.database
    if (url === '') return first.database
    return await createIn(process.env.EARMARK_TEST_DATABASE_URL ?? '', new URL(url).pathname.slice(1))
  })
}

/** More than the lease of one that has died. */
const nodeMs = 60_000
const hourMs = 3_600_000

/**
 * @param number of the node, from 0: the lease of the one before is over for the next
 * @returns what the program has said; null when it was killed
 */
async function importIn(place: Place, diesAt: number, number = 0): Promise<Ended | null> {
  const node = { DIES_AT: String(diesAt), CLOCK_AHEAD_MS: String(number * nodeMs) }
  try {
    const env = { ...process.env, ...settings, ...placeSettings(place), ...node }
    const { stdout } = await run(process.execPath, [program], { env })
    return JSON.parse(stdout) as Ended
  } catch (error) {
    if ((error as { signal?: string }).signal === 'SIGKILL') return null
    throw error
  }
}

interface Ended {
  readonly state: string
  readonly writes: number
}

async function showAfter(place: Place, goOn?: (server: TestServer) => Promise<void>) {
  await using server = await startTestServer({ place, environment: settings })
  server.time.now = Date.now() + hourMs
  await goOn?.(server)
  return await showLibrary(server)
}

/** Walking, looking and planning write little. */
const whileLooking = [8, 16]
const undisturbed = await copyOfFirst()
const whole = await importIn(undisturbed, 0)
const expected = await showAfter(undisturbed)
const kills = Array.from({ length: whole?.writes ?? 0 }, (_, place) => place + 1).filter(
  (number) => number % step === 0 || whileLooking.includes(number),
)

it(`an import that is killed before every ${step}th write leaves the library of an undisturbed one`, {
  timeout: 3_600_000,
}, async () => {
  expect(whole?.state).toBe('Done')
  expect(expected.books).toHaveLength(18)
  const tally = new Map<string, number>()
  for (const diesAt of kills) {
    const place = await copyOfFirst()
    expect(await importIn(place, diesAt)).toBeNull()
    const shown = await showAfter(place, async ({ deps, time }) => {
      const [{ state } = { state: 'none' }] = await listOpenImports(deps.db.connection)
      tally.set(state, (tally.get(state) ?? 0) + 1)
      const row = await bringAllInAtLast(deps, () => (time.now += nodeMs))
      expect(row.state).toBe('Done')
    })
    expect(shown, `killed before write ${diesAt}`).toEqual(expected)
  }
  expect([...tally.keys()]).toEqual(expect.arrayContaining(['Looking', 'Applying']))
  if (isProof) tell('imports killed', { writes: whole?.writes, ...Object.fromEntries(tally) })
})

/** More than those of one book. */
const writesOfNode = 100

it(`an import of which each node is killed before its ${writesOfNode}th write goes on at the next`, {
  timeout: 600_000,
}, async () => {
  const place = await copyOfFirst()
  let number = 0
  let ended: Ended | null = null
  for (; ended === null && number < 30; number += 1) ended = await importIn(place, writesOfNode, number)
  expect(ended?.state).toBe('Done')
  expect(number).toBeGreaterThan(3)
  expect(await showAfter(place)).toEqual(expected)
})
