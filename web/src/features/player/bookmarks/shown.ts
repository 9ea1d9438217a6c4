import { useQuery } from '@tanstack/react-query'
import { useMemo, useSyncExternalStore } from 'react'
import { useSession } from '../../auth/index.ts'
import type { RecordingRef } from '../reducer/state.ts'
import { type Bookmark, bookmarksQuery, isOf, type Marked, recordingOf } from './calls.ts'
import { listUnsent, onUnsentChange, type Unsent } from './unsent.ts'

/** A bookmark as lists show it. */
export type Shown = Marked & {
  clientId: string
  recording: RecordingRef
  chapterTitle: string | null
  /** As the server has it; null before it was sent. */
  bookmark: Bookmark | null
  isUnsent: boolean
}

/** The bookmarks as they will be once all that is unsent is sent, in order of time. @param recording null: of all */
export function useBookmarks(recording: RecordingRef | null) {
  const { signedIn } = useSession()
  const { data, isError, refetch } = useQuery({ ...bookmarksQuery(recording), enabled: signedIn })
  const text = useSyncExternalStore(onUnsentChange, () => JSON.stringify(listUnsent()))
  const shown = useMemo(
    () => data && merged(data, JSON.parse(text) as Unsent[], recording),
    [data, text, recording],
  )
  return { shown, isError, refetch }
}

export function merged(
  bookmarks: readonly Bookmark[],
  unsent: readonly Unsent[],
  recording: RecordingRef | null,
): Shown[] {
  const shown = new Map<string, Shown>()
  for (const bookmark of bookmarks) {
    const its = recordingOf(bookmark)
    const { clientId, startSeconds, endSeconds, note, chapterTitle } = bookmark
    const marked = { clientId, startSeconds, endSeconds, note, chapterTitle }
    if (its !== null) shown.set(clientId, { ...marked, recording: its, bookmark, isUnsent: false })
  }
  for (const entry of unsent) {
    if (recording !== null && !isOf(entry.recording, recording)) continue
    const { clientId, startSeconds, endSeconds, note, chapterTitle, removed } = entry
    const marked = { clientId, startSeconds, endSeconds, note, chapterTitle }
    const bookmark = shown.get(clientId)?.bookmark ?? null
    if (removed) shown.delete(clientId)
    else shown.set(clientId, { ...marked, recording: entry.recording, bookmark, isUnsent: true })
  }
  return [...shown.values()].toSorted((one, other) => one.startSeconds - other.startSeconds)
}
