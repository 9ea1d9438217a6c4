/**
 * The shipped build on a brand-new database with the sample catalogue, in a temporary folder that goes with it.
 * Run as a program it serves the whole suite on PORT; a journey that needs a server of its own calls
 * `startServer`.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

export interface Running {
  readonly url: string
  stop: () => Promise<void>
}

export interface RunningServer extends Running {
  /** As a crash would end it: at once. */
  kill: () => Promise<void>
}

const root = resolve(import.meta.dirname, '..')
/** On a busy machine, with the sample catalogue. */
export const longestStartMs = 120_000
const longestStopMs = 5_000

export async function startServer(port: number, env: NodeJS.ProcessEnv = {}): Promise<RunningServer> {
  const dataFolder = await mkdtemp(join(tmpdir(), 'earmark-e2e-'))
  const url = `http://localhost:${port}`
  const server = spawn(process.execPath, ['server/src/main.ts'], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: {
      ...process.env,
      PORT: String(port),
      PUBLIC_URL: url,
      DATA_DIR: dataFolder,
      DATABASE_URL: '',
      RATE_LIMITS: 'false',
      SAMPLE_CATALOGUE: 'true',
      LOG_LEVEL: 'warn',
      ...env,
    },
  })
  const ended = once(server, 'exit')
  // A run that is broken off leaves nothing behind.
  const endWithRun = () => server.kill('SIGKILL')
  process.once('exit', endWithRun)
  void ended.then(() => process.off('exit', endWithRun))

  async function stop(): Promise<void> {
    server.kill('SIGTERM')
    const patience = new AbortController()
    await Promise.race([ended, sleep(longestStopMs, undefined, { signal: patience.signal })])
    patience.abort()
    await kill()
  }

  async function kill(): Promise<void> {
    server.kill('SIGKILL')
    await ended
    await rm(dataFolder, { recursive: true, force: true })
  }

  try {
    await Promise.race([
      untilHealthy(url),
      ended.then(() => Promise.reject(new Error('The server did not start.'))),
    ])
  } catch (error) {
    await stop()
    throw error
  }
  return { url, stop, kill }
}

async function untilHealthy(url: string): Promise<void> {
  const deadline = Date.now() + longestStartMs
  while (Date.now() < deadline) {
    const answer = await fetch(`${url}/health/ready`).catch(() => undefined)
    if (answer?.ok) return
    await sleep(50)
  }
  throw new Error(`The server was not healthy within ${longestStartMs / 1000} s.`)
}

if (import.meta.main) {
  const server = await startServer(Number(process.env.PORT))
  let stopping: Promise<never> | undefined
  const stop = () => void (stopping ??= server.stop().then(() => process.exit(0)))
  process.on('SIGTERM', stop).on('SIGINT', stop)
}
