/**
 * Buttons answer at once: what is wished shows before the server has heard of it. The wishes about an audio book, or
 * about a podcast and its episodes, are fulfilled one after another; of several about the same thing the last one
 * counts. One that fails is forgotten, which shows what is really so.
 */
import { create } from 'zustand'
import { ApiError } from '../../lib/api.ts'
import { showToast } from '../../ui/toast/toasts.ts'
import { useSession } from '../auth/index.ts'
import { fulfilWish } from './fulfil-wish.ts'
import { changeMessages } from './library-messages.ts'
import { knownEntries, reloadLibrary } from './library-query.ts'
import { groupOf, isIn, isSame, shelfOf, type Subject, type Wish } from './membership.ts'

export const useWishes = create<{ wishes: readonly Wish[] }>(() => ({ wishes: [] }))

/** Of whom the wishes are; another one for every session. */
let wisher = {}
/** What is being asked of the server, one for each group. */
let underWay = new Map<string, Wish>()

useSession.subscribe(() => {
  wisher = {}
  underWay = new Map()
  useWishes.setState({ wishes: [] })
})

export function wish(subject: Subject, wanted: boolean): void {
  const group = groupOf(subject)
  const asked = underWay.get(group)
  // What nobody has heard of yet need not be undone.
  const before = useWishes
    .getState()
    .wishes.filter((other) => other === asked || !isSame(other.subject, subject))
  const isSo = isIn(shelfOf(knownEntries() ?? []), before, subject) === wanted
  const needsNothing = isSo && (knownEntries() !== undefined || before.length > 0)
  useWishes.setState({ wishes: needsNothing ? before : [...before, { subject, wanted }] })
  if (!asked) void fulfilGroup(group)
}

async function fulfilGroup(group: string): Promise<void> {
  const asking = wisher
  for (let next = firstOf(group); next; next = firstOf(group)) {
    underWay.set(group, next)
    const failure = await attempt(next)
    if (asking !== wisher) return
    underWay.delete(group)
    forget(next)
    tell(next, failure)
    reloadLibrary()
  }
}

function firstOf(group: string): Wish | undefined {
  return useWishes.getState().wishes.find(({ subject }) => groupOf(subject) === group)
}

function forget(done: Wish): void {
  useWishes.setState(({ wishes }) => ({ wishes: wishes.filter((other) => other !== done) }))
}

async function attempt(next: Wish): Promise<ApiError | null> {
  try {
    await fulfilWish(next)
    return null
  } catch (error) {
    return error instanceof ApiError ? error : new ApiError(0, [], { cause: error })
  }
}

function tell({ subject, wanted }: Wish, failure: ApiError | null): void {
  const { done, failed } =
    changeMessages[subject.kind === 'podcast' ? 'all' : 'one'][wanted ? 'add' : 'remove']
  if (failure === null) return showToast({ type: 'success', message: done })
  showToast({ type: 'error', message: failed, description: failure.items.at(-1)?.description })
}
