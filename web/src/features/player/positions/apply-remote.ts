import type { Position } from '@earmark/contract/positions.ts'
import type { RecordingRef } from '../reducer/state.ts'
import { remotePositionOf } from './calls.ts'
import { mergeRemote } from './merge.ts'
import { readPosition, removePosition, writePosition } from './store.ts'

interface Circumstances {
  /** The version known at the time of the request. */
  base: number
  /** The account's id. */
  person: string
  isSounding: boolean
}

/** Merges the server's position, null for none, into the stored one. */
export function applyRemote(
  recording: RecordingRef,
  current: Position | null,
  { base, person, isSounding }: Circumstances,
): void {
  const kept = readPosition(recording, person)
  const next = mergeRemote(kept, current && remotePositionOf(current), { base, isSounding })
  if (next === kept) return
  if (next === null) return removePosition(recording, person)
  const track = kept?.track ?? null
  const durationSeconds = current?.durationSeconds ?? kept?.durationSeconds ?? null
  writePosition({ ...next, recording, track, durationSeconds }, person)
}
