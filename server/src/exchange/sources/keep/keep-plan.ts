import type { KeepPolicy } from '@earmark/contract/sources.ts'

/** Which recordings of a source are fetched, and which go back to being relayed: pure. */

export interface KeptPolicy {
  readonly keep: KeepPolicy
  /** Of `last`. */
  readonly keepCount: number | null
}

export interface KeepableItem {
  readonly id: number
  /** Epoch milliseconds; null counts as the oldest. */
  readonly publishedAt: number | null
  /** Whether the feed has it still. */
  readonly isListed: boolean
  /** Here by an editor's file, or brought: nothing of the policy's, but one of those that it wants. */
  readonly isOwn: boolean
  readonly isKept: boolean
  /** Kept, and another recording by now. */
  readonly isOutdated: boolean
  /** Whether its present address was refused. */
  readonly isRefused: boolean
}

/** What listeners do with a kept recording. */
export interface KeptUse {
  /** In the middle of it, in a queue, in a library, or with bookmarks. */
  readonly isInUse: boolean
  readonly isFinished: boolean
}

export interface KeepPlan {
  readonly fetched: readonly number[]
  /** May be given up, first ones first, as long as more than `keepCount` are kept. */
  readonly surplus: readonly number[]
  readonly surplusCount: number
}

/**
 * The newest recordings are fetched, as many as the policy says. What is kept beyond that is surplus; where the newest are
 * not all here yet, that many of the others stay.
 */
export function planKeeping({ keep, keepCount }: KeptPolicy, items: readonly KeepableItem[]): KeepPlan {
  const newestFirst = items.toSorted(
    (one, other) => (other.publishedAt ?? 0) - (one.publishedAt ?? 0) || other.id - one.id,
  )
  const wantedCount = keep === 'none' ? 0 : keep === 'all' ? items.length : (keepCount ?? 0)
  const wanted = newestFirst.filter(isHereOrThere).slice(0, wantedCount)
  const wantedIds = new Set(wanted.map(({ id }) => id))
  const isMissing = (item: KeepableItem) =>
    !item.isOwn && !item.isRefused && (!item.isKept || item.isOutdated)
  const kept = newestFirst.filter(({ isKept }) => isKept)
  return {
    fetched: wanted.filter((item) => item.isListed && isMissing(item)).map(({ id }) => id),
    surplus: kept.filter(({ id }) => !wantedIds.has(id)).map(({ id }) => id),
    surplusCount: Math.max(0, kept.length + wanted.filter(({ isOwn }) => isOwn).length - wantedCount),
  }
}

function isHereOrThere({ isListed, isKept, isOwn }: KeepableItem): boolean {
  return isListed || isKept || isOwn
}

/** Of surplus recordings, newest first, those that go: what somebody uses stays; the oldest that were finished go first. */
export function givenUp({ surplus, surplusCount }: KeepPlan, uses: ReadonlyMap<number, KeptUse>): number[] {
  const free = surplus.toReversed().filter((id) => uses.get(id)?.isInUse !== true)
  const isFinished = (id: number) => uses.get(id)?.isFinished === true
  return [...free.filter(isFinished), ...free.filter((id) => !isFinished(id))].slice(0, surplusCount)
}
