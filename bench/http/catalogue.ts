import { join } from 'node:path'
import { type BenchRow, median } from '../rows.ts'
import { type Load, load, writePagesScript } from './load.ts'
import { type Server, startShipped, startYardstick } from './shipped-server.ts'
import { adminSettings, login } from './upload-client.ts'

/** The catalogue rows: hot answers beside a bare Fastify, cold pages by size of the catalogue, a long podcast. */

const rounds = 5

/** @param dataDirs by number of audio books */
export async function measureCatalogue(
  dataDirs: ReadonlyMap<number, string>,
  folder: string,
): Promise<BenchRow[]> {
  const rows: BenchRow[] = []
  const cold = new Map<number, Load>()
  for (const [size, dataDir] of dataDirs) {
    const server = await startShipped(dataDir, { environment: adminSettings })
    try {
      if (size === 20_000) rows.push(...(await measureHot(server)), ...(await measureLongPodcast(server)))
      cold.set(size, await measureCold(server, folder, size / 10))
    } finally {
      await server.stop()
    }
  }
  return [...rows, ...coldRows(cold, sqlite)]
}

const hotPaths: readonly (readonly [what: string, path: string])[] = [
  ['list, hot', '/api/audio-books/paged'],
  ['detail, hot', '/api/audio-books/1'],
  ['home page, hot', '/'],
]

async function measureHot(server: Server): Promise<BenchRow[]> {
  const addresses = JSON.stringify(hotPaths.map(([, path]) => server.url + path))
  const script = join(import.meta.dirname, 'bare-fastify.ts')
  const bare = await startYardstick(script, { ADDRESSES: addresses }, '/0')
  try {
    const rows: BenchRow[] = []
    for (const [index, [what, path]] of hotPaths.entries()) {
      rows.push(await compareWithBare(what, server, path, bare, `/${index}`, {}))
    }
    const etag = (await fetch(server.url + hotPaths[0]![1])).headers.get('etag') as string
    rows.push(
      await compareWithBare('list, 304', server, hotPaths[0]![1], bare, '/0', { 'If-None-Match': etag }),
    )
    return rows
  } finally {
    await bare.stop()
  }
}

export async function compareWithBare(
  what: string,
  ours: Server,
  ourPath: string,
  bare: Server,
  barePath: string,
  headers: Record<string, string>,
): Promise<BenchRow> {
  await load(ours, { path: ourPath, headers, seconds: 1 })
  await load(bare, { path: barePath, headers, seconds: 1 })
  const pairs: [Load, Load][] = []
  for (let round = 0; round < rounds; round += 1) {
    pairs.push([await load(ours, { path: ourPath, headers }), await load(bare, { path: barePath, headers })])
  }
  const ratio = median(pairs.map(([a, b]) => a.requestsPerSecond / b.requestsPerSecond))
  const show = (loads: Load[]) =>
    `${median(loads.map((each) => each.requestsPerSecond)).toFixed(0)} req/s, ` +
    `${median(loads.map((each) => each.cpuMsPerRequest)).toFixed(3)} ms CPU`
  return {
    what,
    ours: show(pairs.map(([a]) => a)),
    yardstick: `bare Fastify ${show(pairs.map(([, b]) => b))}`,
    ratio: ratio.toFixed(2),
    goal: '≥ 0.70',
    isReached: ratio >= 0.7,
  }
}

/** Cold pages need this many requests a second at 20 000 audio books. */
interface Engine {
  readonly name: string
  readonly leastRequests: number
}

const sqlite: Engine = { name: 'SQLite', leastRequests: 2000 }
export const postgres: Engine = { name: 'PostgreSQL', leastRequests: 500 }

export async function measureCold(server: Server, folder: string, pages: number): Promise<Load> {
  const script = await writePagesScript(folder, pages)
  await load(server, { path: '/', script, connections: 8, seconds: 2 })
  return await load(server, { path: '/', script, connections: 8, seconds: 5 })
}

export function coldRows(cold: ReadonlyMap<number, Load>, { name, leastRequests }: Engine): BenchRow[] {
  const rows = [...cold].map(([size, { requestsPerSecond, p99, cpuMsPerRequest }]) => ({
    what: `list, cold, ${name}, ${size} audio books, pages anywhere by name`,
    ours: `${requestsPerSecond.toFixed(0)} req/s, ${cpuMsPerRequest.toFixed(2)} ms CPU, p99 ${p99.toFixed(1)} ms`,
    yardstick: '',
    ratio: '',
    goal: size === 20_000 ? `≥ ${leastRequests} req/s` : '',
    isReached: size !== 20_000 || requestsPerSecond >= leastRequests,
  }))
  const [small, large] = [cold.get(1000), cold.get(100_000)]
  if (!small || !large) return rows
  const growth = large.p99 / small.p99
  return [
    ...rows,
    {
      what: `list, cold, ${name}: p99 at 100 000 beside 1 000`,
      ours: `${large.p99.toFixed(1)} ms`,
      yardstick: `${small.p99.toFixed(1)} ms`,
      ratio: growth.toFixed(2),
      goal: '≤ 3',
      isReached: growth <= 3,
    },
  ]
}

/** One request after the other; uncompressed, as the yardsticks are. */
async function measureLongPodcast(server: Server): Promise<BenchRow[]> {
  const path = '/api/podcasts/1'
  const hot = await load(server, { path, connections: 1, seconds: 4 })
  const cold = await timesAfterChanges(server, path)
  const row = (what: string, { p50, p99 }: Pick<Load, 'p50' | 'p99'>, most: number): BenchRow => ({
    what: `podcast with 1 000 episodes, ${what}`,
    ours: `median ${p50.toFixed(2)} ms, p99 ${p99.toFixed(1)} ms`,
    yardstick: '',
    ratio: '',
    goal: `≤ ${most} ms`,
    isReached: p50 <= most,
  })
  return [row('hot', hot, 3), row('cold', cold, 15)]
}

const changes = 150

/** Of answers that are made anew each time, as a voicer of the podcast has come or gone since the one before. */
export async function timesAfterChanges(
  { url }: Server,
  path: string,
  fetched = path,
): Promise<Pick<Load, 'p50' | 'p99'>> {
  const headers = { authorization: `Bearer ${await login({ url })}` }
  const times: number[] = []
  for (let turn = 0; turn < changes; turn += 1) {
    const method = turn % 2 === 0 ? 'POST' : 'DELETE'
    const { status } = await fetch(`${url}${path}/voicers/1`, { method, headers })
    if (status !== 204) throw new Error(`A change of a voicer was answered with ${status}.`)
    const begun = performance.now()
    const answer = await fetch(url + fetched, { headers: { 'accept-encoding': 'identity' } })
    await answer.arrayBuffer()
    times.push(performance.now() - begun)
  }
  times.sort((one, other) => one - other)
  return { p50: median(times), p99: times[Math.floor(changes * 0.99)] ?? Number.NaN }
}
