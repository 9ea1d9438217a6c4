import type { Position } from '@earmark/contract/positions.ts'
import { useMemo, useSyncExternalStore } from 'react'
import type { NewTrack } from '../engine/state.ts'
import { type KeptRecording, listKept, onKept, readKept, writeKept } from './kept-store.ts'
import { theirsOf } from './position-calls.ts'
import { positionName } from './recall-stored.ts'
import { learned } from './sync.ts'

type Continued = KeptRecording & { track: NewTrack }

const most = 10

/** What was begun and not finished, the latest first. */
function listContinued(): Continued[] {
  return listKept()
    .filter((kept): kept is Continued => !kept.finished && kept.track !== null)
    .slice(0, most)
}

/** The tracks to go on with, drawn again when others are: not for each second of the one that sounds. */
export function useContinued(): readonly NewTrack[] {
  const names = useSyncExternalStore(onKept, () =>
    listContinued()
      .map(({ recording }) => positionName('', recording))
      .join(' '),
  )
  return useMemo(() => (names === '' ? [] : listContinued().map(({ track }) => track)), [names])
}

/** Says what a recording is that only the server has told of, and where the listener was in it. */
export function introduce(track: NewTrack, position: Position): void {
  const { recording } = track
  const kept = readKept(recording)
  if (kept?.track) return
  const known = kept ?? learned(null, theirsOf(position), { base: 0, isSounding: false })
  const { durationSeconds } = position
  if (known !== null) writeKept({ ...known, recording, track, durationSeconds })
}
