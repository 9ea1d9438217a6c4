/** An account with 5 000 positions: the whole list, its first and its last page. About 10 s. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Database, openDatabase } from '../../server/src/db/database.ts'
import { addListeners } from '../../server/resilience/load/listeners.ts'
import { insertRecords } from '../records.ts'
import { type BenchRow, median, percentile } from '../rows.ts'
import { startShipped } from './shipped-server.ts'

const podcasts = 5
const episodesOfEach = 1000
const requests = 50

const lists = [
  ['5 000 positions, all in short', '/positions/me/progress'],
  ['5 000 positions, first page', '/positions/me'],
  ['5 000 positions, last page', `/positions/me?pageNumber=${(podcasts * episodesOfEach) / 10}`],
] as const

export async function measurePositionLists(): Promise<BenchRow[]> {
  const dataDir = await mkdtemp(join(tmpdir(), 'earmark-positions-'))
  const db = await openDatabase('', dataDir)
  await insertRecords(db, { audioBooks: 0, podcasts, episodesOfEach })
  const [listener] = await addListeners('', dataDir, 1)
  await insertPositions(db)
  await db.close()
  const server = await startShipped(dataDir)
  try {
    const rows: BenchRow[] = []
    for (const [what, path] of lists) {
      const times = await measure(`${server.url}/api${path}`, listener?.headers ?? {})
      const ours = `${median(times).toFixed(1)} ms, p99 ${percentile(times, 0.99).toFixed(1)} ms`
      rows.push({ what, ours, yardstick: '', ratio: '', goal: '', isReached: true })
    }
    return rows
  } finally {
    await server.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

/** The only user's, in every episode. */
async function insertPositions({ connection }: Database): Promise<void> {
  const { id: user_id } = await connection.selectFrom('users').select('id').executeTakeFirstOrThrow()
  const recordings = await connection
    .selectFrom('recordings')
    .where('episode_id', 'is not', null)
    .select('id')
    .orderBy('id')
    .execute()
  const saved = { version: 1, base_version: 0, device_id: null, device_name: 'Chrome on Linux' }
  for (let done = 0; done < recordings.length; done += 500) {
    const rows = recordings.slice(done, done + 500).map(({ id }) => ({
      ...saved,
      user_id,
      recording_id: id,
      position_ms: 60_000,
      finished_at: id % 3 === 0 ? 1 : null,
      playback_rate_percent: 100,
      updated_at: 1_700_000_000_000 + ((id * 7919) % 100_000),
    }))
    await connection.insertInto('positions').values(rows).execute()
  }
}

async function measure(url: string, headers: Readonly<Record<string, string>>): Promise<number[]> {
  const times: number[] = []
  for (let request = 0; request < requests; request += 1) {
    const begun = performance.now()
    const answer = await fetch(url, { headers })
    await answer.arrayBuffer()
    if (answer.status !== 200) throw new Error(`${url} was answered with ${answer.status}.`)
    // The first ones that do not count: code is compiled.
    if (request >= requests / 5) times.push(performance.now() - begun)
  }
  return times
}

if (import.meta.main) console.table(await measurePositionLists())
