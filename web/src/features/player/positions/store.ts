/**
 * What is kept of each recording in this browser, one entry of the storage for each: written every second, shared
 * by all tabs, and still there when a tab is killed.
 */
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
import { isUnsent, type LocalPosition } from './merge.ts'

export type StoredPosition = LocalPosition & {
  recording: RecordingRef
  durationSeconds: number | null
  /** To show and play it again; unknown while only the server has told of it. */
  track: NewTrack | null
}

const prefix = 'position:'
const mostEntries = 400

type EntryName = ReturnType<typeof positionName>

/** What was last read under a name, and the text that it was made from. */
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

/** All of a person's, the latest first. */
export function listPositions(person = storedPerson()): StoredPosition[] {
  return storedNames(`${prefix}${person}:`)
    .map(readEntry)
    .filter((kept) => kept !== null)
    .toSorted((one, other) => other.at - one.at)
}

/** Whose there are besides one. */
export function otherPeople(person: string): string[] {
  const people = storedNames(prefix).map((name) => name.split(':')[1] ?? '')
  return [...new Set(people)].filter((other) => other !== person)
}

/** The longest untouched go, as long as the server has them or they are a visitor's. */
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

/** Tells the name of each entry that changes, here or in another tab. */
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

/** Garbage is nothing; what has the numbers that the rules count on was written here. */
function isKept(value: unknown): value is StoredPosition {
  if (!isObject(value) || !isObject(value.recording)) return false
  const { position, at, base, change, sent, recording } = value
  return [position, at, base, change, sent, recording.id].every(Number.isFinite)
}
