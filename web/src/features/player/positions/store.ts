/** Positions in localStorage, one entry for each recording: written every second and shared by all tabs. */
import type { Position } from '@earmark/contract/positions.ts'
import {
  isObject,
  onStoredElsewhere,
  readStored,
  storedNames,
  writeStored,
} from '../../../lib/browser-storage.ts'
import { storedPerson } from '../../../lib/tokens.ts'
import type { NewTrack, RecordingRef } from '../reducer/state.ts'
import { positionName } from './recall.ts'
import { remotePositionOf } from './calls.ts'
import { isUnsent, type LocalPosition, mergeRemote } from './merge.ts'

export type StoredPosition = LocalPosition & {
  recording: RecordingRef
  durationSeconds: number | null
  /** Null while known from the server only. */
  track: NewTrack | null
}

const prefix = 'position:'
const mostEntries = 400

type EntryName = ReturnType<typeof positionName>

/** A cache, valid for its text. */
const parsedEntries = new Map<EntryName, { text: string | null; kept: StoredPosition | null }>()
const listeners = new Set<(name: string) => void>()

export function readPosition(recording: RecordingRef, person = storedPerson()): StoredPosition | null {
  return readEntry(positionName(person, recording))
}

export function writePosition(kept: StoredPosition, person = storedPerson()): void {
  const name = positionName(person, kept.recording)
  const text = JSON.stringify(kept)
  writeStored(name, text)
  parsedEntries.set(name, { text, kept })
  for (const tell of listeners) tell(name)
}

export function removePosition(recording: RecordingRef, person = storedPerson()): void {
  const name = positionName(person, recording)
  writeStored(name, null)
  parsedEntries.delete(name)
  for (const tell of listeners) tell(name)
}

interface RemoteContext {
  /** The version known at the time of the request. */
  base: number
  person: string
  isSounding: boolean
}

/** Merges the server's position, null for none, into the stored one. */
export function applyRemote(recording: RecordingRef, remote: Position | null, context: RemoteContext): void {
  const { person } = context
  const kept = readPosition(recording, person)
  const next = mergeRemote(kept, remote && remotePositionOf(remote), context)
  if (next === kept) return
  if (next === null) return removePosition(recording, person)
  const track = kept?.track ?? null
  const durationSeconds = remote?.durationSeconds ?? kept?.durationSeconds ?? null
  writePosition({ ...next, recording, track, durationSeconds }, person)
}

/** The latest first. */
export function listPositions(person = storedPerson()): StoredPosition[] {
  return storedNames(`${prefix}${person}:`)
    .map(readEntry)
    .filter((kept) => kept !== null)
    .toSorted((one, other) => other.at - one.at)
}

export function otherPeople(person: string): string[] {
  const people = storedNames(prefix).map((name) => name.split(':')[1] ?? '')
  return [...new Set(people)].filter((other) => other !== person)
}

/** Removes the oldest entries, but no unsent ones of an account. */
export function prune(): void {
  const names = storedNames(prefix)
  const surplus = names.length - mostEntries
  if (surplus <= 0) return
  const removable = names.flatMap((name) => {
    const kept = readEntry(name)
    const isNeeded = kept !== null && isUnsent(kept) && !name.startsWith(`${prefix}:`)
    return isNeeded ? [] : [{ name, at: kept?.at ?? 0 }]
  })
  for (const { name } of removable.toSorted((one, other) => one.at - other.at).slice(0, surplus))
    writeStored(name, null)
}

/** Tells the names of changed entries, of other tabs as well. */
export function onPositionChange(tell: (name: string) => void): () => void {
  listeners.add(tell)
  const stopElsewhere = onStoredElsewhere((name) => name?.startsWith(prefix) && tell(name))
  return () => {
    listeners.delete(tell)
    stopElsewhere()
  }
}

function readEntry(name: EntryName): StoredPosition | null {
  const text = readStored(name)
  const known = parsedEntries.get(name)
  if (known !== undefined && known.text === text) return known.kept
  const kept = parsed(text)
  parsedEntries.set(name, { text, kept })
  return kept
}

function parsed(text: string | null): StoredPosition | null {
  try {
    const kept: unknown = JSON.parse(text ?? 'null')
    return isKept(kept) ? kept : null
  } catch {
    return null
  }
}

function isKept(value: unknown): value is StoredPosition {
  if (!isObject(value) || !isObject(value.recording)) return false
  const { position, at, base, change, sent, recording } = value
  return [position, at, base, change, sent, recording.id].every(Number.isFinite)
}
