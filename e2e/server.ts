/**
 * The shipped build on a brand-new database with the sample catalogue, in a temporary folder that goes with it.
 * Run as a program it serves the whole suite on PORT; a journey that needs a server of its own calls
 * `startServer`.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises'
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
/** A data folder with the sample catalogue: adding it takes four times as long as the rest of a start. */
const sampleFolder = process.env.EARMARK_E2E_SAMPLE

const sampleDay = join(import.meta.dirname, 'sample-day.ts')

async function addSample(dataFolder: string): Promise<void> {
  await mkdir(dataFolder, { mode: 0o700 })
  const env = { ...process.env, DATA_DIR: dataFolder, DATABASE_URL: '', LOG_LEVEL: 'warn' }
  const command = spawn(process.execPath, ['--import', sampleDay, 'server/commands/load-sample.ts'], {
    cwd: root,
    stdio: 'inherit',
    env,
  })
  const [code] = await once(command, 'exit')
  if (code !== 0) throw new Error('The sample catalogue could not be added.')
}

export async function startServer(port: number, env: NodeJS.ProcessEnv = {}): Promise<RunningServer> {
  const dataFolder = await mkdtemp(join(tmpdir(), 'earmark-e2e-'))
  const url = `http://localhost:${port}`
  const settings = {
    PORT: String(port),
    PUBLIC_URL: url,
    DATA_DIR: dataFolder,
    DATABASE_URL: '',
    RATE_LIMITS: 'false',
    SAMPLE_CATALOGUE: 'true',
    LOG_LEVEL: 'warn',
    ...env,
  }
  if (sampleFolder && isOfFolder(settings)) await cp(sampleFolder, dataFolder, { recursive: true })
  const server = spawn(process.execPath, ['server/src/main.ts'], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, ...settings },
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

/** All that it has at first is the sample catalogue in its data folder. */
function isOfFolder({ SAMPLE_CATALOGUE, DATABASE_URL, S3_BUCKET }: NodeJS.ProcessEnv): boolean {
  return SAMPLE_CATALOGUE === 'true' && !DATABASE_URL && !S3_BUCKET
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
  if (sampleFolder) await addSample(sampleFolder)
  const server = await startServer(Number(process.env.PORT))
  const end = async (): Promise<never> => {
    await server.stop()
    if (sampleFolder) await rm(sampleFolder, { recursive: true, force: true })
    process.exit(0)
  }
  let stopping: Promise<never> | undefined
  const stop = () => void (stopping ??= end())
  process.on('SIGTERM', stop).on('SIGINT', stop)
}
