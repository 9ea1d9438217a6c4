/** What a first click needs of positions: where a recording was left in this browser. */
import { readFields, readStored, storedNames } from '../../../lib/browser-storage.ts'
import { storedPerson } from '../../../lib/tokens.ts'
import type { RecordingRef } from '../reducer/state.ts'

export type Place = {
  /** Seconds. */
  position: number
  finished: boolean
  /** When the listener was there; epoch milliseconds. */
  at: number
}

/** @param person whose position: the account's id, empty for a visitor */
export function positionName(person: string, { kind, id }: RecordingRef): `position:${string}` {
  return `position:${person}:${kind}:${id}`
}

/** Seconds: a little before the place after a while, the start when it was finished. */
export function resumeAt({ position, finished, at }: Place, now: number): number {
  const minutes = (now - at) / 60_000
  const rewind = minutes < 5 ? 0 : minutes < 60 ? 10 : minutes < 1440 ? 20 : 30
  return finished ? 0 : Math.max(position - rewind, 0)
}

/** Seconds, for the person of now; null for what was never begun, and for garbage. */
export function recall({ recording }: { recording: RecordingRef }): number | null {
  const { position, at, finished } = readFields(positionName(storedPerson(), recording))
  if (typeof position !== 'number' || typeof at !== 'number') return null
  return resumeAt({ position, at, finished: finished === true }, Date.now())
}

/** Whether the listener has begun something here and not finished it. */
export function hasBegun(): boolean {
  return storedNames(`position:${storedPerson()}:`).some(
    (name) => readStored(name)?.includes('"finished":false') ?? false,
  )
}
