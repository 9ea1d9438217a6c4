import type { Position } from '@earmark/contract/positions.ts'
import type { RecordingRef } from '../reducer/state.ts'
import { remotePositionOf } from './calls.ts'
import { mergeRemote } from './merge.ts'
import { readPosition, removePosition, writePosition } from './store.ts'

interface Circumstances {
  /** The version that was known here when the server was asked. */
  base: number
  /** Whose position it is: the account's id. */
  person: string
  /** Whether the listener hears that recording here and now. */
  isSounding: boolean
}

/** Merges the server's position into what is kept here. @param current null: it has none */
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
