import { readFields, writeFields } from '../../../lib/browser-storage.ts'
import type { Known } from './agree.ts'

/** When that became known; epoch milliseconds. 0: it may be outdated. */
type KnownSince = Known & { at: number }

/** What was last in common with the server, for that person alone. */
export function readKnown(person: string): KnownSince {
  const stored = readFields('playerQueueKnown')
  const isTheirs = stored.person === person && Number.isSafeInteger(stored.base)
  return isTheirs
    ? { base: Number(stored.base), key: String(stored.key), at: Number(stored.at) }
    : { base: 0, key: '', at: 0 }
}

export function writeKnown(person: string, known: Known | null, at = Date.now()): void {
  writeFields('playerQueueKnown', known && { person, ...known, at })
}
