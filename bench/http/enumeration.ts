/**
 * The enumeration rows: whether the time that a call takes tells if an address has an account. Known and unknown
 * addresses in turn, on the shipped server; the difference of the medians. Bounded to about 40 seconds.
 */
import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BenchRow, median } from '../rows.ts'
import { type Server, startShipped } from './shipped-server.ts'

const pairs = 100
const goalMs = 10
const password = 'Quiet-reading-1'

const calls: Record<string, (email: string) => object> = {
  login: (email) => ({ userName: email, password: 'Wrong-password-1' }),
  register: (email) => ({ email, password, name: 'Ada' }),
  'resend-confirm-email': (email) => ({ email }),
  'forgot-password': (email) => ({ email }),
}

export async function measureEnumeration(): Promise<BenchRow[]> {
  const folder = await mkdtemp(join(tmpdir(), 'earmark-enumeration-'))
  const server = await startShipped(join(folder, 'data'))
  try {
    const known = Array.from({ length: pairs }, () => `${randomUUID()}@example.org`)
    for (const email of known) await post(server, 'register', { email, password, name: 'Ada' })
    const rows: BenchRow[] = []
    for (const path of Object.keys(calls)) rows.push(await measureCall(server, path, known))
    return rows
  } finally {
    await server.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

async function measureCall(server: Server, path: string, known: readonly string[]): Promise<BenchRow> {
  const bodyOf = calls[path] as (email: string) => object
  const times = { known: [] as number[], unknown: [] as number[] }
  for (const [place, email] of known.entries()) {
    const inTurn = [
      ['known', email],
      ['unknown', `${randomUUID()}@example.org`],
    ] as const
    // Whoever comes second pays for what the first one has left to do: each is second as often.
    for (const [whose, address] of place % 2 === 0 ? inTurn : inTurn.toReversed())
      times[whose].push(await post(server, path, bodyOf(address)))
  }
  const difference = median(times.known) - median(times.unknown)
  return {
    what: `${path}: an address with an account beside one without, ${pairs} pairs`,
    ours: `${median(times.known).toFixed(2)} ms`,
    yardstick: `${median(times.unknown).toFixed(2)} ms`,
    ratio: `${difference >= 0 ? '+' : ''}${difference.toFixed(2)} ms`,
    goal: `within ${goalMs} ms`,
    isReached: Math.abs(difference) <= goalMs,
  }
}

async function post(server: Server, path: string, body: object): Promise<number> {
  const begun = performance.now()
  const response = await fetch(`${server.url}/api/auth/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-deviceid': randomUUID() },
    body: JSON.stringify(body),
  })
  await response.arrayBuffer()
  return performance.now() - begun
}

if (import.meta.main) console.table(await measureEnumeration())
