import { existsSync } from 'node:fs'
import { enableCompileCache } from 'node:module'
import { join, resolve } from 'node:path'

// Before anything else is loaded: the second start reads compiled code instead of sources.
enableCompileCache(resolve(import.meta.dirname, '../../node_modules/.cache/node'))
const { startServer } = await import('./start.ts')
const { readConfig } = await import('./config/config.ts')
const { StartError } = await import('./config/start-error.ts')
const { standardOutput } = await import('./log/log.ts')
const { introduce, welcome } = await import('./log/welcome.ts')

const restAfterMs = 2_000
/** Of the log: with the others a start is to be silent. */
const peopleLevels = ['info', 'debug', 'trace']
const webFolder = join(import.meta.dirname, '../../web/dist')

async function main(): Promise<void> {
  try {
    const config = readConfig()
    const isForPeople = process.stdout.isTTY && peopleLevels.includes(config.logLevel)
    const step = isForPeople ? (await import('./log/terminal-steps.mjs')).showStep : null
    const starting = startServer(config, existsSync(webFolder) ? webFolder : null, step)
    let isStarted = false
    // Nothing is in progress before the start is over; and as a container's first process Node ends by no signal
    // that it does not listen to.
    const stop = async (): Promise<never> => {
      await (await starting).stop()
      // A connection that a silent network holds open would keep the process for as long.
      return process.exit(0)
    }
    const end = (): void => (isStarted ? void stop() : process.exit(0))
    process.on('SIGTERM', end).on('SIGINT', end)
    const { firstAdmin, deps } = await starting
    isStarted = true
    if (isForPeople) console.log(welcome(config, firstAdmin))
    else {
      deps.log.info(`Earmark serves ${config.publicUrl}`)
      if (firstAdmin) standardOutput().write(`${introduce(firstAdmin)}\n`)
    }
    setTimeout(giveBackMemory, restAfterMs).unref()
  } catch (error) {
    console.error(error instanceof StartError ? error.message : error)
    // Whatever is open already would keep the process waiting.
    process.exit(1)
  }
}

/** A start leaves a third of its memory unused, which V8 keeps until it needs it. Started with `--expose-gc`, it goes. */
function giveBackMemory(): void {
  globalThis.gc?.({ type: 'major', execution: 'sync', flavor: 'last-resort' })
}

// Merely imported, it loads the program: that is how the code is compiled beforehand.
if (import.meta.main) await main()
