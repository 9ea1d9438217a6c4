/**
 * Bookmarks are made, changed and removed here at once, and sent one after another when the server can be reached. Each has
 * an id of this browser's, by which the server knows what it has been sent already.
 */
import { ApiError } from '../../../lib/api.ts'
import { randomUuid } from '../../../lib/request.ts'
import { storedPerson } from '../../../lib/tokens.ts'
import { showToast } from '../../../ui/toast/toasts.ts'
import type { RecordingRef } from '../reducer/state.ts'
import {
  type Bookmark,
  type Marked,
  noteSaved,
  recordingOf,
  reloadBookmarks,
  sendEdit,
  sendNew,
  sendRemoval,
  staleOf,
} from './calls.ts'
import { messages } from './messages.ts'
import { dropUnsent, listUnsent, readUnsent, type Unsent, writeUnsent } from './unsent.ts'

/** What was sent in this visit, by our own ids. */
const sent = new Map<string, Bookmark>()

/** @returns its id in this browser */
export function add(recording: RecordingRef, marked: Marked, chapterTitle: string | null): string {
  const clientId = randomUuid()
  const fresh = { change: 1, tried: false, saved: null, removed: false, at: Date.now() }
  writeUnsent({ ...fresh, ...marked, clientId, recording, chapterTitle })
  void flush()
  return clientId
}

/** What was sent in this visit; null for anything else. */
export function known(clientId: string): Bookmark | null {
  return sent.get(clientId) ?? null
}

/** Nothing for one that is gone. */
export function change(clientId: string, marked: Partial<Marked>): void {
  const entry = readUnsent(clientId) ?? entryOf(sent.get(clientId))
  if (entry === null) return
  writeUnsent({ ...entry, ...marked, change: entry.change + 1 })
  void flush()
}

/** @returns what to bring back */
export function remove(shown: Bookmark | Unsent): Unsent | null {
  const entry = readUnsent(shown.clientId) ?? ('id' in shown ? entryOf(shown) : null)
  if (entry === null) return null
  const removed = { ...entry, removed: true, change: entry.change + 1 }
  writeUnsent(removed)
  void flush()
  return removed
}

/** As it was, or anew if the server has forgotten it. */
export function bringBack({ clientId, recording, chapterTitle, ...marked }: Unsent): void {
  const entry = readUnsent(clientId)
  if (entry !== null) {
    writeUnsent({ ...entry, removed: false, change: entry.change + 1 })
    void flush()
    return
  }
  const { startSeconds, endSeconds, note } = marked
  add(recording, { startSeconds, endSeconds, note }, chapterTitle)
}

/** One that the server has, as if it had come from here. */
function entryOf(bookmark: Bookmark | undefined): Unsent | null {
  const recording = bookmark && recordingOf(bookmark)
  if (!bookmark || !recording) return null
  const { id, clientId, version, startSeconds, endSeconds, note, chapterTitle } = bookmark
  return {
    clientId,
    recording,
    startSeconds,
    endSeconds,
    note,
    chapterTitle,
    at: Date.now(),
    change: 1,
    tried: true,
    saved: { id, version, change: 1 },
    removed: false,
  }
}

let running: Promise<void> | undefined
let isAskedAgain = false

/** Resolves after one try. */
export function flush(): Promise<void> {
  isAskedAgain = true
  running ??= sendWhileAsked().finally(() => {
    running = undefined
  })
  return running
}

async function sendWhileAsked(): Promise<void> {
  while (isAskedAgain) {
    isAskedAgain = false
    await alone(sendAll)
  }
}

/** One tab sends at a time; pages without https have no locks, and the server takes a bookmark once in any case. */
async function alone(work: () => Promise<void>): Promise<void> {
  const locks = navigator.locks as LockManager | undefined
  await (locks === undefined ? work() : locks.request('earmark-bookmarks', work))
}

async function sendAll(): Promise<void> {
  const person = storedPerson()
  const waiting = person === '' ? [] : listUnsent(person)
  for (const { clientId } of waiting) {
    while (storedPerson() === person && readUnsent(clientId, person) !== null) {
      if (!(await tryStep(clientId, person))) return
    }
  }
  if (waiting.length > 0) reloadBookmarks()
}

/** @returns false if it has to wait */
async function tryStep(clientId: string, person: string): Promise<boolean> {
  try {
    await step(clientId, person)
    return true
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (error.passing || [401, 408, 429].includes(error.status)) return false
    dropUnsent(clientId, person)
    showToast({ type: 'error', message: messages.refused, description: error.message })
    return true
  }
}

/** Brings the server one step nearer to what is wanted here. */
async function step(clientId: string, person: string): Promise<void> {
  const entry = readUnsent(clientId, person)
  if (entry === null) return
  const { saved, removed, tried } = entry
  if (removed && !tried) return dropUnsent(clientId, person)
  if (saved === null) return sendFirst(entry, person)
  if (removed) return sendAway(entry, saved.id, person)
  if (entry.change > saved.change) return sendAgain(entry, saved, person)
  dropUnsent(clientId, person)
}

async function sendFirst(entry: Unsent, person: string): Promise<void> {
  writeUnsent({ ...entry, tried: true }, person)
  const bookmark = await sendNew(entry.recording, entry, entry.clientId)
  const { startSeconds, endSeconds, note } = bookmark
  // After a lost answer the server answers what it was sent at first.
  const isThis = startSeconds === entry.startSeconds && endSeconds === entry.endSeconds && note === entry.note
  await confirm(isThis ? entry : { ...entry, change: entry.change - 1 }, bookmark, person)
}

async function sendAgain(
  entry: Unsent,
  { id, version }: { id: number; version: number },
  person: string,
): Promise<void> {
  const bookmark = await sendEdit(id, entry, version).catch((error: unknown) => {
    if (error instanceof ApiError && error.status === 404) return null
    const newer = staleOf(error)
    if (newer === undefined) throw error
    // The listener’s last word counts.
    return sendEdit(id, entry, newer.version)
  })
  if (bookmark !== null) return confirm(entry, bookmark, person)
  // Removed there, perhaps from here by a request whose answer was lost: it is made anew.
  const now = readUnsent(entry.clientId, person)
  if (now !== null) writeUnsent({ ...now, saved: null }, person)
}

async function sendAway(entry: Unsent, id: number, person: string): Promise<void> {
  await sendRemoval(id)
  const now = readUnsent(entry.clientId, person)
  dropUnsent(entry.clientId, person)
  sent.delete(entry.clientId)
  await noteSaved(entry.recording, id, null)
  // Brought back meanwhile.
  if (now !== null && !now.removed) writeUnsent({ ...now, saved: null }, person)
}

async function confirm(entry: Unsent, bookmark: Bookmark, person: string): Promise<void> {
  const { id, version } = bookmark
  sent.set(entry.clientId, bookmark)
  await noteSaved(entry.recording, id, bookmark)
  const now = readUnsent(entry.clientId, person)
  if (now !== null) writeUnsent({ ...now, saved: { id, version, change: entry.change } }, person)
}
