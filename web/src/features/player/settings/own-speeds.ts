import { isObject, readFields, writeFields } from '../../../lib/browser-storage.ts'
import { storedPerson } from '../../../lib/tokens.ts'
import { onPersonChange } from '../../auth/index.ts'
import { type Player, together } from '../audio/player.ts'
import { currentTrack, type RecordingRef } from '../reducer/state.ts'
import { listPositions, onPositionChange, readPosition } from '../positions/store.ts'
import { positionName } from '../positions/recall.ts'
import { isUnsent } from '../positions/merge.ts'

const usualSpeed = 1
const mostSpeeds = 400

type Chosen = { speed: number; at: number }

/** Each audio book has a speed of its own; the episodes of a podcast share one. */
export function speedKey(recording: RecordingRef, person: string): string {
  const whose = recording.kind === 'episode' ? `podcast:${recording.podcastId}` : `audio-book:${recording.id}`
  return `${person}:${whose}`
}

/** The latest speed, chosen here or stored with a position of any device. */
export function speedOf(recording: RecordingRef): number {
  const chosen = readSpeeds()[speedKey(recording, storedPerson())]
  return latestSpeed([...(chosen === undefined ? [] : [chosen]), ...heardSpeeds(recording)])
}

/** The speed chosen last, here or on any device, for whatever it was. */
export function listenersSpeed(): number {
  const heard = listPositions().flatMap(({ playbackRate: speed, at }) =>
    speed === null ? [] : [{ speed, at }],
  )
  return latestSpeed([...Object.values(readSpeeds()), ...heard])
}

export function latestSpeed(known: readonly Chosen[]): number {
  return known.toSorted((one, other) => other.at - one.at)[0]?.speed ?? usualSpeed
}

function heardSpeeds(recording: RecordingRef): Chosen[] {
  const own = readPosition(recording)
  const kept = recording.kind === 'episode' ? listPositions() : own === null ? [] : [own]
  return kept.flatMap((entry) => {
    const { playbackRate: speed, at } = entry
    const isSame = speedKey(entry.recording, '') === speedKey(recording, '')
    return speed !== null && isSame ? [{ speed, at }] : []
  })
}

/** Sets each recording's own speed, stores the speeds that the listener chooses, and follows other devices. */
export function keepSpeeds(player: Player): () => void {
  const tune = () => {
    const track = player.track()
    if (track === null) return
    const speed = speedOf(track.recording)
    if (speed !== player.store.getState().speed) player.send({ type: 'set-speed', speed })
  }
  forgetForeign()
  tune()
  const stopFollowing = onPositionChange((name) => {
    const track = player.track()
    if (track === null || name !== positionName(storedPerson(), track.recording)) return
    const kept = readPosition(track.recording)
    // An unsent position is of this browser.
    if (kept !== null && !isUnsent(kept)) tune()
  })
  const stopRemembering = player.store.subscribe((state, before) => {
    if (state.load !== before.load) return tune()
    const current = currentTrack(state)
    if (current === null || state.speed === before.speed) return
    if (state.speed === speedOf(current.recording)) return
    remember(speedKey(current.recording, storedPerson()), { speed: state.speed, at: Date.now() })
  })
  return together(stopFollowing, stopRemembering, onPersonChange(forgetForeign))
}

function remember(key: string, chosen: Chosen): void {
  const speeds = Object.entries({ ...readSpeeds(), [key]: chosen })
  store(speeds.toSorted(([, one], [, other]) => other.at - one.at).slice(0, mostSpeeds))
}

/** Removes other accounts' speeds, which come back with their positions. */
function forgetForeign(): void {
  const person = storedPerson()
  const speeds = Object.entries(readSpeeds())
  const own = speeds.filter(([key]) => key.startsWith(':') || key.startsWith(`${person}:`))
  if (own.length < speeds.length) store(own)
}

function store(kept: readonly [string, Chosen][]): void {
  writeFields('playerSpeeds', Object.fromEntries(kept))
}

function readSpeeds(): Record<string, Chosen> {
  const stored = Object.entries(readFields('playerSpeeds'))
  return Object.fromEntries(stored.filter((entry): entry is [string, Chosen] => isChosen(entry[1])))
}

function isChosen(value: unknown): value is Chosen {
  return isObject(value) && Number.isFinite(value.speed) && Number.isFinite(value.at)
}
