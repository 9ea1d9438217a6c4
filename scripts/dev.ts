// The whole product with reload: Vite serves the web app on PORT and proxies to the server, which restarts at every change.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { createServer, type Logger } from 'vite'
import { readableLine } from '../server/src/log/log-lines.ts'
import { freePort } from './machine.mjs'

const root = resolve(import.meta.dirname, '..')
const port = Number(process.env.PORT ?? 3000)
const serverPort = await freePort()
const origin = `http://127.0.0.1:${serverPort}`
const serverPaths = ['/api', '/media', '/health', '/metrics', '/robots.txt', '/sitemap.xml']

const web = await createServer({
  root: join(root, 'web'),
  server: {
    port,
    strictPort: true,
    host: process.env.HOST ?? 'localhost',
    proxy: Object.fromEntries(serverPaths.map((path) => [path, origin])),
  },
  customLogger: prefixedLogger(),
  clearScreen: false,
})

const server = spawn(process.execPath, ['--watch', '--watch-preserve-output', 'server/src/main.ts'], {
  cwd: root,
  stdio: ['ignore', 'pipe', 'pipe'],
  env: {
    ...process.env,
    PORT: String(serverPort),
    PUBLIC_URL: process.env.PUBLIC_URL ?? `http://localhost:${port}`,
  },
})
for (const stream of [server.stdout, server.stderr]) {
  createInterface(stream).on('line', (line) => console.log(`server │ ${readableLine(line)}`))
}
const serverEnded = once(server, 'exit')

let stopping = false

// Ctrl-C arrives twice, from the terminal and through npm.
async function stop() {
  if (stopping) return
  stopping = true
  server.kill('SIGTERM')
  await Promise.all([web.close(), serverEnded])
  process.exit()
}

for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => void stop())
void serverEnded.then(stop)

await web.listen()
console.log(`web    │ Earmark is on http://localhost:${port}`)

function prefixedLogger(): Logger {
  const print = (message: string) => {
    for (const line of message.split('\n')) console.log(`web    │ ${line}`)
  }
  const warned = new Set<string>()
  return {
    hasWarned: false,
    info: print,
    warn: print,
    error: print,
    warnOnce(message) {
      if (!warned.has(message)) print(message)
      warned.add(message)
    },
    clearScreen() {},
    hasErrorLogged: () => false,
  }
}
