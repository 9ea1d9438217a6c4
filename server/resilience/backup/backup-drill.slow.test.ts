import { randomUUID } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import type { AudioBook } from '@earmark/contract/audio-books.ts'
import type { PagedResult } from '@earmark/contract/paging.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Manifest, readManifest } from '../../src/operations/backup/manifest.ts'
import { openDatabaseOf, temporaryFolder } from '../../src/testing/archives.ts'
import { startProgram } from '../crash/crash-program.ts'
import { createEmptyDatabase, type TestDatabase } from '../../src/testing/engines.ts'
import { type FaultSite, read, signIn, tell, uploadBook } from '../faults/fault-site.ts'
import { fillLibrary } from '../../src/testing/filled-library.ts'
import { freePort } from '../../../scripts/machine.mjs'
import { startHealthyClients } from '../faults/healthy-clients.ts'
import { addListeners } from '../load/listeners.ts'
import { runOperatorCommand } from '../../src/testing/operator-command.ts'
import { type S3Store, startS3Store } from '../../src/testing/s3-store.ts'

/**
 * The drill: the shipped program on SQLite and a folder, backed up while people write, restored onto PostgreSQL and a
 * bucket, used there, backed up while people write, and restored onto SQLite and a folder again.
 * DRILL_RECORDS and DRILL_AUDIO_BYTES make it larger and have its figures told.
 */

const isProof = process.env.DRILL_RECORDS !== undefined
const records = Number(process.env.DRILL_RECORDS ?? 1_000)
/** In the suite several records share a sound: what takes time is to sync files. */
const sounds = isProof ? records : 150
const audioBytes = Number(process.env.DRILL_AUDIO_BYTES ?? 4_000)
const admin = { ADMIN_EMAIL: 'admin@example.org', ADMIN_PASSWORD: 'Quiet-reading-1' }

/** A place for a library: its settings, and where its database is. */
interface Place {
  readonly dataDir: string
  readonly databaseUrl: string
  readonly settings: Readonly<Record<string, string>>
}

function placeAt(dataDir: string, databaseUrl: string, media: Readonly<Record<string, string>> = {}): Place {
  const own = {
    DATA_DIR: dataDir,
    DATABASE_URL: databaseUrl,
    SAMPLE_CATALOGUE: 'false',
    RATE_LIMITS: 'false',
  }
  return { dataDir, databaseUrl, settings: { ...admin, ...own, TOKEN_SECRET: secret, ...media } }
}

const secret = 'a secret that all places of the drill have in common'

describe.runIf(process.env.EARMARK_TEST_ENGINE === 'postgres')('the drill', () => {
  let folder: Awaited<ReturnType<typeof temporaryFolder>>
  let database: TestDatabase
  let store: S3Store
  let home: Place
  let cluster: Place
  beforeAll(async () => {
    folder = await temporaryFolder()
    database = await createEmptyDatabase()
    store = await startS3Store()
    home = placeAt(join(folder.path, 'home'), '')
    // The store of the tests answers one request after another: a large drill would measure that.
    cluster = placeAt(join(folder.path, 'node'), database.url, isProof ? {} : store.settings)
    await fillLibrary(home.settings, { records, sounds, audioBytes })
  }, 600_000)
  afterAll(async () => {
    await store[Symbol.asyncDispose]()
    await database[Symbol.asyncDispose]()
    await folder[Symbol.asyncDispose]()
  })

  it('takes a library from SQLite and a folder to PostgreSQL and a bucket, and back', {
    timeout: 1_200_000,
  }, async () => {
    const [first, second] = [join(folder.path, 'first'), join(folder.path, 'second')]
    await backUpUnderLoad(home, first)
    await restore(first, cluster)
    await compare(first, cluster)
    await backUpUnderLoad(cluster, second)
    const again = placeAt(join(folder.path, 'again'), '')
    await restore(second, again)
    await compare(second, again)
    expect(await use(second, again)).toBe(true)
  })
})

/** Backs up while eight people listen and an editor uploads and deletes; and again, for what has come since. */
async function backUpUnderLoad(place: Place, archive: string): Promise<void> {
  const listeners = await addListeners(place.databaseUrl, place.dataDir, 8, secret)
  await using site = await open(place, listeners)
  await saveOnce(site)
  const clients = startHealthyClients(site)
  const editing = startEditing(site)
  const whole = await runOperatorCommand('backup', place.settings, archive)
  expect([whole.code, whole.stderr.replaceAll(/^(copying media: .*\n)*/g, '')]).toEqual([0, ''])
  const next = await runOperatorCommand('backup', place.settings, archive)
  const seen = await clients.end()
  const edits = await editing.end()
  expect(next.code).toBe(0)
  expect(edits).toBeGreaterThan(0)
  expect(Object.keys(seen.statuses).toSorted()).toEqual(['browse 200', 'listen 206', 'save 200'])
  if (isProof) tell('backup', { whole: figuresOf(whole), next: figuresOf(next), edits, ...seen })
  await checkMoment(archive, listeners.length)
}

/** One state of all tables: a position and the history that it continues, and everything acknowledged before. */
async function checkMoment(archive: string, people: number): Promise<void> {
  const manifest = await readManifest(archive)
  const positions = await archivedRows(archive, manifest, 'positions')
  const history = await archivedRows(archive, manifest, 'position_history')
  const newest = new Map<unknown, number>()
  for (const { position_id: id, version } of history)
    newest.set(id, Math.max(newest.get(id) ?? 0, Number(version)))
  const replaced = positions.filter(({ version }) => Number(version) > 1)
  expect(replaced.length).toBeGreaterThan(0)
  expect(replaced.map(({ id }) => newest.get(id))).toEqual(replaced.map(({ version }) => Number(version) - 1))
  const queues = await archivedRows(archive, manifest, 'queues')
  const entries = await archivedRows(archive, manifest, 'library_entries')
  expect(Math.min(queues.length, entries.length)).toBeGreaterThanOrEqual(people)
  const books = await archivedRows(archive, manifest, 'audio_books')
  expect(books.filter(({ name }) => String(name).startsWith('Recording'))).toHaveLength(
    records - Math.floor(records / 3),
  )
}

async function restore(archive: string, place: Place): Promise<void> {
  const restored = await runOperatorCommand('restore', place.settings, archive)
  expect([restored.code, restored.stdout]).toEqual([0, expect.stringMatching(/^Restored \d+ rows/)])
  if (isProof) tell('restore', figuresOf(restored))
}

/** Row by row, read past the code of backups; and byte by byte, as the doctor does. */
async function compare(archive: string, place: Place): Promise<void> {
  const manifest = await readManifest(archive)
  await using db = await openDatabaseOf(place)
  for (const { name } of manifest.tables) {
    const rows = await db.connection
      .selectFrom(name as 'users')
      .selectAll()
      .execute()
    expect([name, ...inOrder(rows)]).toEqual([name, ...inOrder(await archivedRows(archive, manifest, name))])
  }
  const examined = await runOperatorCommand('doctor', place.settings)
  expect([examined.code, examined.stdout]).toEqual([
    0,
    expect.stringMatching(`^${manifest.media.files} media files .*: 0 missing, 0 damaged, 0 away, 0 orphan`),
  ])
  if (isProof) tell('doctor', figuresOf(examined))
}

function inOrder(rows: readonly object[]): string[] {
  return rows.map((row) => JSON.stringify(row, Object.keys(row).toSorted())).toSorted()
}

async function archivedRows(
  archive: string,
  { rows, tables }: Manifest,
  name: string,
): Promise<Record<string, unknown>[]> {
  const columns = tables.find((table) => table.name === name)?.columns ?? []
  const text = gunzipSync(await readFile(join(archive, rows, `${name}.jsonl.gz`))).toString()
  return text
    .split('\n')
    .slice(0, -1)
    .map((line) =>
      Object.fromEntries((JSON.parse(line) as unknown[]).map((value, at) => [columns[at], value])),
    )
}

/** Signs in, plays, searches, and makes a record. @returns whether nobody has had its id */
async function use(archive: string, place: Place): Promise<boolean> {
  const { tables } = await readManifest(archive)
  const lastId = tables.find(({ name }) => name === 'audio_books')?.lastId ?? 0
  await using site = await open(place, [])
  const list = await site.program.call({ method: 'GET', path: '/api/audio-books/paged?search=recording%202' })
  const { items } = read<PagedResult<AudioBook>>(list)
  expect(items[0]?.name).toBe('Recording 2')
  const range = { range: 'bytes=10-19' }
  const path = items[0]?.audioUrl ?? ''
  const played = await site.program.call({ method: 'GET', path, headers: range })
  const whole = await site.program.call({ method: 'GET', path })
  expect([played?.status, played?.body]).toEqual([206, whole?.body.subarray(10, 20)])
  const made = read<AudioBook>(await uploadBook(site.program, site.headers, 'New', 10_000))
  expect(await readdir(place.dataDir)).not.toContain('first-admin.txt')
  return made.id > lastId
}

/** The program at a place. */
async function open(place: Place, listeners: FaultSite['listeners']): Promise<FaultSite> {
  const program = await startProgram(await freePort(), { ...place.settings })
  const headers = await signIn(program).catch(async (error: unknown) => {
    await program.kill('SIGTERM')
    throw error
  })
  const found = await program.call({ method: 'GET', path: '/api/audio-books/paged?search=recording%202' })
  const audioUrl = read<PagedResult<AudioBook>>(found).items[0]?.audioUrl ?? ''
  return {
    dataDir: place.dataDir,
    listeners,
    headers,
    audioUrl,
    audioBytes,
    program,
    start: () => Promise.reject(new Error('It runs already.')),
    [Symbol.asyncDispose]: () => program.kill('SIGTERM'),
  }
}

/** A queue and an entry of the library for each. */
async function saveOnce({ program, listeners }: FaultSite): Promise<void> {
  for (const { path, headers } of listeners) {
    const audioBookId = Number(path.split('/').at(-1))
    const queue = { items: [], currentIndex: null, baseVersion: 0 }
    const json = (body: object) => Buffer.from(JSON.stringify(body))
    read(await program.call({ method: 'PUT', path: '/api/queues/me', headers, body: json(queue) }))
    read(
      await program.call({ method: 'POST', path: '/api/libraries/me', headers, body: json({ audioBookId }) }),
    )
  }
}

/** Books come and go, one after another. */
function startEditing({ program, headers }: FaultSite): { end(): Promise<number> } {
  const leaving = new AbortController()
  const edit = async () => {
    let count = 0
    for (; !leaving.signal.aborted; count += 1) {
      const { id } = read<AudioBook>(
        await uploadBook(program, headers, `Short-lived ${randomUUID()}`, 20_000),
      )
      if (count % 3 > 0) await program.call({ method: 'DELETE', path: `/api/audio-books/${id}`, headers })
    }
    return count
  }
  const editing = edit()
  return {
    async end() {
      leaving.abort()
      return await editing
    },
  }
}

function figuresOf({ seconds, peakMegabytes, stdout }: Awaited<ReturnType<typeof runOperatorCommand>>) {
  return { seconds: Number(seconds.toFixed(1)), peakMegabytes, said: stdout.trim() }
}
