import { storedPerson } from '../../../lib/tokens.ts'
import type { Player } from '../audio/player.ts'
import {
  currentTrack,
  isActive,
  type NewTrack,
  type PlayerState,
  type RecordingRef,
} from '../reducer/state.ts'
import { recordLocal } from './merge.ts'
import { recall } from './recall.ts'
import { readPosition, writePosition } from './store.ts'

/** Why it was written down: a second has passed; the sound has stopped; the listener went elsewhere. */
export type Written = 'tick' | 'stop' | 'jump'

export type Recorder = ReturnType<typeof recordPositions>

/** What the audio element was given, and whose listening that is. */
type Hearing = {
  load: number
  track: NewTrack
  person: string
  /** Something of it was heard or sought: before that, where it stands is only where it would begin. */
  isHeard: boolean
  savedSecond: number
}

/** As the server has it: the last second is the end. */
const endSeconds = 1
/** Nearer than this, a place is no other. */
const samePlaceSeconds = 1

/** Writes down where the listener is: every second while it sounds, and at once when they stop, jump or leave. */
export function recordPositions(player: Player, written: (recording: RecordingRef, why: Written) => void) {
  let hearing = hearingOf(player)
  let { jumps } = player.store.getState()

  function save(why: Written, from = player.store.getState(), position = player.position()): void {
    if (hearing === null || !hearing.isHeard) return
    const { speed, duration: durationSeconds } = from
    hearing.savedSecond = Math.floor(position)
    if (writeHearing(hearing, { position, durationSeconds, speed })) written(hearing.track.recording, why)
  }

  /** What stood still has been written when it stopped. */
  function saveLeft(before: PlayerState): void {
    const soughtEnd = player.store.getState().jumps !== before.jumps
    if (soughtEnd && before.duration !== null) save('stop', before, before.duration)
    else if (before.playing) save('stop', before)
  }

  /** A pause goes on where the recording stands by then: another tab may have been there, and a long one goes back. */
  function resume(): void {
    const track = currentTrack(player.store.getState())
    const position = track && recall(track)
    if (position !== null && Math.abs(position - player.position()) > samePlaceSeconds)
      player.send({ type: 'move', position })
  }

  const stopState = player.store.subscribe((state, before) => {
    if (state.load !== before.load) {
      saveLeft(before)
      jumps = state.jumps
      hearing = hearingOf(player)
    } else if (before.playing && !state.playing) save('stop')
    else if (state.starting && !isActive(before) && state.media !== 'nothing') resume()
  })
  const stopTicks = player.positions.subscribe(({ position }) => {
    const state = player.store.getState()
    if (hearing === null || state.load !== hearing.load) return
    const hasJumped = state.jumps !== jumps
    jumps = state.jumps
    if (!hasJumped && !state.playing) return
    hearing.isHeard = true
    if (hasJumped) save('jump')
    else if (Math.floor(position) !== hearing.savedSecond) save('tick')
  })
  return {
    saveNow: () => player.store.getState().playing && save('tick'),
    /** What is loaded counts as the listening of the person of now. */
    beginAnew(): void {
      hearing = hearingOf(player)
    },
    stop(): void {
      stopState()
      stopTicks()
    },
  }
}

function hearingOf(player: Player): Hearing | null {
  const state = player.store.getState()
  const current = currentTrack(state)
  if (current === null) return null
  const { id: _id, ...track } = current
  return { load: state.load, track, person: storedPerson(), isHeard: false, savedSecond: -1 }
}

type Moment = { position: number; durationSeconds: number | null; speed: number }

/** @returns whether it was written: of a person who has left, only what is still here goes on */
function writeHearing({ track, person }: Hearing, { position, durationSeconds, speed }: Moment): boolean {
  const { recording } = track
  const kept = readPosition(recording, person)
  if (kept === null && person !== storedPerson()) return false
  const place = {
    position: Math.round(position * 100) / 100,
    finished: durationSeconds !== null && position >= durationSeconds - endSeconds,
    at: Date.now(),
  }
  const length = durationSeconds ?? kept?.durationSeconds ?? track.durationSeconds
  writePosition({ ...recordLocal(kept, place, speed), recording, track, durationSeconds: length }, person)
  return true
}
