import { storedPerson } from '../../../lib/tokens.ts'
import { type Player, together } from '../audio/player.ts'
import { withoutId } from '../reducer/queue.ts'
import { isActive, type NewTrack, type PlayerState, type RecordingRef } from '../reducer/state.ts'
import { recordLocal } from './merge.ts'
import { recall } from './recall.ts'
import { readPosition, writePosition } from './store.ts'

export type Written = 'tick' | 'stop' | 'jump'

export type Recorder = ReturnType<typeof recordPositions>

/** The loaded track and its listener. */
type Hearing = {
  load: number
  track: NewTrack
  person: string
  /** Heard or sought: before, its position is only a start. */
  isHeard: boolean
  savedSecond: number
}

/** The last second counts as the end, as on the server. */
const endSeconds = 1
const samePlaceSeconds = 1

/**
 * Stores the position every second while playing, and at once on a stop, a jump, another load or the end of a visit;
 * nothing during one.
 */
export function recordPositions(player: Player, written: (recording: RecordingRef, why: Written) => void) {
  let hearing = hearingOf(player)
  let { jumps } = player.store.getState()

  function save(why: Written, from = player.store.getState(), position = player.position()): void {
    if (hearing === null || !hearing.isHeard || from.visit !== null) return
    const { speed, duration: durationSeconds } = from
    hearing.savedSecond = Math.floor(position)
    if (writeHearing(hearing, { position, durationSeconds, speed })) written(hearing.track.recording, why)
  }

  function saveLeft(before: PlayerState): void {
    const soughtEnd = player.store.getState().jumps !== before.jumps
    if (soughtEnd && before.duration !== null) save('stop', before, before.duration)
    else if (before.playing) save('stop', before)
  }

  /** After a pause: another tab may have moved the position, and a long pause rewinds. */
  function resume(): void {
    const track = player.track()
    const position = track && recall(track)
    if (position !== null && Math.abs(position - player.position()) > samePlaceSeconds)
      player.send({ type: 'move', position })
  }

  const stopState = player.store.subscribe((state, before) => {
    if (state.load !== before.load) {
      saveLeft(before)
      jumps = state.jumps
      hearing = hearingOf(player)
    } else if (before.visit !== null && state.visit === null) save('jump')
    else if (before.visit === null && state.visit !== null) saveLeft(before)
    else if (before.playing && !state.playing) save('stop')
    else if (state.starting && !isActive(before) && state.media !== 'nothing' && state.visit === null)
      resume()
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
    /** The loaded track belongs to the person signed in now. */
    beginAnew(): void {
      hearing = hearingOf(player)
    },
    stop: together(stopState, stopTicks),
  }
}

function hearingOf(player: Player): Hearing | null {
  const track = player.track()
  if (track === null) return null
  const { load } = player.store.getState()
  return { load, track: withoutId(track), person: storedPerson(), isHeard: false, savedSecond: -1 }
}

type Moment = { position: number; durationSeconds: number | null; speed: number }

/** @returns false for a person who has signed out and has no entry left */
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
