import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import { addListeners, type Listener } from '../../server/resilience/load/listeners.ts'
import { type BenchRow, median } from '../rows.ts'
import type { PositionJob, PositionResult } from './position-client.ts'
import { makeFeed } from './reading-feeds.ts'
import { type Server, startShipped } from './shipped-server.ts'
import { adminSettings, login } from './upload-client.ts'

/** Positions saved while feeds of 25 MB with a new item each are checked, beside saves without, in rounds of one run. */

const items = 10_000
const rounds = 3
const sourcesPerRound = 2
const listenersCount = 4
const milliseconds = 2_000

const execFileAsync = promisify(execFile)

export async function measureSavesBesideReading(): Promise<BenchRow[]> {
  const folder = await mkdtemp(join(tmpdir(), 'earmark-beside-'))
  let feed = gzipSync(makeFeed(items))
  const host = createServer((_request, response) => {
    response.writeHead(200, { 'content-encoding': 'gzip' }).end(feed)
  }).listen(0, '127.0.0.1')
  await once(host, 'listening')
  const listeners = await addListeners('', folder, listenersCount)
  const environment = { ...adminSettings, SOURCE_NETWORKS: '127.0.0.0/8' }
  const server = await startShipped(folder, { environment })
  try {
    const sources = await addSources(server, (host.address() as AddressInfo).port)
    const saves = new Saves(server, listeners)
    await saves.save()
    feed = gzipSync(makeFeed(items + 1))
    const p99s = { without: [] as number[], beside: [] as number[] }
    for (let round = 0; round < rounds; round += 1) {
      p99s.without.push(await saves.save())
      for (const check of sources.splice(0, sourcesPerRound)) await check()
      p99s.beside.push(await saves.save())
    }
    const [before, after] = [median(p99s.without), median(p99s.beside)]
    return [
      {
        what: `p99 of saved positions beside checks of feeds of 25 MB`,
        ours: `${after.toFixed(1)} ms`,
        yardstick: `without ${before.toFixed(1)} ms`,
        ratio: (after / before).toFixed(2),
        goal: '≤ 1.2',
        isReached: after / before <= 1.2,
      },
    ]
  } finally {
    await server.stop()
    host.close()
    await rm(folder, { recursive: true, force: true })
  }
}

/** @returns the calls that check them, which is done once a minute at most */
async function addSources(server: Server, port: number): Promise<(() => Promise<void>)[]> {
  const headers = {
    authorization: `Bearer ${await login(server)}`,
    'content-type': 'application/json',
    'x-deviceid': randomUUID(),
  }
  const post = async (path: string, body: object) => {
    const answer = await fetch(`${server.url}/api/sources${path}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    })
    if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`)
    return answer
  }
  const checks: (() => Promise<void>)[] = []
  for (let number = 0; number < rounds * sourcesPerRound; number += 1) {
    const added = await post('', { url: `http://127.0.0.1:${port}/${number}` })
    const { id } = (await added.json()) as { id: number }
    checks.push(async () => void (await post(`/${id}/check`, {})))
  }
  return checks
}

class Saves {
  #versions: readonly number[] = []
  readonly #server: Server
  readonly #listeners: readonly Listener[]

  constructor(server: Server, listeners: readonly Listener[]) {
    this.#server = server
    this.#listeners = listeners
  }

  /** @returns the 99th percentile in milliseconds */
  async save(): Promise<number> {
    const job: PositionJob = {
      port: this.#server.port,
      listeners: this.#listeners,
      versions: this.#versions,
      milliseconds,
    }
    const client = join(import.meta.dirname, 'position-client.ts')
    const { stdout } = await execFileAsync(process.execPath, [client, JSON.stringify(job)])
    const { p99Ms, versions } = JSON.parse(stdout) as PositionResult
    this.#versions = versions
    return p99Ms
  }
}

if (import.meta.main) console.table(await measureSavesBesideReading())
