import type { Position } from '@earmark/contract/positions.ts'
import type { Call } from '../crash/crash-program.ts'
import { type FaultSite, read } from './fault-site.ts'

/** People who browse, listen and have their places saved while something around the server fails. */
export interface HealthyClients {
  /** How often this was answered so far, such as `save 507`. */
  count(status: string): number
  /** The version of each listener's place that was acknowledged last; 0 before the first. */
  readonly acknowledged: readonly number[]
  /** Ends them; what they have seen. */
  end(): Promise<Seen>
}

export interface Seen {
  readonly requests: number
  readonly p50Ms: number
  readonly p99Ms: number
  readonly worstMs: number
  /** How often which status was answered where, such as `save 507`. */
  readonly statuses: Readonly<Record<string, number>>
  /** As of the clients, at their end. */
  readonly acknowledged: readonly number[]
}

/** Between two requests of one person: some hundreds a second in all, far from what the machine could. */
const pauseMs = 10

/** @param listening whether they listen, too */
export function startHealthyClients(site: FaultSite, listening = true): HealthyClients {
  const times: number[] = []
  const statuses = new Map<string, number>()
  const acknowledged = site.listeners.map(() => 0)
  const leaving = new AbortController()

  async function ask(name: string, call: Call) {
    const begun = performance.now()
    const answer = await site.program.call(call)
    times.push(performance.now() - begun)
    const status = `${name} ${answer?.status ?? 'lost'}`
    statuses.set(status, (statuses.get(status) ?? 0) + 1)
    return answer
  }

  async function live(place: number): Promise<void> {
    const listener = site.listeners[place] as FaultSite['listeners'][number]
    for (let turn = place; !leaving.signal.aborted; turn += 1) {
      const start = (turn * 65_537) % Math.max(1, site.audioBytes - 65_536)
      const range = { range: `bytes=${start}-${start + 65_535}` }
      await ask('browse', { method: 'GET', path: `/api/audio-books/paged?pageNumber=${(turn % 50) + 1}` })
      if (listening) await ask('listen', { method: 'GET', path: site.audioUrl, headers: range })
      const baseVersion = acknowledged[place] ?? 0
      const body = Buffer.from(JSON.stringify({ positionSeconds: turn, baseVersion }))
      const saved = await ask('save', { method: 'PUT', ...listener, body })
      if (saved?.status === 200) acknowledged[place] = read<Position>(saved).version
      await new Promise((resolve) => setTimeout(resolve, pauseMs))
    }
  }

  const living = Promise.all(site.listeners.map((_, place) => live(place)))
  return {
    count: (status) => statuses.get(status) ?? 0,
    acknowledged,
    async end() {
      leaving.abort()
      await living
      times.sort((a, b) => a - b)
      const at = (share: number) => Math.round(times[Math.floor(times.length * share)] ?? 0)
      const worstMs = Math.round(times.at(-1) ?? 0)
      const figures = { requests: times.length, p50Ms: at(0.5), p99Ms: at(0.99), worstMs }
      return { ...figures, statuses: Object.fromEntries(statuses), acknowledged }
    },
  }
}
