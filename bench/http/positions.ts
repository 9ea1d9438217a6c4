/**
 * The rows of saved positions: 32 listeners save one after another through the whole API, on SQLite and, where
 * POSTGRES_BIN names it, on PostgreSQL; beside a bare Fastify that commits each one by itself. In interleaved rounds of
 * one run, bounded to about 25 seconds.
 */
import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { addListeners, type Listener } from '../../server/resilience/load/listeners.ts'
import { startCluster } from '../../server/src/testing/postgres-cluster.ts'
import { type BenchRow, median } from '../rows.ts'
import type { PositionJob, PositionResult } from './position-client.ts'
import { cpuSeconds } from './load.ts'
import { type Server, startShipped, startYardstick } from './shipped-server.ts'

const count = 32
const milliseconds = 2_000
const rounds = 3
const goalPerSecond = 1_000

const execFileAsync = promisify(execFile)

export async function measurePositions(): Promise<BenchRow[]> {
  const folder = await mkdtemp(join(tmpdir(), 'earmark-positions-'))
  const cluster = process.env.POSTGRES_BIN ? await startCluster() : null
  try {
    return await compare(folder, cluster?.url ?? null)
  } finally {
    await cluster?.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

/** A server with listeners on it. */
interface Stand {
  readonly server: Server
  readonly listeners: readonly Listener[]
  versions: readonly number[]
  readonly results: Saves[]
}

interface Saves {
  readonly perSecond: number
  readonly p50Ms: number
  readonly p99Ms: number
  readonly cpuMs: number
}

async function compare(folder: string, postgresUrl: string | null): Promise<BenchRow[]> {
  const sqlite = await stand(join(folder, 'sqlite'))
  const postgres = postgresUrl === null ? null : await stand(join(folder, 'postgres'), postgresUrl)
  const yardstick = join(import.meta.dirname, 'synchronous-commits.ts')
  const server = await startYardstick(yardstick, { DATA_DIR: folder }, '/')
  const bare: Stand = { server, listeners: sqlite.listeners, versions: [], results: [] }
  const stands = [sqlite, bare, ...(postgres ? [postgres] : [])]
  try {
    // A first round that does not count: code is compiled.
    for (let round = 0; round <= rounds; round += 1) for (const one of stands) await save(one)
  } finally {
    for (const one of stands) await one.server.stop()
  }
  const [ours, theirs] = [summary(sqlite), summary(bare)]
  const beside = `bare Fastify, a commit each: ${text(theirs)}`
  const row = { yardstick: beside, ratio: (ours.perSecond / theirs.perSecond).toFixed(2) }
  const goal = { goal: `≥ ${goalPerSecond}/s`, isReached: ours.perSecond >= goalPerSecond }
  const rows = [{ what: `positions saved by ${count} listeners, SQLite`, ours: text(ours), ...row, ...goal }]
  if (!postgres) return rows
  const grown = summary(postgres)
  const ratio = (grown.perSecond / theirs.perSecond).toFixed(2)
  const second = { ours: text(grown), yardstick: '', ratio, goal: '', isReached: true }
  return [...rows, { what: `positions saved by ${count} listeners, PostgreSQL`, ...second }]
}

async function stand(dataDir: string, databaseUrl = ''): Promise<Stand> {
  const listeners = await addListeners(databaseUrl, dataDir, count)
  const server = await startShipped(dataDir, { environment: { DATABASE_URL: databaseUrl } })
  return { server, listeners, versions: [], results: [] }
}

async function save(on: Stand): Promise<void> {
  const { server, listeners, versions } = on
  const job: PositionJob = { port: server.port, listeners, versions, milliseconds }
  const client = join(import.meta.dirname, 'position-client.ts')
  const cpuBefore = cpuSeconds(server.pid)
  const { stdout } = await execFileAsync(process.execPath, [client, JSON.stringify(job)])
  const cpuMs = (cpuSeconds(server.pid) - cpuBefore) * 1000
  const { saved, seconds, p50Ms, p99Ms, versions: reached } = JSON.parse(stdout) as PositionResult
  on.versions = reached
  on.results.push({ perSecond: saved / seconds, p50Ms, p99Ms, cpuMs: cpuMs / saved })
}

function summary({ results }: Stand): Saves {
  const counted = results.slice(1)
  const of = (field: keyof Saves) => median(counted.map((one) => one[field]))
  return { perSecond: of('perSecond'), p50Ms: of('p50Ms'), p99Ms: of('p99Ms'), cpuMs: of('cpuMs') }
}

function text({ perSecond, p50Ms, p99Ms, cpuMs }: Saves): string {
  const times = `p50 ${p50Ms.toFixed(1)} ms, p99 ${p99Ms.toFixed(1)} ms`
  return `${perSecond.toFixed(0)}/s, ${times}, ${cpuMs.toFixed(2)} ms CPU`
}

if (import.meta.main) console.table(await measurePositions())
