import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { findPostgresBin } from '../../scripts/machine.mjs'
import { openDatabase } from '../../server/src/db/database.ts'
import { administer, createIn } from '../../server/src/testing/engines.ts'
import { startCluster } from '../../server/src/testing/postgres-cluster.ts'
import { countsOf, insertRecords } from '../records.ts'
import type { BenchRow } from '../rows.ts'
import { coldRows, measureCold, postgres } from './catalogue.ts'
import { measureFeeds } from './feeds.ts'
import type { Load } from './load.ts'
import { measureLoopDelays } from './loop-delays.ts'
import { measureSearch, type SearchTimes, searchRows } from './search.ts'
import { startShipped } from './shipped-server.ts'
import { adminSettings } from './upload-client.ts'

/** Cold pages, searches, delays of the event loop and feeds on a PostgreSQL of its own, as its packages set it up, on this machine. */
export async function measurePostgres(sizes: readonly number[], folder: string): Promise<BenchRow[]> {
  process.env.POSTGRES_BIN ??= findPostgresBin() ?? undefined
  const cluster = await startCluster()
  try {
    const cold = new Map<number, Load>()
    let search: SearchTimes[] = []
    let delays: BenchRow[] = []
    for (const size of sizes) {
      const { url } = await createIn(cluster.url)
      const isLargest = size === Math.max(...sizes)
      const times = await fill(url, size, isLargest)
      if (isLargest) search = times
      const dataDir = join(folder, `postgres-${size}`)
      await mkdir(dataDir)
      cold.set(size, await measureColdOn(url, dataDir, folder, size))
      if (isLargest) delays = await measureLoopDelays(dataDir, url)
    }
    const feeds = await measureFeeds(folder, (await createIn(cluster.url)).url)
    return [...coldRows(cold, postgres), ...searchRows(search, postgres.name), ...delays, ...feeds]
  } finally {
    await cluster.stop()
  }
}

async function fill(url: string, size: number, isSearched: boolean): Promise<SearchTimes[]> {
  const db = await openDatabase(url, '')
  try {
    await insertRecords(db, countsOf(size))
    // Autovacuum would do so a minute later.
    await administer(url, 'vacuum analyze')
    return isSearched ? await measureSearch(db) : []
  } finally {
    await db.close()
  }
}

async function measureColdOn(url: string, dataDir: string, folder: string, size: number): Promise<Load> {
  const server = await startShipped(dataDir, { environment: { ...adminSettings, DATABASE_URL: url } })
  try {
    return await measureCold(server, folder, size / 10)
  } finally {
    await server.stop()
  }
}
