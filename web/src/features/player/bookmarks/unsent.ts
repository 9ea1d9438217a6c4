/** Changes of bookmarks that the server does not have yet, in localStorage: one entry each, shared by all tabs. */
import {
  isObject,
  onStoredElsewhere,
  readFields,
  storedNames,
  writeFields,
} from '../../../lib/browser-storage.ts'
import { storedPerson } from '../../../lib/tokens.ts'
import type { RecordingRef } from '../reducer/state.ts'
import type { Marked } from './calls.ts'

export type Unsent = Marked & {
  clientId: string
  recording: RecordingRef
  chapterTitle: string | null
  /** Epoch milliseconds. */
  at: number
  /** Counts the changes made here. */
  change: number
  /** It may have reached the server. */
  tried: boolean
  /** As the server has it, with the change that it has. */
  saved: { id: number; version: number; change: number } | null
  removed: boolean
}

const prefix = 'bookmark:'

const nameOf = (clientId: string, person: string) => `${prefix}${person}:${clientId}` as const

const listeners = new Set<() => void>()

export function readUnsent(clientId: string, person = storedPerson()): Unsent | null {
  return parsed(readFields(nameOf(clientId, person)))
}

export function writeUnsent(entry: Unsent, person = storedPerson()): void {
  writeFields(nameOf(entry.clientId, person), entry)
  tellAll()
}

export function dropUnsent(clientId: string, person = storedPerson()): void {
  writeFields(nameOf(clientId, person), null)
  tellAll()
}

/** The oldest first. */
export function listUnsent(person = storedPerson()): Unsent[] {
  return storedNames(`${prefix}${person}:`)
    .flatMap((name) => parsed(readFields(name)) ?? [])
    .toSorted((one, other) => one.at - other.at)
}

/** Also when another tab changes them. */
export function onUnsentChange(tell: () => void): () => void {
  listeners.add(tell)
  const stopElsewhere = onStoredElsewhere((name) => (name === null || name.startsWith(prefix)) && tell())
  return () => {
    listeners.delete(tell)
    stopElsewhere()
  }
}

function tellAll(): void {
  for (const tell of listeners) tell()
}

function parsed(fields: Record<string, unknown>): Unsent | null {
  const { clientId, recording, startSeconds, endSeconds, note, at, change, saved } = fields
  const isSound =
    typeof clientId === 'string' &&
    typeof note === 'string' &&
    isObject(recording) &&
    [startSeconds, at, change, recording.id].every(Number.isFinite) &&
    (endSeconds === null || Number.isFinite(endSeconds)) &&
    (saved === null || isObject(saved))
  return isSound ? (fields as unknown as Unsent) : null
}
