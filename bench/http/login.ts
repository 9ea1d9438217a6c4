/**
 * The login row: listeners fetch ranges of a 200 MB file during 64 parallel login attempts. Unknown addresses cost as much
 * as wrong passwords. About 10 seconds.
 */
import { randomUUID } from 'node:crypto'
import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { BenchRow } from '../rows.ts'
import type { ClientJob, ClientResult } from './range-client.ts'
import { type FileServer, makeFile, startOurs } from './range-servers.ts'

const sizeBytes = 200_000_000
const listeners = 8
const attackers = 64
const milliseconds = 3_000
const goalMs = 50

const execFileAsync = promisify(execFile)

export async function measureLogin(): Promise<BenchRow[]> {
  const folder = await mkdtemp(join(tmpdir(), 'earmark-login-'))
  const file = join(folder, 'book.mp3')
  await makeFile(file, sizeBytes)
  const server = await startOurs(folder, file)
  try {
    await listen(server)
    const quiet = await listen(server)
    const attack = startAttack(server.port)
    const attacked = await listen(server)
    const logins = await attack.end()
    return [row(quiet, attacked, logins)]
  } finally {
    await server.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

async function listen({ port, path }: FileServer): Promise<ClientResult> {
  const job: ClientJob = {
    port,
    path,
    sizeBytes,
    kind: 'ranges',
    clients: listeners,
    milliseconds,
    requests: 0,
  }
  const client = join(import.meta.dirname, 'range-client.ts')
  const { stdout } = await execFileAsync(process.execPath, [client, JSON.stringify(job)])
  return JSON.parse(stdout) as ClientResult
}

/** `end` resolves to the number of answered logins. */
function startAttack(port: number): { end(): Promise<number> } {
  const over = new AbortController()
  let answered = 0
  const attacker = async (): Promise<void> => {
    while (!over.signal.aborted) {
      const response = await fetch(`http://127.0.0.1:${port}/api/auth/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-deviceid': randomUUID() },
        body: JSON.stringify({ userName: `${randomUUID()}@example.org`, password: 'Wrong-password-1' }),
      })
      await response.arrayBuffer()
      if (response.status !== 401) throw new Error(`A login was answered with ${response.status}.`)
      answered += 1
    }
  }
  const all = Promise.all(Array.from({ length: attackers }, attacker))
  return {
    async end() {
      over.abort()
      await all
      return answered
    },
  }
}

function row(quiet: ClientResult, attacked: ClientResult, logins: number): BenchRow {
  return {
    what: `64 KiB ranges, ${listeners} clients, while ${attackers} log in (${logins} logins)`,
    ours: `p99 ${attacked.p99Ms.toFixed(1)} ms`,
    yardstick: `no logins: p99 ${quiet.p99Ms.toFixed(1)} ms`,
    ratio: (attacked.p99Ms / quiet.p99Ms).toFixed(1),
    goal: `p99 ≤ ${goalMs} ms`,
    isReached: attacked.p99Ms <= goalMs,
  }
}

if (import.meta.main) console.table(await measureLogin())
