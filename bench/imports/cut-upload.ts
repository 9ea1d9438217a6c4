import { createHash, randomFillSync, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createReadStream } from 'node:fs'
import { mkdir, open, readdir, stat } from 'node:fs/promises'
import { request } from 'node:http'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { Upload } from 'tus-js-client'
import { startCuttingProxy } from '../../server/src/testing/cutting-proxy.ts'
import { residentBytes } from '../../server/src/testing/process-state.ts'
import { type Server, startYardstick } from '../http/shipped-server.ts'
import type { BenchRow } from '../rows.ts'
import { type ImportingServer, startImporting } from './importing-server.ts'

const sizeBytes = 2_000_000_000
const cuts = 20
const kills = 3
const goalRatio = 1.5
const goalGrowthMb = 64
const mebibyte = 1024 ** 2

/** Two gigabytes by tus, over a line that is cut and to a server that is killed, beside a bare pipe over a whole line. */
export async function measureCutUpload(folder: string): Promise<BenchRow[]> {
  const file = join(folder, 'two-gigabytes.bin')
  await mkdir(folder, { recursive: true })
  const hash = await writeRandom(file)
  const bareSeconds = await pipeBare(file, folder)
  const sent = await sendCut(file, join(folder, 'data'))
  const isWhole = (await hashOf(sent.arrived)) === hash
  const upSeconds = sent.seconds - sent.downSeconds
  const twice = Math.max(0, sent.receivedBytes - sizeBytes) / (cuts + kills) / mebibyte
  const beside = { yardstick: '–', ratio: '–' }
  const what = `upload of 2 GB, ${cuts} cuts, ${kills} kills`
  return [
    {
      what: `${what}: while the server was up`,
      ours: `${upSeconds.toFixed(1)} s, and ${sent.downSeconds.toFixed(1)} s of starting again`,
      yardstick: `bare pipe ${bareSeconds.toFixed(1)} s`,
      ratio: (upSeconds / bareSeconds).toFixed(2),
      goal: `whole, ≤ ${goalRatio}`,
      isReached: isWhole && upSeconds / bareSeconds <= goalRatio,
    },
    {
      ...beside,
      what: `${what}: sent twice for each of them`,
      ours: `${twice.toFixed(2)} MiB`,
      goal: '≤ 1 MiB',
      isReached: twice <= 1,
    },
    {
      ...beside,
      what: `${what}: growth of memory`,
      ours: `${sent.growthMb.toFixed(0)} MB`,
      goal: `≤ ${goalGrowthMb} MB`,
      isReached: sent.growthMb <= goalGrowthMb,
    },
  ]
}

/** @returns its SHA-256 */
async function writeRandom(file: string): Promise<string> {
  const block = Buffer.alloc(mebibyte * 4)
  const hash = createHash('sha256')
  await using handle = await open(file, 'w')
  for (let left = sizeBytes; left > 0; left -= block.length) {
    const bytes = randomFillSync(block).subarray(0, left)
    hash.update(bytes)
    await handle.write(bytes)
  }
  return hash.digest('hex')
}

async function hashOf(file: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(file), hash)
  return hash.digest('hex')
}

async function pipeBare(file: string, folder: string): Promise<number> {
  const dataDir = join(folder, 'bare')
  await mkdir(dataDir)
  const script = join(import.meta.dirname, '../http/synced-file-server.ts')
  const bare = await startYardstick(script, { DATA_DIR: dataDir }, '/')
  try {
    await using line = await startCuttingProxy({ port: () => bare.port, onBytes: () => undefined })
    const begun = performance.now()
    const headers = { 'content-length': sizeBytes }
    const sending = request({ host: '127.0.0.1', port: line.port, method: 'POST', path: '/', headers })
    const answered = once(sending, 'response')
    await pipeline(createReadStream(file), sending)
    await answered
    return (performance.now() - begun) / 1000
  } finally {
    await bare.stop()
  }
}

interface Sent {
  readonly seconds: number
  /** From a kill to the next start's first answer. */
  readonly downSeconds: number
  readonly receivedBytes: number
  readonly growthMb: number
  readonly arrived: string
}

/** A server that is killed now and then. */
class KilledServer {
  readonly #dataDir: string
  #importing: ImportingServer | null = null
  #restBytes = 0
  #isDown = false
  #coming: Promise<void> = Promise.resolve()
  downMs = 0
  mostGrowth = 0

  constructor(dataDir: string) {
    this.#dataDir = dataDir
  }

  /** The one that runs, or that was killed last. */
  get server(): Server {
    if (!this.#importing) throw new Error('No server was started.')
    return this.#importing.server
  }

  get headers() {
    return this.#importing?.headers
  }

  async start(): Promise<void> {
    this.#importing = await startImporting(this.#dataDir, this.#dataDir)
    this.#restBytes = residentBytes(this.server.pid)
  }

  kill(): void {
    const begun = performance.now()
    process.kill(this.server.pid, 'SIGKILL')
    this.#isDown = true
    this.#coming = this.start().then(() => {
      this.downMs += performance.now() - begun
      this.#isDown = false
    })
  }

  look(): void {
    if (this.#isDown) return
    const bytes = residentBytes(this.server.pid)
    this.mostGrowth = Math.max(this.mostGrowth, bytes - this.#restBytes)
  }

  async ready(): Promise<void> {
    await this.#coming
  }
}

async function sendCut(file: string, dataDir: string): Promise<Sent> {
  const killed = new KilledServer(dataDir)
  await killed.start()
  const marks = marksOf()
  await using line = await startCuttingProxy({
    port: () => killed.server.port,
    onBytes: (received) => {
      const next = marks[0]
      if (next === undefined || received < next.bytes) return
      marks.shift()
      if (next.isKill) killed.kill()
      line.cut()
    },
  })
  const looking = setInterval(() => killed.look(), 100)
  const begun = performance.now()
  try {
    await send(file, `http://127.0.0.1:${line.port}/api/uploads`, killed)
    if (marks.length > 0) throw new Error(`${marks.length} cuts have not come.`)
    const seconds = (performance.now() - begun) / 1000
    const arrived = await largestFile(join(dataDir, 'media/uploads'))
    const { downMs, mostGrowth } = killed
    const growthMb = mostGrowth / 1e6
    return { seconds, downSeconds: downMs / 1000, receivedBytes: line.receivedBytes, growthMb, arrived }
  } finally {
    clearInterval(looking)
    await killed.server.stop()
  }
}

interface Mark {
  readonly bytes: number
  readonly isKill: boolean
}

/** Of the bytes that have gone over the line, evenly; each seventh or so is a kill. */
function marksOf(): Mark[] {
  const count = cuts + kills
  const every = Math.floor(count / kills)
  return Array.from({ length: count }, (_, index) => ({
    bytes: Math.floor((sizeBytes * (index + 1)) / (count + 1)),
    isKill: index % every === every - 1,
  }))
}

async function send(file: string, endpoint: string, killed: KilledServer): Promise<void> {
  const ended = Promise.withResolvers<void>()
  const upload: Upload = new Upload(createReadStream(file), {
    endpoint,
    uploadSize: sizeBytes,
    chunkSize: Number.POSITIVE_INFINITY,
    // The client's own pauses are none of the server's time.
    retryDelays: null,
    headers: {},
    metadata: { fileName: '01.mp3', relativePath: 'Book/01.mp3', batch: randomUUID() },
    onBeforeRequest: (asked) => {
      for (const [name, value] of Object.entries(killed.headers ?? {}))
        if (name === 'authorization') asked.setHeader(name, value)
    },
    onSuccess: () => ended.resolve(),
    onError: () => void goOn().catch(ended.reject),
  })
  const goOn = async () => {
    await killed.ready()
    upload.start()
  }
  upload.start()
  await ended.promise
}

async function largestFile(folder: string): Promise<string> {
  const names = await readdir(folder, { recursive: true })
  const files = await Promise.all(
    names.map(async (name) => ({ path: join(folder, name), size: (await stat(join(folder, name))).size })),
  )
  const [largest] = files.toSorted((one, other) => other.size - one.size)
  if (!largest) throw new Error('No upload has arrived.')
  return largest.path
}
