import type { Player } from '../engine/player.ts'
import { currentTrack, type NewTrack } from '../engine/state.ts'
import { memory } from '../the-player.ts'
import { readKept, writeKept } from './kept-store.ts'
import { recallStored, resumeAt, storedPerson } from './recall-stored.ts'
import { listened } from './sync.ts'

/** What the audio element was given, and whose listening that is. */
type Hearing = {
  load: number
  track: NewTrack
  person: string
  /** Something of it was heard or sought: before that, where it stands is only where it would begin. */
  isHeard: boolean
  savedSecond: number
}

/** Writes down where the listener is: every second while it sounds, and at once when they stop, jump or leave. */
export function keepPositions(player: Player): () => void {
  let hearing: Hearing | null = null
  let jumps = player.store.getState().jumps

  function begin(): void {
    const state = player.store.getState()
    const track = currentTrack(state)
    const { id: _id, ...recorded } = track ?? { id: 0 }
    hearing =
      track === null
        ? null
        : {
            load: state.load,
            track: recorded as NewTrack,
            person: storedPerson(),
            isHeard: false,
            savedSecond: -1,
          }
  }

  function save(durationSeconds: number | null): void {
    if (hearing === null || !hearing.isHeard) return
    const { track, person } = hearing
    const position = player.position()
    hearing.savedSecond = Math.floor(position)
    const finished = durationSeconds !== null && position >= durationSeconds - endSeconds
    const kept = readKept(track.recording, person)
    const { speed } = player.store.getState()
    writeKept(
      {
        ...listened(kept, { position, finished, at: Date.now() }, speed),
        recording: track.recording,
        durationSeconds: durationSeconds ?? kept?.durationSeconds ?? track.durationSeconds,
        track,
      },
      person,
    )
  }

  begin()
  memory.recall = recallKept
  const stopState = player.store.subscribe((state, before) => {
    if (state.load !== before.load) {
      save(before.duration)
      begin()
    } else if (before.playing && !state.playing) save(state.duration)
  })
  const stopTicks = player.positions.subscribe(({ position }) => {
    const state = player.store.getState()
    if (hearing === null || state.load !== hearing.load) return
    const hasJumped = state.jumps !== jumps
    jumps = state.jumps
    if (!hasJumped && !state.playing) return
    hearing.isHeard = true
    if (hasJumped || Math.floor(position) !== hearing.savedSecond) save(state.duration)
  })
  const leaving = new AbortController()
  window.addEventListener('pagehide', () => save(player.store.getState().duration), {
    signal: leaving.signal,
  })
  return () => {
    stopState()
    stopTicks()
    leaving.abort()
    memory.recall = recallStored
  }
}

/** So near the end it is the end: the last tick comes a little before it. */
const endSeconds = 0.5

const recallKept: typeof recallStored = ({ recording }) => {
  const kept = readKept(recording)
  return kept && { position: resumeAt(kept, Date.now()) }
}
