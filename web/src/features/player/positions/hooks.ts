import type { Position } from '@earmark/contract/positions.ts'
import { useMemo, useSyncExternalStore } from 'react'
import type { NewTrack, RecordingRef } from '../reducer/state.ts'
import { remotePositionOf } from './calls.ts'
import { isUnplayed, mergeRemote } from './merge.ts'
import { positionName } from './recall.ts'
import { type StoredPosition, listPositions, onPositionChange, readPosition, writePosition } from './store.ts'

type Continued = StoredPosition & { track: NewTrack }

const most = 10

/** A value made of a recording's stored position, which changes every second: renders when the value does. */
export function useStoredPosition<Made extends string | number | boolean | null>(
  recording: RecordingRef,
  make: (kept: StoredPosition | null) => Made,
): Made {
  return useSyncExternalStore(onPositionChange, () => make(readPosition(recording)))
}

/** Begun and not finished, the latest first. */
function listContinued(): Continued[] {
  return listPositions()
    .filter((kept): kept is Continued => !kept.finished && !isUnplayed(kept) && kept.track !== null)
    .slice(0, most)
}

/** The tracks to go on with; renders when they change, not every second. */
export function useContinued(): readonly NewTrack[] {
  const names = useSyncExternalStore(onPositionChange, () =>
    listContinued()
      .map(({ recording }) => positionName('', recording))
      .join(' '),
  )
  return useMemo(() => (names === '' ? [] : listContinued().map(({ track }) => track)), [names])
}

/** Stores the track, and the position, of a recording known from the server only. */
export function introduce(track: NewTrack, position: Position): void {
  const { recording } = track
  const kept = readPosition(recording)
  if (kept?.track) return
  const known = kept ?? mergeRemote(null, remotePositionOf(position), { base: 0, isSounding: false })
  const { durationSeconds } = position
  if (known !== null) writePosition({ ...known, recording, track, durationSeconds })
}

/** Places in a list of recordings; null for none. */
interface PlaceAmong {
  /** The one that was heard last, begun and not finished. */
  readonly begun: number | null
  /** The first that is not begun, behind all that are. */
  readonly next: number | null
}

/** Where the listener is among recordings that follow each other; renders when that changes, not every second. */
export function usePlaceAmong(recordings: readonly RecordingRef[]): PlaceAmong {
  const place = useSyncExternalStore(onPositionChange, () => JSON.stringify(placeAmong(recordings)))
  return JSON.parse(place) as PlaceAmong
}

function placeAmong(recordings: readonly RecordingRef[]): PlaceAmong {
  const kept = recordings.map((recording) => readPosition(recording))
  const last = kept.findLastIndex((position) => position !== null)
  const [latest] = kept
    .flatMap((position, place) => (position && !position.finished ? [{ place, at: position.at }] : []))
    .toSorted((one, other) => other.at - one.at)
  const next = last >= 0 && last + 1 < recordings.length ? last + 1 : null
  return { begun: latest?.place ?? null, next }
}
