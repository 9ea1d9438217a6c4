/**
 * The little that has to be there when a first click sounds: where a recording was left in this browser. What is
 * kept, and how it comes to agree with the server, is loaded with the player's bar (keep-positions.ts).
 */
import { readFields } from '../../../lib/browser-storage.ts'
import { storedPerson } from '../../../lib/tokens.ts'
import type { Recall } from '../engine/recall.ts'
import type { RecordingRef } from '../engine/state.ts'

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

/** Where to go on: a little before the place after a while, from the start when it was finished. */
export function resumeAt({ position, finished, at }: Place, now: number): number {
  const minutes = (now - at) / 60_000
  const rewind = minutes < 5 ? 0 : minutes < 60 ? 10 : minutes < 1440 ? 20 : 30
  return finished ? 0 : Math.max(position - rewind, 0)
}

/** A pause in what is loaded is for those to judge who know what happened since. */
export const recallStored: Recall = ({ recording }, occasion) => {
  const { position, at, finished } = readFields(positionName(storedPerson(), recording))
  if (occasion === 'resume' || typeof position !== 'number' || typeof at !== 'number') return null
  return { position: resumeAt({ position, at, finished: finished === true }, Date.now()) }
}
