/**
 * `npm run bench`: measures the rows of the design's table that this build has, side by side with their
 * yardsticks in one run, and writes the table into bench/results/. Takes about sixteen minutes; needs wrk, nginx, PostgreSQL,
 * ffmpeg and Chromium from Debian's packages. Ratios count, not absolute figures: machines differ and are noisy.
 */
import { execFileSync } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { cpus, tmpdir, totalmem } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '../server/src/db/database.ts'
import { measureBrowse } from './http/browse.ts'
import { measureCatalogue } from './http/catalogue.ts'
import { measureFeeds } from './http/feeds.ts'
import { requireWrk } from './http/load.ts'
import { measureJoined } from './http/joined.ts'
import { measureLogin } from './http/login.ts'
import { measureLoopDelays } from './http/loop-delays.ts'
import { measureManyEpisodes } from './http/many-episodes.ts'
import { measurePositionLists } from './http/position-lists.ts'
import { measurePostgres } from './http/postgres.ts'
import { measurePositions } from './http/positions.ts'
import { measureRanges } from './http/ranges.ts'
import { measureRelay } from './http/relay.ts'
import { measureReadingFeeds } from './http/reading-feeds.ts'
import { measureSavesBesideReading } from './http/saves-beside-reading.ts'
import { measureSearch, searchRows } from './http/search.ts'
import { measureStartAndMemory } from './http/start-and-memory.ts'
import { measureUpload } from './http/upload.ts'
import { countsOf, insertRecords } from './records.ts'
import { type BenchRow, markdownTable } from './rows.ts'
import { measureClickToSound } from './web/click-to-sound.ts'
import { measureWeb } from './web/first-visit.ts'
import { measureInteractions } from './web/interaction.ts'
import { measureLongPodcastPage } from './web/long-podcast.ts'

const sizes = [1000, 20_000, 100_000]
/** The figures of suggestions are for a million, which double the time of the whole. */
const episodes = Number(process.env.BENCH_EPISODES ?? 0)

requireWrk()
const folder = await mkdtemp(join(tmpdir(), 'earmark-bench-'))
const rows: BenchRow[] = []
try {
  const dataDirs = await makeCatalogues()
  const measure = async (what: string, measured: () => Promise<readonly BenchRow[]>) => {
    console.log(`Measuring ${what} …`)
    rows.push(...(await measured()))
  }
  await measure('the catalogue', () => measureCatalogue(dataDirs, folder))
  await measure('search', async () =>
    searchRows(await searchTimes(dataDirs.get(100_000) as string), 'SQLite'),
  )
  await measure('delays of the event loop', () => measureLoopDelays(dataDirs.get(100_000) as string))
  await measure('browsing', () => measureBrowse(folder))
  await measure('the same on PostgreSQL', () => measurePostgres(sizes, folder))
  if (episodes > 0) await measure('many episodes', () => measureManyEpisodes(folder, episodes))
  await measure('feeds', () => measureFeeds(folder))
  await measure('ranges', measureRanges)
  await measure('sounds elsewhere', measureRelay)
  await measure('the joined address', measureJoined)
  await measure('uploads', measureUpload)
  await measure('saved positions', measurePositions)
  await measure('lists of positions', measurePositionLists)
  await measure('logins', measureLogin)
  await measure('the reading of feeds', measureReadingFeeds)
  await measure('positions saved beside it', measureSavesBesideReading)
  await measure('start and memory', () => measureStartAndMemory(dataDirs.get(20_000) as string, folder))
  await measure('the web app', () => measureWeb(folder))
  await measure('a long podcast', () =>
    measureLongPodcastPage(join(folder, 'sample'), join(folder, 'long-podcast')),
  )
  await measure('clicks to sound', () => measureClickToSound(folder))
  await measure('interactions', () => measureInteractions(dataDirs.get(1000) as string))
} finally {
  await report(rows)
  await rm(folder, { recursive: true, force: true })
}

async function makeCatalogues(): Promise<Map<number, string>> {
  const dataDirs = new Map<number, string>()
  for (const audioBooks of sizes) {
    console.log(`Making up ${audioBooks} audio books …`)
    const dataDir = join(folder, `records-${audioBooks}`)
    const db = await openDatabase('', dataDir)
    await insertRecords(db, countsOf(audioBooks))
    await db.close()
    dataDirs.set(audioBooks, dataDir)
  }
  return dataDirs
}

async function searchTimes(dataDir: string) {
  const db = await openDatabase('', dataDir)
  try {
    return await measureSearch(db)
  } finally {
    await db.close()
  }
}

async function report(rows: readonly BenchRow[]): Promise<void> {
  const table = markdownTable(rows)
  const processor = cpus()[0]?.model.trim() ?? 'unknown processor'
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim()
  const machine = `${cpus().length} × ${processor}, ${Math.round(totalmem() / 1024 ** 3)} GiB, Node ${process.version}`
  const date = new Date().toISOString().slice(0, 10)
  const results = join(import.meta.dirname, 'results')
  await mkdir(results, { recursive: true })
  await writeFile(
    join(results, `${date}.md`),
    `# Benchmark of ${date}\n\n${machine}; commit ${commit}.\n\n${table}\n`,
  )
  console.log(`\n${table}\n`)
  const missed = rows.filter((row) => !row.isReached)
  console.log(
    missed.length === 0 ? 'Every row is reached.' : `Missed: ${missed.map((row) => row.what).join('; ')}`,
  )
}
