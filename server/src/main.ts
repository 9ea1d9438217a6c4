import { existsSync } from 'node:fs'
import { enableCompileCache } from 'node:module'
import { join, resolve } from 'node:path'
import { styleText } from 'node:util'
import type { Config } from './config/config.ts'
import type { FirstAdmin } from './people/users/first-admin.service.ts'

// Before anything else is loaded: the second start reads compiled code instead of sources.
enableCompileCache(resolve(import.meta.dirname, '../../node_modules/.cache/node'))
const { startServer } = await import('./start.ts')
const { readConfig } = await import('./config/config.ts')
const { StartError } = await import('./errors.ts')
const { standardOutput } = await import('./log/log.ts')

const restAfterMs = 2_000
const terminalLevels = ['info', 'debug', 'trace']

const webFolder = join(import.meta.dirname, '../../web/dist')

async function main(): Promise<void> {
  try {
    const config = readConfig()
    const isOnTerminal = process.stdout.isTTY && terminalLevels.includes(config.logLevel)
    const step = isOnTerminal ? (await import('./log/terminal-steps.mjs')).showStep : null
    const starting = startServer(config, existsSync(webFolder) ? webFolder : null, step)
    let isStarted = false
    const stop = async (): Promise<never> => {
      await (await starting).stop()
      // A silent connection would keep the process alive.
      return process.exit(0)
    }
    // As a container's first process Node ends by no signal that it does not listen to.
    const end = (): void => (isStarted ? void stop() : process.exit(0))
    process.on('SIGTERM', end).on('SIGINT', end)
    const { firstAdmin, deps } = await starting
    isStarted = true
    if (isOnTerminal) console.log(welcome(config, firstAdmin))
    else {
      deps.log.info(`Earmark serves ${config.publicUrl}`)
      if (firstAdmin) standardOutput().write(`${introduce(firstAdmin)}\n`)
    }
    setTimeout(giveBackMemory, restAfterMs).unref()
  } catch (error) {
    console.error(error instanceof StartError ? error.message : error)
    process.exit(1)
  }
}

function welcome({ publicUrl, dataDir }: Config, firstAdmin: FirstAdmin | null): string {
  const lines = [
    `${styleText('green', '●')} ${styleText('bold', `Earmark is ready at ${publicUrl}`)}`,
    ...(firstAdmin ? introduce(firstAdmin).split('\n') : ['']),
    styleText('dim', `The library is in ${dataDir}. Ctrl-C stops the server.`),
  ]
  return `\n${lines.map((line) => (line === '' ? '' : `  ${line}`)).join('\n')}\n`
}

function introduce({ email, generatedPassword, file }: FirstAdmin): string {
  const secret =
    generatedPassword === null
      ? ['  password  as ADMIN_PASSWORD says']
      : [`  password  ${generatedPassword}`, `  (also in ${file})`]
  return ['', 'The administrator of this library:', `  address   ${email}`, ...secret, ''].join('\n')
}

/** A start leaves a third of its memory unused, which V8 keeps until it needs it. Started with `--expose-gc`, it goes. */
function giveBackMemory(): void {
  globalThis.gc?.({ type: 'major', execution: 'sync', flavor: 'last-resort' })
}

// An import alone compiles the program.
if (import.meta.main) await main()
