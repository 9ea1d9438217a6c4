/**
 * The range rows: the shipped server beside @fastify/static and nginx on the same 200 MB file, in interleaved
 * rounds of one run. Bounded to about 45 seconds.
 */
import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type BenchRow, median } from '../rows.ts'
import { cpuSeconds, memoryMiB } from './load.ts'
import type { ClientJob, ClientResult } from './range-client.ts'
import { type FileServer, makeFile, startNginx, startOurs, startStatic } from './range-servers.ts'

export interface Measured extends ClientResult {
  readonly cpuSeconds: number
}

interface Measurements {
  readonly ranges: Measured[]
  readonly whole: Measured[]
  readonly firstByte: Measured[]
}

const sizeBytes = 200_000_000
const fileName = 'book.mp3'
const rounds = 3
export const jobs: Record<
  keyof Measurements,
  Pick<ClientJob, 'kind' | 'clients' | 'milliseconds' | 'requests'>
> = {
  ranges: { kind: 'ranges', clients: 32, milliseconds: 1200, requests: 0 },
  whole: { kind: 'whole', clients: 16, milliseconds: 2000, requests: 0 },
  firstByte: { kind: 'first byte', clients: 1, milliseconds: 0, requests: 40 },
}
const gibibyte = 1024 ** 3
const mebibyte = 1024 ** 2

/** Measures and gives the rows of the result table. Without nginx its rows are left out. */
export async function measureRanges(): Promise<BenchRow[]> {
  const folder = await mkdtemp(join(tmpdir(), 'earmark-ranges-'))
  const servers: FileServer[] = []
  try {
    const file = join(folder, fileName)
    await makeFile(file, sizeBytes)
    servers.push(await startOurs(folder, file), await startStatic(folder, fileName))
    const nginx = await startNginx(folder, fileName)
    if (nginx) servers.push(nginx)
    else console.warn('!!! SKIPPED: nginx as a yardstick. Install Debian’s package nginx. !!!')
    return await measureServers(servers)
  } finally {
    await Promise.all(servers.map((server) => server.stop()))
    await rm(folder, { recursive: true, force: true })
  }
}

async function measureServers(servers: readonly FileServer[]): Promise<BenchRow[]> {
  const results = new Map(
    servers.map(({ name }): [string, Measurements] => [name, { ranges: [], whole: [], firstByte: [] }]),
  )
  const [ours] = servers as [FileServer]
  // A first round that does not count: code is compiled, the file is in memory.
  for (const server of servers) await run(server, { ...jobs.ranges, milliseconds: 500 })
  const before = memoryMiB(ours.pid).now
  for (let round = 0; round < rounds; round += 1) {
    for (const kind of Object.keys(jobs) as (keyof Measurements)[]) {
      for (const server of servers) results.get(server.name)?.[kind].push(await run(server, jobs[kind]))
    }
  }
  return [...rateRows(results), memoryRow(before, memoryMiB(ours.pid))]
}

const execFileAsync = promisify(execFile)

async function run(server: FileServer, job: (typeof jobs)[keyof Measurements]): Promise<Measured> {
  return await askFor(server, sizeBytes, job)
}

/** By clients in a process of their own. */
export async function askFor(
  { port, path, pid }: Pick<FileServer, 'port' | 'path' | 'pid'>,
  bytes: number,
  job: (typeof jobs)[keyof Measurements],
): Promise<Measured> {
  const cpuBefore = cpuSeconds(pid)
  const argument = JSON.stringify({ port, path, sizeBytes: bytes, ...job })
  const client = join(import.meta.dirname, 'range-client.ts')
  const { stdout } = await execFileAsync(process.execPath, [client, argument])
  return { ...(JSON.parse(stdout) as ClientResult), cpuSeconds: cpuSeconds(pid) - cpuBefore }
}

function rateRows(results: ReadonlyMap<string, Measurements>): BenchRow[] {
  const of = (name: string) => results.get(name) as Measurements
  const [ours, peer] = [of('ours'), of('@fastify/static')]
  const nginx = results.get('nginx')
  const faster = (what: string, unit: string, kind: 'ranges' | 'whole', rate: (run: Measured) => number) =>
    [
      { name: '@fastify/static', runs: peer[kind], atLeast: 1.5 },
      ...(nginx ? [{ name: 'nginx', runs: nginx[kind], atLeast: 0 }] : []),
    ].map(({ name, runs, atLeast }) => {
      const [mine, theirs] = [median(ours[kind].map(rate)), median(runs.map(rate))]
      return {
        what,
        ours: `${mine.toFixed(0)} ${unit}`,
        yardstick: `${name} ${theirs.toFixed(0)} ${unit}`,
        ratio: (mine / theirs).toFixed(2),
        goal: atLeast === 0 ? 'near 1' : `≥ ${atLeast}`,
        isReached: mine / theirs >= atLeast,
      }
    })
  return [
    ...faster('64 KiB at random places, 32 clients', 'req/s', 'ranges', (run) => run.requests / run.seconds),
    ...faster('whole file, 16 clients', 'MiB/s', 'whole', (run) => run.bytes / mebibyte / run.seconds),
    ...cpuRows(ours, peer, nginx),
    ...(nginx ? [firstByteRow(ours, nginx)] : []),
  ]
}

function cpuRows(ours: Measurements, peer: Measurements, nginx: Measurements | undefined): BenchRow[] {
  const perGibibyte = (runs: readonly Measured[]) =>
    median(runs.map((run) => run.cpuSeconds / (run.bytes / gibibyte)))
  const row = (what: string, kind: 'ranges' | 'whole', limit: number): BenchRow => {
    const mine = perGibibyte(ours[kind])
    const theirs = [`@fastify/static ${perGibibyte(peer[kind]).toFixed(2)}`]
    if (nginx) theirs.push(`nginx ${perGibibyte(nginx[kind]).toFixed(2)}`)
    return {
      what,
      ours: `${mine.toFixed(2)} s/GiB`,
      yardstick: theirs.join(', '),
      ratio: (mine / perGibibyte(peer[kind])).toFixed(2),
      goal: limit === Infinity ? '–' : `≤ ${limit} s/GiB`,
      isReached: mine <= limit,
    }
  }
  return [
    row('processor time, whole file', 'whole', 0.8),
    row('processor time, 64 KiB ranges', 'ranges', Infinity),
  ]
}

function firstByteRow(ours: Measurements, nginx: Measurements): BenchRow {
  const [mine, theirs] = [ours, nginx].map(({ firstByte }) => median(firstByte.map((run) => run.medianMs)))
  const above = (mine as number) - (theirs as number)
  return {
    what: 'first byte deep in the file',
    ours: `${mine?.toFixed(2)} ms`,
    yardstick: `nginx ${theirs?.toFixed(2)} ms`,
    ratio: `+${above.toFixed(2)} ms`,
    goal: '≤ +1 ms',
    isReached: above <= 1,
  }
}

function memoryRow(before: number, after: { now: number; peak: number }): BenchRow {
  return {
    what: 'memory under these loads',
    ours: `${before.toFixed(0)} → ${after.now.toFixed(0)} MiB, at most ${after.peak.toFixed(0)}`,
    yardstick: '–',
    ratio: '–',
    goal: '≤ 250 MB',
    isReached: (after.peak * mebibyte) / 1e6 <= 250,
  }
}

if (import.meta.main) console.table(await measureRanges())
