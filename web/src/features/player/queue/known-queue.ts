import { readFields, writeFields } from '../../../lib/browser-storage.ts'

/** The queue that this browser and the server last had in common; `base` 0: none. */
export type Known = { base: number; key: string }

export type ServerSide = { version: number; key: string; fromThisDevice: boolean }

/** A queue of another device is offered, never taken without the listener's answer. */
export function reconcile(
  localKey: string,
  known: Known,
  server: ServerSide | null,
): 'settled' | 'save' | 'offer' {
  const hasChanged = localKey !== known.key
  if (server === null) return localKey === '' ? 'settled' : 'save'
  if (server.key === localKey) return 'settled'
  if (server.version === known.base) return hasChanged ? 'save' : 'settled'
  // Emptied elsewhere.
  if (server.key === '') return hasChanged ? 'save' : 'settled'
  if (server.fromThisDevice && localKey !== '') return 'save'
  return 'offer'
}

/** `at`: epoch milliseconds; 0: it may be outdated. */
type KnownSince = Known & { at: number }

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
