import { existsSync } from 'node:fs'
import { enableCompileCache } from 'node:module'
import { join, resolve } from 'node:path'

// Before anything else is loaded: the second start reads compiled code instead of sources.
enableCompileCache(resolve(import.meta.dirname, '../../node_modules/.cache/node'))
const { startServer } = await import('./start.ts')
const { ConfigError, readConfig } = await import('./config.ts')
const { NewerDatabaseError } = await import('./db/migrate.ts')

const webFolder = join(import.meta.dirname, '../../web/dist')

async function main(): Promise<void> {
  try {
    const server = await startServer(readConfig(), existsSync(webFolder) ? webFolder : null)
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void server.stop())
  } catch (error) {
    if (error instanceof ConfigError || error instanceof NewerDatabaseError) console.error(error.message)
    else console.error(error)
    process.exitCode = 1
  }
}

// Merely imported, it loads the program: that is how the code is compiled beforehand.
if (import.meta.main) await main()
