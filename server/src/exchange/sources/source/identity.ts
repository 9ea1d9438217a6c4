import { foldText } from '@earmark/contract/fold.ts'
import type { FeedDocument, FeedItem } from '../reader/feed-document.ts'
import { guidOfLongKey, longKeyOf } from '../reader/records/item-keys.ts'
import { statedHash } from './explicit-items.ts'

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

/** What a feed has, by the hashes of the known ones. */
export interface ShownItems
  extends Pick<FeedDocument, 'items'>,
    Partial<Pick<FeedDocument, 'unchanged' | 'type'>> {}

/** @param isWhole false for the first pages of a feed: known items that are older than theirs are on others */
export function planMerge<Known extends KnownItem>(
  known: readonly Known[],
  { items: shown, unchanged = [], type = null }: ShownItems,
  isWhole = true,
): MergePlan<Known> {
  const byKey = new Map(known.map((one) => [one.guidKey, one]))
  const byHash = new Map(known.map((one) => [statedHash(one.contentHash), one]))
  const items = withSharedGuids(
    shown,
    unchanged.map(({ guidKey }) => guidKey),
  )
  const unchangedOnes = unchanged.flatMap(({ contentHash }) => byHash.get(contentHash) ?? [])
  const keys = new Set([...items, ...unchangedOnes].map(({ guidKey }) => guidKey))
  const oldest = isWhole ? null : oldestOf([...items, ...unchanged])
  const absent = known.filter((one) => !keys.has(one.guidKey) && !isOlder(one, oldest))
  const fresh = items.filter(({ guidKey }) => !byKey.has(guidKey))
  const hasMoved = fresh.length === items.length && unchanged.length === 0
  const moved = findMoved(known, absent, fresh, hasMoved)
  const matches = items.map((item) => ({ item, known: byKey.get(item.guidKey) ?? moved.get(item) }))
  const recognised = matches.flatMap(({ item, known: one }) => (one ? [{ item, known: one }] : []))
  const isRecognised = recognised.length + unchanged.length > 0
  if (known.length > 0 && items.length > 0 && !isRecognised) return foreign
  const found = new Set(moved.values())
  const isSame = ({ item, known: one }: ChangedItem<Known>) =>
    one.contentHash === item.contentHash && one.guidKey === item.guidKey
  const same = [...recognised.filter(isSame).map((match) => match.known), ...unchangedOnes]
  return {
    isForeign: false,
    added: inOrder(
      matches.flatMap(({ item, known: one }) => (one ? [] : [item])),
      type,
    ),
    changed: recognised.filter((match) => !isSame(match)),
    returned: same.filter(({ isGone }) => isGone),
    left: keys.size === 0 ? [] : absent.filter((one) => !one.isGone && !found.has(one)),
  }
}

/**
 * Those of a page that are not told yet. A guid of several items tells nothing of the first of them, which is another one each
 * time, and on each page: it has its enclosure in its key as they do. One that another page has shown as the second is not told
 * twice.
 *
 * @param toldKeys of what else the feed shows
 */
export function withSharedGuids(items: readonly FeedItem[], toldKeys: Iterable<string>): readonly FeedItem[] {
  const told = new Set(toldKeys)
  const keys = [...told, ...items.map(({ guidKey }) => guidKey)]
  const shared = new Set(keys.flatMap((key) => guidOfLongKey(key) ?? []))
  const named = items.map((item) => {
    const { guid, enclosure } = item
    const isFirst = guid === item.guidKey && enclosure !== null && shared.has(guid)
    return isFirst ? { ...item, guidKey: longKeyOf(guid, enclosure.url) } : item
  })
  return named.filter(({ guidKey }) => !told.has(guidKey) && told.add(guidKey))
}

/** Of what has no day nobody can tell where it is. */
function isOlder({ publishedAt }: KnownItem, oldest: number | null): boolean {
  return oldest !== null && (publishedAt === null || publishedAt <= oldest)
}

function oldestOf(items: readonly Pick<FeedItem, 'publishedAt'>[]): number {
  return Math.min(...items.flatMap(({ publishedAt }) => publishedAt ?? []))
}

const foreign = { isForeign: true, added: [], changed: [], returned: [], left: [] }

/** What tells that an item is a known one under another key. */
interface Sign {
  /** Null where an item has no such sign. */
  readonly ofKnown: (known: KnownItem) => string | null
  readonly ofItem: (item: FeedItem) => string | null
  /** Whether both have to be of about one day. */
  readonly isDated: boolean
}

const bySound: Sign = {
  ofKnown: ({ originLength, durationMs }) => soundSign(originLength, durationMs),
  ofItem: (item) => soundSign(item.enclosure?.sizeBytes ?? null, durationOf(item)),
  isDated: true,
}

/**
 * The surest first, each tried for all items before the next: what one is by its address another is not by its title. Daily
 * news are as long as those of yesterday: their length tells alone, on any day, where nothing else of the feed is known.
 */
const signs: readonly Sign[] = [
  {
    ofKnown: ({ originUrl }) => originUrl,
    ofItem: ({ enclosure }) => enclosure?.url ?? null,
    isDated: false,
  },
  { ofKnown: ({ titleKey }) => titleKey, ofItem: (item) => titleKeyOf(item), isDated: true },
  bySound,
]

const lengthAlone: Sign = { ...bySound, isDated: false }

function soundSign(length: number | null, durationMs: number | null): string | null {
  return length === null || length <= 0 || durationMs === null ? null : `${length} ${durationMs}`
}

/** @returns known items that the feed has no more by the items that they are now; each at most once */
function findMoved<Known extends KnownItem>(
  all: readonly Known[],
  absent: readonly Known[],
  fresh: readonly FeedItem[],
  hasMoved: boolean,
): Map<FeedItem, Known> {
  const moved = new Map<FeedItem, Known>()
  const left = new Set(absent)
  for (const sign of hasMoved ? [...signs, lengthAlone] : signs) {
    if (left.size === 0) break
    if (sign === lengthAlone && moved.size > 0) break
    const known = Map.groupBy(sign.isDated && !hasMoved ? all : left, sign.ofKnown)
    const items = Map.groupBy(
      fresh.filter((item) => !moved.has(item)),
      sign.ofItem,
    )
    for (const [key, those] of items) {
      const candidates = key === null ? [] : (known.get(key) ?? [])
      const found = sign.isDated ? nearest(candidates, left, those, hasMoved) : onlyOne(candidates, those)
      for (const [item, one] of found) {
        moved.set(item, one)
        left.delete(one)
      }
    }
  }
  return moved
}

type Found<Known> = readonly [FeedItem, Known]

/** Of several known ones nobody can tell, of several items the first is it. */
function onlyOne<Known extends KnownItem>(
  known: readonly Known[],
  [item]: readonly FeedItem[],
): readonly Found<Known>[] {
  const [one] = known
  return item && one && known.length === 1 ? [[item, one]] : []
}

/** On either side of an item's moment. */
const mostCandidates = 4

/**
 * Those within a day, from the nearest on; of two as near nobody can tell. Of a feed that has not moved, one of several on a
 * day is a bulletin of many: it is another one, unless it is of the very moment.
 *
 * @param absent those that the feed has no more
 */
function nearest<Known extends KnownItem>(
  known: readonly Known[],
  absent: ReadonlySet<Known>,
  items: readonly FeedItem[],
  hasMoved: boolean,
): readonly Found<Known>[] {
  const dated = known
    .flatMap((one) => (one.publishedAt === null ? [] : [{ one, at: one.publishedAt }]))
    .sort((a, b) => a.at - b.at)
  const candidates = items.map((item) => candidatesOf(item, dated))
  const free = new Set(known.filter((one) => absent.has(one)))
  const found = new Map<FeedItem, Known>()
  const pairs = candidates.flatMap((those) => those.map((pair) => ({ ...pair, those })))
  for (const { item, one, apart, those } of pairs.sort((a, b) => a.apart - b.apart)) {
    if (found.has(item) || !free.has(one)) continue
    if (!hasMoved && apart > 0 && (those.length > 1 || items.length > 1)) continue
    if (those.some((other) => other.one !== one && other.apart === apart && free.has(other.one))) continue
    found.set(item, one)
    free.delete(one)
  }
  return [...found]
}

function candidatesOf<Known extends KnownItem>(
  item: FeedItem,
  dated: readonly { readonly one: Known; readonly at: number }[],
) {
  const { publishedAt } = item
  if (publishedAt === null) return []
  const place = firstFrom(dated, publishedAt)
  return dated
    .slice(Math.max(0, place - mostCandidates), place + mostCandidates)
    .map(({ one, at }) => ({ item, one, apart: Math.abs(at - publishedAt) }))
    .filter(({ apart }) => apart <= dayMs)
}

/** The place of the first that is not before a moment. */
function firstFrom(dated: readonly { readonly at: number }[], moment: number): number {
  let [low, high] = [0, dated.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((dated[middle]?.at ?? Infinity) < moment) low = middle + 1
    else high = middle
  }
  return low
}

const dayMs = 24 * 3600 * 1000

function inOrder(items: readonly FeedItem[], type: FeedDocument['type']): FeedItem[] {
  const byMoment = Map.groupBy(items.toReversed(), ({ publishedAt }) => publishedAt ?? Infinity)
  const moments = [...byMoment].sort(([one], [other]) => one - other || 0)
  return moments.flatMap(([moment, those]) => inOrderOfOne(those, type === 'Serial' && moment === Infinity))
}

/**
 * What is of one moment, or has none, stands by the numbers that all of them state; else feeds have the newest first, unless
 * they tell in order: books, which have no dates.
 */
function inOrderOfOne(items: readonly FeedItem[], isTold: boolean): readonly FeedItem[] {
  const isNumbered = items.every(({ episode }) => typeof episode === 'number')
  if (isNumbered) return items.toSorted((one, other) => numberOf(one) - numberOf(other))
  return isTold ? items.toReversed() : items
}

function numberOf({ season, episode }: Pick<FeedItem, 'season' | 'episode'>): number {
  return (season ?? 0) * 1e9 + (episode ?? 0)
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
