import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import pino from 'pino'
import { buildApp } from './app.ts'
import { createChanges } from './changes.ts'
import type { Config } from './config.ts'
import { openDatabase } from './db/database.ts'
import type { Deps } from './deps.ts'
import { openLocalStorage } from './domains/media/local-storage.ts'
import { drainTimeoutMs } from './http/limits.ts'

export interface RunningServer {
  readonly deps: Deps
  readonly address: string
  /** Becomes unready, finishes what is in progress (streams get 30 s), frees everything. */
  stop(): Promise<void>
}

/** Config → deps → app → listening. */
export async function startServer(config: Config, webFolder: string | null): Promise<RunningServer> {
  const log = pino({ level: config.logLevel })
  const db = await openDatabase(config.databaseUrl, config.dataDir)
  const storage = await openLocalStorage(join(config.dataDir, 'media'))
  const deps: Deps = { config, db, storage, changes: createChanges(), clock: Date.now, log }
  if (db.isNew && config.sampleCatalogue) await addSampleCatalogue()

  const app = await buildApp(deps, { webFolder })
  const address = await app.listen({ port: config.port, host: config.host })
  log.info(`Earmark serves ${config.publicUrl}`)
  if (webFolder === null) log.warn('The web app is not built: only the API and media are served.')

  const stop = async (): Promise<void> => {
    log.info('stopping')
    const lastCall = setTimeout(() => app.server.closeAllConnections(), drainTimeoutMs)
    await app.close()
    clearTimeout(lastCall)
    await storage.close()
    await db.close()
  }
  let stopped: Promise<void> | null = null
  return {
    deps,
    address,
    // Ctrl-C in a terminal comes twice, from the terminal and from npm: the second one waits for the first.
    stop: () => (stopped ??= stop()),
  }
}

async function addSampleCatalogue(): Promise<void> {
  const command = join(import.meta.dirname, '../commands/load-sample.ts')
  const child = spawn(process.execPath, [command], { stdio: 'inherit' })
  const [code] = (await once(child, 'exit')) as [number | null]
  if (code !== 0)
    throw new Error('The sample catalogue could not be added; SAMPLE_CATALOGUE=false starts without it.')
}
