import type { Position } from '@earmark/contract/positions.ts'
import { useMemo, useSyncExternalStore } from 'react'
import type { NewTrack, RecordingRef } from '../reducer/state.ts'
import { remotePositionOf } from './calls.ts'
import { mergeRemote } from './merge.ts'
import { positionName } from './recall.ts'
import { type StoredPosition, listPositions, onPositionChange, readPosition, writePosition } from './store.ts'

type Continued = StoredPosition & { track: NewTrack }

const most = 10

/**
 * What is made of what is kept of one recording. It is drawn again only when that changes, so make something of it
 * that does so rarely: it is written every second.
 */
export function useStoredPosition<Made extends string | number | boolean | null>(
  recording: RecordingRef,
  make: (kept: StoredPosition | null) => Made,
): Made {
  return useSyncExternalStore(onPositionChange, () => make(readPosition(recording)))
}

/** What was begun and not finished, the latest first. */
function listContinued(): Continued[] {
  return listPositions()
    .filter((kept): kept is Continued => !kept.finished && kept.track !== null)
    .slice(0, most)
}

/** The tracks to go on with, drawn again when others are: not for each second of the one that sounds. */
export function useContinued(): readonly NewTrack[] {
  const names = useSyncExternalStore(onPositionChange, () =>
    listContinued()
      .map(({ recording }) => positionName('', recording))
      .join(' '),
  )
  return useMemo(() => (names === '' ? [] : listContinued().map(({ track }) => track)), [names])
}

/** Says what a recording is that only the server has told of, and where the listener was in it. */
export function introduce(track: NewTrack, position: Position): void {
  const { recording } = track
  const kept = readPosition(recording)
  if (kept?.track) return
  const known = kept ?? mergeRemote(null, remotePositionOf(position), { base: 0, isSounding: false })
  const { durationSeconds } = position
  if (known !== null) writePosition({ ...known, recording, track, durationSeconds })
}
