import { foldText } from '@earmark/contract/fold.ts'
import type { FeedItem } from '../reader/feed-document.ts'

/**
 * Which items of a feed are which of those that are known (0062): pure. The same key is the same item; another key with the
 * enclosure, the title and day, or the length and duration of exactly one item that the feed has no more is that item, whose
 * feed has moved.
 */

/** An item as it was last read. */
export interface KnownItem {
  readonly id: number
  readonly guidKey: string
  readonly originUrl: string | null
  readonly originLength: number | null
  readonly titleKey: string
  readonly publishedAt: number | null
  readonly durationMs: number | null
  readonly contentHash: string
  readonly isGone: boolean
}

export interface MergePlan<Known extends KnownItem = KnownItem> {
  /** Not one item is known: the feed has become another one, and nothing is to be taken. */
  readonly isForeign: boolean
  /** In the order of publication, the oldest first; what has no day stands where the feed has it. */
  readonly added: readonly FeedItem[]
  readonly changed: readonly ChangedItem<Known>[]
  /** The same as before, and here again. */
  readonly returned: readonly Known[]
  /** Known items that the feed has no more, and had before. */
  readonly left: readonly Known[]
}

export interface ChangedItem<Known extends KnownItem = KnownItem> {
  readonly known: Known
  readonly item: FeedItem
}

export function planMerge<Known extends KnownItem>(
  known: readonly Known[],
  items: readonly FeedItem[],
): MergePlan<Known> {
  const byKey = new Map(known.map((one) => [one.guidKey, one]))
  const keys = new Set(items.map(({ guidKey }) => guidKey))
  const absent = new Absent(known.filter(({ guidKey }) => !keys.has(guidKey)))
  const matches = items.map((item) => ({ item, known: byKey.get(item.guidKey) ?? absent.take(item) }))
  const recognised = matches.flatMap(({ item, known: one }) => (one ? [{ item, known: one }] : []))
  if (known.length > 0 && items.length > 0 && recognised.length === 0) return foreign
  const isSame = ({ item, known: one }: ChangedItem<Known>) =>
    one.contentHash === item.contentHash && one.guidKey === item.guidKey
  return {
    isForeign: false,
    added: inOrder(matches.flatMap(({ item, known: one }) => (one ? [] : [item]))),
    changed: recognised.filter((match) => !isSame(match)),
    returned: recognised.filter((match) => isSame(match) && match.known.isGone).map((match) => match.known),
    left: items.length === 0 ? [] : absent.rest.filter(({ isGone }) => !isGone),
  }
}

const foreign = { isForeign: true, added: [], changed: [], returned: [], left: [] }

/** The known items that the feed has no more; each is taken once. */
class Absent<Known extends KnownItem> {
  readonly #items: Set<Known>
  readonly #byUrl = new Map<string, Known[]>()
  readonly #byTitle = new Map<string, Known[]>()
  readonly #byLength = new Map<number, Known[]>()

  constructor(items: readonly Known[]) {
    this.#items = new Set(items)
    for (const item of items) {
      if (item.originUrl !== null) add(this.#byUrl, item.originUrl, item)
      add(this.#byTitle, item.titleKey, item)
      if (item.originLength !== null && item.originLength > 0) add(this.#byLength, item.originLength, item)
    }
  }

  get rest(): Known[] {
    return [...this.#items]
  }

  take(item: FeedItem): Known | undefined {
    const { enclosure, publishedAt } = item
    const durationMs = durationOf(item)
    const found =
      this.#only(this.#byUrl.get(enclosure?.url ?? ''), () => true) ??
      this.#only(this.#byTitle.get(titleKeyOf(item)), (one) => isNear(one.publishedAt, publishedAt)) ??
      this.#only(
        this.#byLength.get(enclosure?.sizeBytes ?? -1),
        (one) => durationMs !== null && one.durationMs === durationMs,
      )
    if (found) this.#items.delete(found)
    return found
  }

  #only(candidates: readonly Known[] | undefined, fits: (known: Known) => boolean): Known | undefined {
    const fitting = candidates?.filter((one) => this.#items.has(one) && fits(one))
    return fitting?.length === 1 ? fitting[0] : undefined
  }
}

function add<Key, Value>(map: Map<Key, Value[]>, key: Key, value: Value): void {
  const values = map.get(key)
  if (values) values.push(value)
  else map.set(key, [value])
}

const dayMs = 24 * 3600 * 1000

function isNear(one: number | null, other: number | null): boolean {
  return one !== null && other !== null && Math.abs(one - other) <= dayMs
}

/** Feeds have the newest first. */
function inOrder(items: readonly FeedItem[]): FeedItem[] {
  return items.toReversed().sort((a, b) => (a.publishedAt ?? Infinity) - (b.publishedAt ?? Infinity) || 0)
}

const titleKeyLength = 500

export function titleKeyOf({ title }: Pick<FeedItem, 'title'>): string {
  return foldText(title).slice(0, titleKeyLength)
}

export function durationOf({ durationSeconds }: Pick<FeedItem, 'durationSeconds'>): number | null {
  return durationSeconds === null ? null : Math.round(durationSeconds * 1000)
}

const tolerance = 0.01

/**
 * What became of an item's sound: the same bytes or the same recording at another address, or another recording, which has
 * another duration.
 */
export function isAnotherRecording(known: KnownItem, item: FeedItem): boolean {
  const durationMs = durationOf(item)
  if (isAlike(known.originLength, item.enclosure?.sizeBytes ?? null)) return false
  return known.durationMs !== null && durationMs !== null && !isAlike(known.durationMs, durationMs)
}

function isAlike(one: number | null, other: number | null): boolean {
  if (one === null || other === null || one === 0) return false
  return Math.abs(one - other) <= tolerance * one
}
