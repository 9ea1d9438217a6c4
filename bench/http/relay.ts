import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { rss } from '../../server/src/testing/made-up-feeds.ts'
import { type BenchRow, median } from '../rows.ts'
import { memoryMiB } from './load.ts'
import { type FileServer, makeFile, startBareProxy, startStatic } from './range-servers.ts'
import { askFor, type Measured } from './ranges.ts'
import { type Server, startShipped } from './shipped-server.ts'
import { adminSettings, login } from './upload-client.ts'

/**
 * A sound elsewhere, passed on by the shipped server, beside what its origin does itself and a bare proxy of Node does, in
 * interleaved rounds. All share the machine's processors: with two of them a second hop takes its time from the first, and
 * the bare proxy says how much that is.
 */

const sizeBytes = 200_000_000
const fileName = 'walk.mp3'
const rounds = 3
const jobs = {
  whole: { kind: 'whole', clients: 4, milliseconds: 2000, requests: 0 },
  firstByte: { kind: 'first byte', clients: 1, milliseconds: 0, requests: 100 },
} as const

export async function measureRelay(): Promise<BenchRow[]> {
  const folder = await mkdtemp(join(tmpdir(), 'earmark-relay-'))
  await makeFile(join(folder, fileName), sizeBytes)
  const origin = await startStatic(folder, fileName)
  const bare = await startBareProxy(origin)
  const environment = { ...adminSettings, SOURCE_NETWORKS: '127.0.0.0/8' }
  const server = await startShipped(join(folder, 'data'), { environment })
  try {
    return await measureBeside(server, origin, bare)
  } finally {
    await server.stop()
    await bare.stop()
    await origin.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

async function measureBeside(server: Server, origin: FileServer, bare: FileServer): Promise<BenchRow[]> {
  const relay = { port: server.port, pid: server.pid, path: await relayedPath(server, origin) }
  const ask = (target: typeof relay, kind: keyof typeof jobs) => askFor(target, sizeBytes, jobs[kind])
  await ask(relay, 'whole')
  const before = memoryMiB(server.pid).now
  const runs = {
    ours: { whole: [], firstByte: [] },
    origin: { whole: [], firstByte: [] },
    bare: { whole: [], firstByte: [] },
  } as Runs
  for (let round = 0; round < rounds; round += 1)
    for (const kind of ['whole', 'firstByte'] as const) {
      runs.origin[kind].push(await ask(origin, kind))
      runs.bare[kind].push(await ask(bare, kind))
      runs.ours[kind].push(await ask(relay, kind))
    }
  return [throughputRow(runs), firstByteRow(runs), memoryRow(before, memoryMiB(server.pid).now)]
}

type Runs = Record<'ours' | 'origin' | 'bare', Record<keyof typeof jobs, Measured[]>>

/** The address that an episode has whose feed names the origin's file. */
async function relayedPath(server: Server, origin: FileServer): Promise<string> {
  const url = `http://127.0.0.1:${origin.port}${origin.path}`
  const feed = rss({ items: [{ title: 'Walk', publishedAt: 1, url, bytes: sizeBytes }] })
  const feeds = createServer((_request, response) => void response.end(feed)).listen(0, '127.0.0.1')
  await once(feeds, 'listening')
  const headers = {
    authorization: `Bearer ${await login(server)}`,
    'content-type': 'application/json',
    'x-deviceid': randomUUID(),
  }
  const body = JSON.stringify({ url: `http://127.0.0.1:${(feeds.address() as AddressInfo).port}/feed` })
  const added = await fetch(`${server.url}/api/sources`, { method: 'POST', headers, body })
  const { podcastId } = (await added.json()) as { podcastId: number }
  feeds.close()
  const podcast = await fetch(`${server.url}/api/podcasts/${podcastId}`)
  const { episodes } = (await podcast.json()) as { episodes: { audioUrl: string }[] }
  return episodes[0]?.audioUrl ?? ''
}

function throughputRow({ ours, origin, bare }: Runs): BenchRow {
  const rate = (runs: readonly Measured[]) => median(runs.map((run) => run.bytes / 1024 ** 2 / run.seconds))
  const [mine, theirs, proxied] = [rate(ours.whole), rate(origin.whole), rate(bare.whole)]
  return {
    what: 'a sound elsewhere, whole, 4 clients',
    ours: `${mine.toFixed(0)} MiB/s`,
    yardstick: `its origin ${theirs.toFixed(0)} MiB/s, bare proxy ${proxied.toFixed(0)} MiB/s`,
    ratio: `${(mine / theirs).toFixed(2)}, ${(mine / proxied).toFixed(2)}`,
    goal: '≥ 0.9',
    isReached: mine / theirs >= 0.9,
  }
}

type Times = [number, number, number]

function firstByteRow({ ours, origin, bare }: Runs): BenchRow {
  const first = (runs: readonly Measured[]) => median(runs.map((run) => run.medianMs))
  const [mine, theirs, proxied] = [ours, origin, bare].map((runs) => first(runs.firstByte)) as Times
  return {
    what: 'first byte of a sound elsewhere',
    ours: `${mine.toFixed(2)} ms`,
    yardstick: `its origin ${theirs.toFixed(2)} ms, bare proxy ${proxied.toFixed(2)} ms`,
    ratio: `+${(mine - theirs).toFixed(2)} ms, +${(mine - proxied).toFixed(2)} ms`,
    goal: '≤ +3 ms',
    isReached: mine - theirs <= 3,
  }
}

function memoryRow(before: number, after: number): BenchRow {
  return {
    what: 'memory beside sounds that are passed on',
    ours: `${before.toFixed(0)} → ${after.toFixed(0)} MiB`,
    yardstick: '–',
    ratio: '–',
    goal: 'flat (≤ +16 MiB)',
    isReached: after - before <= 16,
  }
}

if (import.meta.main) console.table(await measureRelay())
