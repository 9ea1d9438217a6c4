/** What the first page needs of stored positions. */
import { readFields, readStored, storedNames } from '../../../lib/browser-storage.ts'
import { storedPerson } from '../../../lib/tokens.ts'
import type { RecordingRef } from '../reducer/state.ts'

export type Place = {
  /** Seconds. */
  position: number
  finished: boolean
  /** Epoch milliseconds. */
  at: number
}

/** @param person the account's id, empty for a visitor */
export function positionName(person: string, { kind, id }: RecordingRef): `position:${string}` {
  return `position:${person}:${kind}:${id}`
}

/** Seconds: after a pause a little earlier, after the end the start. */
export function resumeAt({ position, finished, at }: Place, now: number): number {
  const minutes = (now - at) / 60_000
  const rewind = minutes < 5 ? 0 : minutes < 60 ? 10 : minutes < 1440 ? 20 : 30
  return finished ? 0 : Math.max(position - rewind, 0)
}

/** Seconds; null for none, and for invalid entries. */
export function recall({ recording }: { recording: RecordingRef }): number | null {
  const { position, at, finished } = readFields(positionName(storedPerson(), recording))
  if (typeof position !== 'number' || typeof at !== 'number') return null
  return resumeAt({ position, at, finished: finished === true }, Date.now())
}

export function hasBegun(): boolean {
  return storedNames(`position:${storedPerson()}:`).some((name) => {
    const text = readStored(name) ?? ''
    return text.includes('"finished":false') && !text.includes('"position":0,')
  })
}
