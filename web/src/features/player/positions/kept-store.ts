/**
 * What is kept of each recording in this browser, one entry of localStorage for each: written every second, shared
 * by all tabs, and still there when a tab is killed. Where storage is refused, this tab remembers by itself.
 */
import type { NewTrack, RecordingRef } from '../engine/state.ts'
import { positionName, storedPerson } from './recall-stored.ts'
import type { Kept } from './sync.ts'

export type KeptRecording = Kept & {
  recording: RecordingRef
  durationSeconds: number | null
  /** To show and play it again; unknown while only the server has told of it. */
  track: NewTrack | null
}

const prefix = 'position:'
const mostEntries = 400

/** What was last read or written under a name, and the text that stood there then. */
const remembered = new Map<string, { text: string | null; kept: KeptRecording | null }>()
const listeners = new Set<(name: string) => void>()

export function readKept(recording: RecordingRef, person = storedPerson()): KeptRecording | null {
  return readNamed(positionName(person, recording))
}

export function writeKept(kept: KeptRecording, person = storedPerson()): void {
  const name = positionName(person, kept.recording)
  const text = JSON.stringify(kept)
  const isStored = store(name, text)
  remembered.set(name, { text: isStored ? text : textOf(name), kept })
  for (const tell of listeners) tell(name)
}

export function forgetKept(recording: RecordingRef, person = storedPerson()): void {
  const name = positionName(person, recording)
  store(name, null)
  remembered.set(name, { text: textOf(name), kept: null })
  for (const tell of listeners) tell(name)
}

/** All of a person's, the latest first. */
export function listKept(person = storedPerson()): KeptRecording[] {
  return namesOf(person)
    .map(readNamed)
    .filter((kept) => kept !== null)
    .toSorted((one, other) => other.at - one.at)
}

/** Whose there are besides one. */
export function otherPeople(person: string): string[] {
  const people = storedNames().map((name) => name.split(':')[1] ?? '')
  return [...new Set(people)].filter((other) => other !== person)
}

/** The longest untouched go, as long as the server has them or they are a visitor's. */
export function prune(): void {
  const all = storedNames().flatMap((name) => {
    const kept = readNamed(name)
    return kept === null
      ? [{ name, at: 0 }]
      : kept.change > kept.sent && !isVisitors(name)
        ? []
        : [{ name, at: kept.at }]
  })
  const surplus = storedNames().length - mostEntries
  if (surplus <= 0) return
  for (const { name } of all.toSorted((one, other) => one.at - other.at).slice(0, surplus)) store(name, null)
}

/** Tells the name of each entry that changes, here or in another tab. */
export function onKept(tell: (name: string) => void): () => void {
  listeners.add(tell)
  return () => listeners.delete(tell)
}

if (typeof window !== 'undefined') {
  window.addEventListener('storage', ({ key }) => {
    if (key === null || !key.startsWith(prefix)) return
    for (const tell of listeners) tell(key)
  })
}

function isVisitors(name: string): boolean {
  return name.startsWith(`${prefix}:`)
}

function readNamed(name: string): KeptRecording | null {
  const text = textOf(name)
  const known = remembered.get(name)
  if (known !== undefined && known.text === text) return known.kept
  const kept = parsed(text)
  remembered.set(name, { text, kept })
  return kept
}

function namesOf(person: string): string[] {
  const own = `${prefix}${person}:`
  const names = new Set([...storedNames(), ...remembered.keys()])
  return [...names].filter((name) => name.startsWith(own))
}

function storedNames(): string[] {
  try {
    return Object.keys(localStorage).filter((name) => name.startsWith(prefix))
  } catch {
    return []
  }
}

function textOf(name: string): string | null {
  try {
    return localStorage.getItem(name)
  } catch {
    return null
  }
}

function store(name: string, text: string | null): boolean {
  try {
    if (text === null) localStorage.removeItem(name)
    else localStorage.setItem(name, text)
    return true
  } catch {
    return false
  }
}

function parsed(text: string | null): KeptRecording | null {
  try {
    const kept = JSON.parse(text ?? 'null') as KeptRecording | null
    return kept !== null && isKept(kept) ? kept : null
  } catch {
    return null
  }
}

/** Garbage is nothing; what has the numbers that the rules count on was written here. */
function isKept({ position, at, base, change, sent, recording }: KeptRecording): boolean {
  return [position, at, base, change, sent, recording?.id].every(Number.isFinite)
}
