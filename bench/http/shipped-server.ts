import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join, resolve } from 'node:path'
import type { Target } from './load.ts'
import { freePort } from '../../scripts/machine.mjs'

/** A server that the benchmark has started in a process of its own. */
export interface Server extends Target {
  readonly url: string
  /** Milliseconds from the start of the process to its first 200. */
  readonly startedInMs: number
  /** By how long its event loop has been held up at the most since this was last asked. */
  longestDelay(): Promise<LoopDelay>
  stop(): Promise<void>
}

export interface LoopDelay {
  readonly wallMs: number
  /** Of it the processor's time. */
  readonly cpuMs: number
}

const root = resolve(import.meta.dirname, '../..')
/** On a busy machine, with the sample catalogue. */
const patienceMs = 120_000

interface ShippedOptions {
  /** Must answer 200. */
  readonly firstPath?: string
  readonly sampleCatalogue?: boolean
  /** Settings beside those that every benchmark has. */
  readonly environment?: Readonly<Record<string, string>>
}

/** The shipped build as `npm start` runs it, on this data directory. */
export async function startShipped(
  dataDir: string,
  { firstPath = '/api/audio-books/paged', sampleCatalogue = false, environment: others }: ShippedOptions = {},
): Promise<Server> {
  const port = await freePort()
  const environment = {
    PORT: String(port),
    DATA_DIR: dataDir,
    RATE_LIMITS: 'false',
    SAMPLE_CATALOGUE: String(sampleCatalogue),
    LOG_LEVEL: 'error',
    NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/node'),
    MALLOC_ARENA_MAX: '2',
    MALLOC_MMAP_THRESHOLD_: '65536',
    ...others,
  }
  return await startServer(
    [
      '--max-semi-space-size=2',
      '--v8-pool-size=1',
      '--heap-growing-percent=50',
      '--expose-gc',
      join(root, 'server/src/main.ts'),
    ],
    environment,
    port,
    firstPath,
  )
}

/** Any other server as a Node program that listens on PORT. */
export async function startYardstick(
  script: string,
  environment: Record<string, string>,
  firstPath: string,
): Promise<Server> {
  const port = await freePort()
  return await startServer([script], { ...environment, PORT: String(port) }, port, firstPath)
}

async function startServer(
  programme: string[],
  environment: Record<string, string>,
  port: number,
  firstPath: string,
): Promise<Server> {
  const begun = performance.now()
  const delayReport = join(import.meta.dirname, 'report-loop-delay.ts')
  const child = spawn(process.execPath, ['--import', delayReport, ...programme], {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const url = `http://127.0.0.1:${port}`
  await untilAnswered(child, url + firstPath)
  const exited = once(child, 'exit')
  return {
    url,
    port,
    pid: child.pid as number,
    startedInMs: performance.now() - begun,
    async longestDelay() {
      const told = once(child, 'message')
      child.send('longest delay')
      const [delay] = (await told) as [LoopDelay]
      return delay
    },
    async stop() {
      child.kill()
      await exited
    },
  }
}

async function untilAnswered(child: ChildProcess, url: string): Promise<void> {
  const deadline = Date.now() + patienceMs
  while (child.exitCode === null && Date.now() < deadline) {
    const answer = await fetch(url).catch(() => null)
    await answer?.arrayBuffer()
    if (answer?.ok) return
    await new Promise((wait) => setTimeout(wait, 5))
  }
  child.kill()
  throw new Error(`No server answered ${url}.`)
}

/** A data directory with the sample catalogue, made as a newcomer's first start makes it. */
export async function makeSampleData(
  dataDir: string,
  environment: Record<string, string> = {},
): Promise<string> {
  const server = await startShipped(dataDir, {
    firstPath: '/health/ready',
    sampleCatalogue: true,
    environment,
  })
  await server.stop()
  return dataDir
}
