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
import { bringAllIn, folderName, openImporting } from '../../src/testing/importing.ts'
import { showLibrary } from './shown-library.ts'
import { makeFirstLibrary, tidy } from './tidied-library.ts'

/**
 * `kill -9` right before a write of an import of new, changed, moved and missing books; another node goes on. IMPORT_KILLS
 * is the step from one killed write to the next: 1 tries all of them.
 */
const step = Number(process.env.IMPORT_KILLS ?? 50)
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

/** @returns what the program has said; null when it was killed */
async function importIn(place: Place, diesAt: number): Promise<{ state: string; writes: number } | null> {
  const env = { ...process.env, ...settings, ...placeSettings(place), DIES_AT: String(diesAt) }
  try {
    const { stdout } = await run(process.execPath, [program], { env })
    return JSON.parse(stdout) as { state: string; writes: number }
  } catch (error) {
    if ((error as { signal?: string }).signal === 'SIGKILL') return null
    throw error
  }
}

async function showAfter(place: Place, goOn: (server: TestServer) => Promise<void>) {
  await using server = await startTestServer({ place, environment: settings })
  // The lease of whoever has died is over.
  server.time.now = Date.now() + 60_000
  await goOn(server)
  return await showLibrary(server)
}

/** Walking, looking and planning write little: there are more kills in the first of the steps. */
function killsOf(writes: number): number[] {
  const numbers = Array.from({ length: writes }, (_, place) => place + 1)
  return numbers.filter((number) => number % (number < step ? Math.ceil(step / 6) : step) === 0)
}

it(`an import that is killed before every ${step}th write leaves the library of an undisturbed one`, {
  timeout: 3_600_000,
}, async () => {
  const undisturbed = await copyOfFirst()
  const whole = await importIn(undisturbed, 0)
  expect(whole?.state).toBe('Done')
  const expected = await showAfter(undisturbed, () => Promise.resolve())
  expect(expected.books).toHaveLength(18)
  const tally = new Map<string, number>()
  const count = (state: string) => tally.set(state, (tally.get(state) ?? 0) + 1)
  for (const diesAt of killsOf(whole?.writes ?? 0)) {
    const place = await copyOfFirst()
    expect(await importIn(place, diesAt)).toBeNull()
    const shown = await showAfter(place, async ({ deps }) => {
      const [open] = await listOpenImports(deps.db.connection)
      count(open?.state ?? 'NotQueued')
      expect(await bringAllIn(deps)).toMatchObject({ state: 'Done' })
    })
    expect(shown, `killed before write ${diesAt}`).toEqual(expected)
  }
  expect([...tally.keys()]).toEqual(expect.arrayContaining(['Looking', 'Applying']))
  if (process.env.IMPORT_KILLS)
    tell('imports killed', { writes: whole?.writes, ...Object.fromEntries(tally) })
})
