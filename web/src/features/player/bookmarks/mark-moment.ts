import { create } from 'zustand'
import { formatTime } from '../../../lib/format-time.ts'
import { showToast } from '../../../ui/toast/toasts.ts'
import { useSession } from '../../auth/index.ts'
import { chapterAt } from '../chapters/chapter-times.ts'
import { player } from '../player.ts'
import type { RecordingRef } from '../reducer/state.ts'
import { isOf } from './calls.ts'
import { messages } from './messages.ts'
import { add, change } from './outbox.ts'

const noteMilliseconds = 8000

/** The clip that has begun: a bookmark already, whose end the next press sets. */
export const useOpenClip = create<{
  clip: { clientId: string; recording: RecordingRef; startSeconds: number } | null
}>(() => ({ clip: null }))

/** Leads to the sign-in page and back; set by the bar. */
export const wayToSignIn = { go: () => {} }

/** Bookmarks the present second, or ends the clip that has begun. */
export function markMoment(): void {
  const { clip } = useOpenClip.getState()
  const here = presentMoment()
  if (here === null) return
  if (clip !== null && isOf(clip.recording, here.recording)) return endClip(clip)
  const { clientId, startSeconds } = marked(here)
  tell(messages.saved(formatTime(startSeconds)), clientId)
}

export function beginClip(): void {
  const here = presentMoment()
  if (here === null) return
  useOpenClip.setState({ clip: { ...marked(here), recording: here.recording } })
  showToast({ type: 'success', message: messages.clipBegun(formatTime(here.startSeconds)) })
}

function marked(here: NonNullable<ReturnType<typeof presentMoment>>) {
  const { recording, startSeconds, chapterTitle } = here
  const clientId = add(recording, { startSeconds, endSeconds: null, note: '' }, chapterTitle)
  return { clientId, startSeconds }
}

function endClip({ clientId, startSeconds }: { clientId: string; startSeconds: number }): void {
  useOpenClip.setState({ clip: null })
  const { duration } = player.store.getState()
  const endSeconds = Math.min(Math.ceil(player.position()), duration ?? Number.POSITIVE_INFINITY)
  if (endSeconds <= startSeconds) {
    showToast({ type: 'warning', message: messages.clipTooShort })
    return
  }
  change(clientId, { endSeconds })
  tell(messages.clipSaved(formatTime(startSeconds), formatTime(endSeconds)), clientId)
}

/** Null without a track, and for visitors, who are asked to sign in. */
function presentMoment() {
  const track = player.track()
  if (track === null) return null
  if (!useSession.getState().signedIn) {
    const action = { label: messages.signIn, run: wayToSignIn.go }
    showToast({ message: messages.signInFirst, duration: noteMilliseconds, action })
    return null
  }
  const { chapters } = player.store.getState()
  const position = player.position()
  const chapterTitle = chapters[chapterAt(chapters, position)]?.title || null
  return { recording: track.recording, startSeconds: Math.floor(position), chapterTitle }
}

function tell(message: string, clientId: string): void {
  const run = () => void import('./edit-dialog.tsx').then(({ editMarked }) => editMarked(clientId))
  const action = { label: messages.addNote, run }
  showToast({ type: 'success', message, duration: noteMilliseconds, action })
}
