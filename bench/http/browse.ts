import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { findPostgresBin } from '../../scripts/machine.mjs'
import { openDatabase } from '../../server/src/db/database.ts'
import { administer, createIn } from '../../server/src/testing/engines.ts'
import { startCluster } from '../../server/src/testing/postgres-cluster.ts'
import {
  browsedLanguages,
  creatorCount,
  firstYear,
  genreCount,
  genreName,
  insertBrowsedFields,
  years,
} from '../browsed-fields.ts'
import { randomNumbers } from '../made-up-words.ts'
import { insertRecords } from '../records.ts'
import { type BenchRow, percentile } from '../rows.ts'
import { cpuSeconds, memoryMiB } from './load.ts'
import { type Server, startShipped } from './shipped-server.ts'
import { adminSettings, login } from './upload-client.ts'

/** What people find their way by, in a catalogue with all its fields: each answer is made anew, as no two addresses are alike. */

const counts = { audioBooks: 100_000, podcasts: 1, episodesOfEach: 10_000, creators: creatorCount }
const facetGoals = { SQLite: 60, PostgreSQL: 120 }
const asked = 300
const bulkRecords = 500

export async function measureBrowse(folder: string): Promise<BenchRow[]> {
  const sqlite = await measureOn('SQLite', '', join(folder, 'browse-sqlite'))
  process.env.POSTGRES_BIN ??= findPostgresBin() ?? undefined
  const cluster = await startCluster()
  try {
    const { url } = await createIn(cluster.url)
    return [...sqlite, ...(await measureOn('PostgreSQL', url, join(folder, 'browse-postgres')))]
  } finally {
    await cluster.stop()
  }
}

async function measureOn(
  engine: keyof typeof facetGoals,
  databaseUrl: string,
  dataDir: string,
): Promise<BenchRow[]> {
  await mkdir(dataDir)
  const db = await openDatabase(databaseUrl, dataDir)
  try {
    await insertRecords(db, counts)
    await insertBrowsedFields(db)
    // As after the writes of a library that grew book by book: each merges a little of the index.
    if (databaseUrl === '')
      await sql`insert into search_audio_books (search_audio_books) values ('optimize')`.execute(
        db.connection,
      )
    else await administer(databaseUrl, 'vacuum analyze')
  } finally {
    await db.close()
  }
  const server = await startShipped(dataDir, {
    environment: { ...adminSettings, METRICS: 'true', DATABASE_URL: databaseUrl },
  })
  try {
    const random = randomNumbers(5)
    const rows = [
      await timesOf(
        server,
        `facets, cold, ${engine}, 100 000 audio books, two filters`,
        facetGoals[engine],
        () => facets(random),
      ),
      await timesOf(server, `list, cold, ${engine}, 100 000 audio books, three filters`, null, () =>
        list(random),
      ),
      await timesOf(server, `page of a podcast's 10 000 episodes, cold, ${engine}`, null, () =>
        episodes(random),
      ),
      await measureBulk(server, engine),
      await measureKept(server, engine),
    ]
    const { now, peak } = memoryMiB(server.pid)
    return [
      ...rows,
      {
        what: `memory after that, ${engine}`,
        ours: `${now.toFixed(0)} MB, at its highest ${peak.toFixed(0)} MB`,
        yardstick: '',
        ratio: '',
        goal: '≤ 250 MB',
        isReached: peak <= 250,
      },
    ]
  } finally {
    await server.stop()
  }
}

type Random = () => number

const anyOf = (random: Random, below: number): number => Math.floor(random() * below)

function genreAndYears(random: Random): URLSearchParams {
  const from = firstYear + anyOf(random, years - 20)
  return new URLSearchParams({
    genre: genreName(anyOf(random, genreCount)),
    fromYear: String(from),
    toYear: String(from + 1 + anyOf(random, 20)),
  })
}

const facets = (random: Random) => `/api/audio-books/facets?${genreAndYears(random).toString()}`

function list(random: Random): string {
  const query = genreAndYears(random)
  query.set('language', browsedLanguages[anyOf(random, browsedLanguages.length - 1)] ?? 'en')
  query.set('sortBy', ['name', 'publishedAt', 'durationSeconds', 'author'][anyOf(random, 4)] ?? 'name')
  return `/api/audio-books/paged?${query.toString()}`
}

const episodes = (random: Random) =>
  `/api/podcasts/1/episodes/paged?pageNumber=${1 + anyOf(random, 500)}&pageSize=${10 + anyOf(random, 11)}`

/** One request after the other. */
async function timesOf(
  server: Server,
  what: string,
  most: number | null,
  path: () => string,
): Promise<BenchRow> {
  for (let warm = 0; warm < 30; warm += 1) await ask(server, path())
  const times: number[] = []
  const cpuBefore = cpuSeconds(server.pid)
  for (let turn = 0; turn < asked; turn += 1) {
    const begun = performance.now()
    await ask(server, path())
    times.push(performance.now() - begun)
  }
  const cpuMs = ((cpuSeconds(server.pid) - cpuBefore) * 1000) / asked
  const p99 = percentile(times, 0.99)
  return {
    what,
    ours: `median ${percentile(times, 0.5).toFixed(1)} ms, p99 ${p99.toFixed(1)} ms, ${cpuMs.toFixed(1)} ms CPU`,
    yardstick: '',
    ratio: '',
    goal: most === null ? '' : `p99 ≤ ${most} ms`,
    isReached: most === null || p99 <= most,
  }
}

async function ask({ url }: Server, path: string): Promise<void> {
  const answer = await fetch(url + path)
  if (answer.status !== 200) throw new Error(`${path} was answered with ${answer.status}.`)
  await answer.arrayBuffer()
}

/** What a new episode leaves in memory, by the counter of answers that came from there. */
async function measureKept(server: Server, engine: string): Promise<BenchRow> {
  const headers = { authorization: `Bearer ${await login(server)}` }
  const paths = ['/api/audio-books/7', '/api/audio-books/paged', '/api/podcasts/1/overview']
  for (const path of paths) await ask(server, path)
  const body = new FormData()
  body.append('Name', 'Kilometre 10 001')
  body.append('Number', '10001')
  const added = await fetch(`${server.url}/api/podcasts/1/episodes`, { method: 'POST', headers, body })
  if (added.status !== 201) throw new Error(`A new episode was answered with ${added.status}.`)
  const fromMemory: string[] = []
  for (const path of paths) {
    const before = await hits(server)
    await ask(server, path)
    if ((await hits(server)) > before) fromMemory.push(path)
  }
  return {
    what: `hot after a new episode of a podcast, ${engine}: audio book, audio books, podcast`,
    ours: paths.map((path) => (fromMemory.includes(path) ? 'kept' : 'made anew')).join(', '),
    yardstick: '',
    ratio: '',
    goal: 'kept, kept, made anew',
    isReached: fromMemory.join() === paths.slice(0, 2).join(),
  }
}

async function hits({ url }: Server): Promise<number> {
  const told = await (await fetch(`${url}/metrics`)).text()
  return Number(/^earmark_response_cache_hits (\d+)$/m.exec(told)?.[1])
}

/** Changes as many records as one call takes, and tells by how long that holds the event loop. */
async function measureBulk(server: Server, engine: keyof typeof facetGoals): Promise<BenchRow> {
  const headers = { authorization: `Bearer ${await login(server)}`, 'content-type': 'application/json' }
  const ids = Array.from({ length: bulkRecords }, (_, place) => 1 + place * 150)
  const changes = { addGenres: ['Bulk'], language: 'nl', addCredits: [{ creatorId: 7, role: 'Editor' }] }
  const body = JSON.stringify({ kind: 'AudioBook', ids, changes })
  await server.longestDelay()
  const begun = performance.now()
  const answer = await fetch(`${server.url}/api/edit/bulk`, { method: 'POST', headers, body })
  const results = (await answer.json()) as { done?: boolean }[]
  const seconds = (performance.now() - begun) / 1000
  const done = answer.status === 200 && results.every((result) => result.done === true)
  if (!done) throw new Error(`A change of ${bulkRecords} records was answered with ${answer.status}.`)
  const { cpuMs } = await server.longestDelay()
  return {
    what: `genre, language and credit of ${bulkRecords} audio books of 100 000 at once, ${engine}`,
    ours: `${seconds.toFixed(2)} s, longest hold of the loop ${cpuMs.toFixed(0)} ms CPU`,
    yardstick: '',
    ratio: '',
    goal: engine === 'SQLite' ? '≤ 3 s, ≤ 50 ms' : '≤ 50 ms',
    isReached: cpuMs <= 50 && (engine !== 'SQLite' || seconds <= 3),
  }
}
