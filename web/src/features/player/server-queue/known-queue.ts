import { knownQueueName } from '../stored-names.ts'
import type { Known } from './agree.ts'

/** When that became known; epoch milliseconds. */
type KnownSince = Known & { at: number }

const nothing: KnownSince = { base: 0, key: '', at: 0 }

/** What was last in common with the server, for that person alone. */
export function readKnown(person: string): KnownSince {
  try {
    const stored = JSON.parse(localStorage.getItem(knownQueueName) ?? 'null') as
      | (KnownSince & { person: string })
      | null
    const isTheirs = stored?.person === person && Number.isSafeInteger(stored.base)
    return isTheirs ? { base: stored.base, key: String(stored.key), at: Number(stored.at) } : nothing
  } catch {
    return nothing
  }
}

export function writeKnown(person: string, known: Known | null): void {
  try {
    if (known === null) localStorage.removeItem(knownQueueName)
    else localStorage.setItem(knownQueueName, JSON.stringify({ person, ...known, at: Date.now() }))
  } catch {
    // A browser that refuses storage is offered its own queue again, no more.
  }
}
