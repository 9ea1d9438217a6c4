/**
 * Optimistic updates of the library: buttons show a change at once, before the server confirms it. Changes of an audio
 * book, or of a podcast and its episodes, are sent one after another; of several of the same subject the last one counts.
 * A failed change is dropped, which shows the library's true state.
 */
import { create } from 'zustand'
import { ApiError } from '../../lib/api.ts'
import { showToast } from '../../ui/toast/toasts.ts'
import { useSession } from '../auth/index.ts'
import { knownEntries, knownShelf, reloadLibrary } from './library-query.ts'
import { type Change, groupOf, isFollowed, isIn, isSame, type Subject } from './membership.ts'
import { changeMessages } from './messages.ts'
import { sendChange } from './send-change.ts'

export const usePendingChanges = create<{ changes: readonly Change[] }>(() => ({ changes: [] }))

/** Identity of the session that the changes belong to. */
let session = {}
/** The change that is being sent, by group. */
let inFlight = new Map<string, Change>()

useSession.subscribe(() => {
  session = {}
  inFlight = new Map()
  usePendingChanges.setState({ changes: [] })
})

export function requestChange(subject: Subject, wanted: boolean): void {
  const group = groupOf(subject)
  const sent = inFlight.get(group)
  // A change that was not sent yet need not be undone.
  const before = usePendingChanges
    .getState()
    .changes.filter((other) => other === sent || !isSame(other.subject, subject))
  const isSo = isAsWanted(before, subject, wanted)
  const needsNothing = isSo && (knownEntries() !== undefined || before.length > 0)
  usePendingChanges.setState({ changes: needsNothing ? before : [...before, { subject, wanted }] })
  if (!sent) void sendGroup(group)
}

/** A podcast of which single episodes are there is not followed yet. */
function isAsWanted(before: readonly Change[], subject: Subject, wanted: boolean): boolean {
  const shelf = knownShelf()
  const isThere =
    wanted && subject.kind === 'podcast'
      ? isFollowed(shelf, before, subject.id)
      : isIn(shelf, before, subject)
  return isThere === wanted
}

async function sendGroup(group: string): Promise<void> {
  const ownSession = session
  for (let next = firstOf(group); next; next = firstOf(group)) {
    inFlight.set(group, next)
    const failure = await attempt(next)
    if (ownSession !== session) return
    inFlight.delete(group)
    drop(next)
    showOutcome(next, failure)
    reloadLibrary()
  }
}

function firstOf(group: string): Change | undefined {
  return usePendingChanges.getState().changes.find(({ subject }) => groupOf(subject) === group)
}

function drop(done: Change): void {
  usePendingChanges.setState(({ changes }) => ({ changes: changes.filter((other) => other !== done) }))
}

async function attempt(next: Change): Promise<ApiError | null> {
  try {
    await sendChange(next)
    return null
  } catch (error) {
    return error instanceof ApiError ? error : new ApiError(0, [], { cause: error })
  }
}

function showOutcome({ subject, wanted }: Change, failure: ApiError | null): void {
  const { done, failed } =
    changeMessages[subject.kind === 'podcast' ? 'all' : 'one'][wanted ? 'add' : 'remove']
  if (failure === null) return showToast({ type: 'success', message: done })
  showToast({ type: 'error', message: failed, description: failure.items.at(-1)?.description })
}
