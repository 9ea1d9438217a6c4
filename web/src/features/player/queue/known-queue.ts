import { readFields, writeFields } from '../../../lib/browser-storage.ts'

/** What this browser and the server had in common last; `base` 0: nothing yet. */
export type Known = { base: number; key: string }

export type ServerSide = { version: number; key: string; fromThisDevice: boolean }

/**
 * What to do about the queue that the server has. Nobody's queue goes without their word: what another device has
 * saved since is offered and not taken, and what was put together here meanwhile stays here until they answer.
 */
export function reconcile(
  localKey: string,
  known: Known,
  server: ServerSide | null,
): 'settled' | 'save' | 'offer' {
  const hasChanged = localKey !== known.key
  if (server === null) return localKey === '' ? 'settled' : 'save'
  if (server.key === localKey) return 'settled'
  if (server.version === known.base) return hasChanged ? 'save' : 'settled'
  // Emptied elsewhere: nothing to be offered, and no reason to bring ours back.
  if (server.key === '') return hasChanged ? 'save' : 'settled'
  if (server.fromThisDevice && localKey !== '') return 'save'
  return 'offer'
}

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
