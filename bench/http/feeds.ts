import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { openDatabase } from '../../server/src/db/database.ts'
import { insertRecords } from '../records.ts'
import type { BenchRow } from '../rows.ts'
import { compareWithBare, timesAfterChanges } from './catalogue.ts'
import { load } from './load.ts'
import { measureLongFeedPage } from './long-feed-page.ts'
import { type Server, startShipped, startYardstick } from './shipped-server.ts'
import { adminSettings } from './upload-client.ts'

/** Feeds of podcasts with 10 000 episodes: kept ones beside a bare Fastify, a 304 of what is not kept, cold pages, a long one. */

const counts = { audioBooks: 20, podcasts: 2, episodesOfEach: 10_000 }

/** @param databaseUrl empty for SQLite */
export async function measureFeeds(folder: string, databaseUrl = ''): Promise<BenchRow[]> {
  const dataDir = await mkdtemp(join(folder, 'feeds-'))
  const db = await openDatabase(databaseUrl, dataDir)
  await insertRecords(db, counts)
  await db.close()
  const environment = { ...adminSettings, ...(databaseUrl !== '' && { DATABASE_URL: databaseUrl }) }
  const server = await startShipped(dataDir, { environment })
  try {
    const engine = databaseUrl === '' ? 'SQLite' : 'PostgreSQL'
    const kept = databaseUrl === '' ? await measureKept(server) : []
    const notKept = await measureNotKept(server, engine)
    return [...kept, ...notKept, ...(await measureLongFeedPage(server, engine, 1))]
  } finally {
    await server.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

const path = '/feeds/podcasts/1.xml'

async function measureKept(server: Server): Promise<BenchRow[]> {
  const script = join(import.meta.dirname, 'bare-fastify.ts')
  const bare = await startYardstick(script, { ADDRESSES: JSON.stringify([server.url + path]) }, '/0')
  try {
    const etag = (await fetch(server.url + path)).headers.get('etag') as string
    return [
      await compareWithBare('feed of 1 000 items, kept', server, path, bare, '/0', {}),
      await compareWithBare('feed, kept, 304', server, path, bare, '/0', { 'If-None-Match': etag }),
    ]
  } finally {
    await bare.stop()
  }
}

const mostKnownMs = 0.3

async function measureNotKept(server: Server, engine: 'SQLite' | 'PostgreSQL'): Promise<BenchRow[]> {
  // One that nobody has fetched: its revision is that of the start.
  const headers = { 'If-None-Match': 'W/"podcast2-1-1"' }
  const known = await load(server, { path: '/feeds/podcasts/2.xml', headers, seconds: 4 })
  const cold = await timesAfterChanges(server, '/api/podcasts/1', path)
  const mostMs = engine === 'SQLite' ? 60 : 120
  return [
    {
      what: `feed, not kept, 304, ${engine}`,
      ours: `${known.requestsPerSecond.toFixed(0)} req/s, ${known.cpuMsPerRequest.toFixed(3)} ms CPU`,
      yardstick: '',
      ratio: '',
      goal: `≤ ${mostKnownMs} ms CPU`,
      isReached: known.cpuMsPerRequest <= mostKnownMs,
    },
    {
      what: `page of 1 000 items of 10 000, cold, ${engine}`,
      ours: `median ${cold.p50.toFixed(1)} ms, p99 ${cold.p99.toFixed(1)} ms`,
      yardstick: '',
      ratio: '',
      goal: `≤ ${mostMs} ms`,
      isReached: cold.p50 <= mostMs,
    },
  ]
}
