/**
 * `npm run prove -- scale`: by how long the event loop is held up at the most, by each read and by writes that touch
 * much, beside 100 000 books, 30 000 creators, 5 000 podcasts and 1 000 000 episodes on both engines, and beside a tenth
 * of them. Making them up takes most of an hour; SCALE_FOLDER keeps those of SQLite for the next run.
 */
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findPostgresBin } from '../../scripts/machine.mjs'
import { openDatabase } from '../../server/src/db/database.ts'
import { administer, createIn } from '../../server/src/testing/engines.ts'
import { startCluster } from '../../server/src/testing/postgres-cluster.ts'
import { insertBrowsedFields } from '../browsed-fields.ts'
import { insertRecords } from '../records.ts'
import { type BenchRow, markdownTable } from '../rows.ts'
import { measureLoopDelays } from './loop-delays.ts'

const whole = { audioBooks: 100_000, creators: 30_000, podcasts: 5_000, episodesOfEach: 200 }
/** The tenth first. */
const shares = [10, 1]

async function measureOnSqlite(folder: string): Promise<BenchRow[]> {
  const rows: BenchRow[] = []
  for (const share of shares) {
    const dataDir = join(folder, `share-${share}`)
    await fill('', dataDir, share)
    rows.push(...named(share, await measureLoopDelays(dataDir)))
  }
  return rows
}

async function measureOnPostgres(folder: string): Promise<BenchRow[]> {
  process.env.POSTGRES_BIN ??= findPostgresBin() ?? undefined
  const cluster = await startCluster()
  try {
    const rows: BenchRow[] = []
    for (const share of shares) {
      const { url } = await createIn(cluster.url)
      const dataDir = join(folder, `postgres-${share}`)
      await mkdir(dataDir, { recursive: true })
      await fill(url, dataDir, share)
      // Autovacuum would do so a minute later.
      await administer(url, 'vacuum analyze')
      rows.push(...named(share, await measureLoopDelays(dataDir, url)))
    }
    return rows
  } finally {
    await cluster.stop()
  }
}

/** Unless it is full. */
async function fill(url: string, dataDir: string, share: number): Promise<void> {
  const db = await openDatabase(url, dataDir)
  try {
    const there = await db.connection.selectFrom('episodes').select('id').limit(1).executeTakeFirst()
    if (there) return
    const { audioBooks, creators, podcasts, episodesOfEach } = whole
    await insertRecords(db, {
      audioBooks: audioBooks / share,
      creators: creators / share,
      podcasts: podcasts / share,
      episodesOfEach,
    })
    await insertBrowsedFields(db, creators / share)
  } finally {
    await db.close()
  }
}

function named(share: number, rows: readonly BenchRow[]): BenchRow[] {
  return rows.map((row) => ({ ...row, what: `${row.what}, ${whole.audioBooks / share} books` }))
}

const kept = process.env.SCALE_FOLDER
const folder = kept ?? (await mkdtemp(join(tmpdir(), 'earmark-scale-')))
const rows = [...(await measureOnSqlite(folder)), ...(await measureOnPostgres(folder))]
console.log(`\n${markdownTable(rows)}\n`)
if (kept === undefined) await rm(folder, { recursive: true })
process.exitCode = rows.every((row) => row.isReached) ? 0 : 1
