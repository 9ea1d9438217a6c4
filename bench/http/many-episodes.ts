import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { findPostgresBin } from '../../scripts/machine.mjs'
import { openDatabase } from '../../server/src/db/database.ts'
import { administer, createIn } from '../../server/src/testing/engines.ts'
import { startCluster } from '../../server/src/testing/postgres-cluster.ts'
import { insertRecords } from '../records.ts'
import type { BenchRow } from '../rows.ts'
import { measureSuggestions, searchRows } from './search.ts'

const audioBooks = 100_000
const episodesOfEach = 1_000

/** Names that are suggested beside so many episodes, on both engines. A million of them take many minutes to make up. */
export async function measureManyEpisodes(folder: string, episodes: number): Promise<BenchRow[]> {
  const dataDir = join(folder, 'many-episodes')
  await mkdir(dataDir)
  const sqlite = await measureOn('SQLite', '', dataDir, episodes)
  process.env.POSTGRES_BIN ??= findPostgresBin() ?? undefined
  const cluster = await startCluster()
  try {
    const { url } = await createIn(cluster.url)
    return [...sqlite, ...(await measureOn('PostgreSQL', url, '', episodes))]
  } finally {
    await cluster.stop()
  }
}

async function measureOn(
  engine: string,
  url: string,
  dataDir: string,
  episodes: number,
): Promise<BenchRow[]> {
  const db = await openDatabase(url, dataDir)
  try {
    await insertRecords(db, { audioBooks, podcasts: Math.ceil(episodes / episodesOfEach), episodesOfEach })
    if (url !== '') await administer(url, 'vacuum analyze')
    const among = `names in ${audioBooks} audio books and ${episodes} episodes`
    return searchRows([await measureSuggestions(db)], engine, among)
  } finally {
    await db.close()
  }
}
