import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { FeedItem } from '../reader/feed-document.ts'
import { ItemKeys } from '../reader/records/item-keys.ts'
import {
  durationOf,
  isAnotherRecording,
  type KnownItem,
  type MergePlan,
  planMerge,
  type ShownItems,
  titleKeyOf,
} from './identity.ts'

const hourMs = 3_600_000
const first = Date.UTC(2025, 0, 1)

interface Written {
  readonly guid: string
  /** As `ItemKeys` gives it, where another item of the document has that guid. */
  readonly key?: string
  readonly title?: string
  /** In hours. */
  readonly at?: number | null
  readonly url?: string
  readonly bytes?: number | null
  readonly seconds?: number | null
}

function itemOf({
  guid,
  key = guid,
  title = guid,
  at = 0,
  url = `u${guid}`,
  bytes = null,
  seconds = null,
}: Written): FeedItem {
  const publishedAt = at === null ? null : first + at * hourMs
  const enclosure = { url, sizeBytes: bytes, contentType: null }
  const stated = { guidKey: key, guid, title, publishedAt, enclosure, durationSeconds: seconds }
  return { ...stated, contentHash: JSON.stringify(stated) } as FeedItem
}

function knownOf(item: FeedItem, id: number, isGone = false): KnownItem {
  return {
    id,
    guidKey: item.guidKey,
    originUrl: item.enclosure?.url ?? null,
    originLength: item.enclosure?.sizeBytes ?? null,
    titleKey: titleKeyOf(item),
    publishedAt: item.publishedAt,
    durationMs: durationOf(item),
    contentHash: item.contentHash,
    isGone,
  }
}

/** Which of the known ones, by their places, each item is; null for a new one. */
function recognise(
  before: readonly Written[],
  after: readonly Written[],
): (number | null)[] | 'another feed' {
  const items = after.map(itemOf)
  const plan = planMerge(
    before.map((one, place) => knownOf(itemOf(one), place)),
    { items },
  )
  if (plan.isForeign) return 'another feed'
  const isOf =
    ({ contentHash }: FeedItem) =>
    (one: FeedItem) =>
      one.contentHash === contentHash
  return items.map((item) => {
    if (plan.added.some(isOf(item))) return null
    const changed = plan.changed.find((one) => isOf(item)(one.item))
    return changed?.known.id ?? before.findIndex((one) => isOf(item)(itemOf(one)))
  })
}

const a = { guid: 'a', at: 0, bytes: 100, seconds: 10 }
const b = { guid: 'b', at: 48, bytes: 200, seconds: 20 }
const sound = { bytes: 300, seconds: 30 }
const news = (guid: string, at: number, more: Partial<Written> = {}) => ({ guid, at, title: 'News', ...more })
const show = (url: string, key = `show ${url}`) => ({ guid: 'show', key, url, title: url, at: Number(url) })

describe('an item is', () => {
  test.each<[what: string, before: Written[], after: Written[], found: ReturnType<typeof recognise>]>([
    [
      'the known one of its key, whatever else it has',
      [a],
      [{ guid: 'a', title: 'x', url: 'x', at: 9 }],
      [0],
    ],
    ['the one at its address', [a, b], [b, { guid: 'x', url: 'ua', at: 99 }], [1, 0]],
    ['the one of its title within a day', [a, b], [b, { guid: 'x', title: 'a', at: 24 }], [1, 0]],
    ['new beyond that day', [a, b], [b, { guid: 'x', title: 'a', at: 25 }], [1, null]],
    ['new without a day', [a, b], [b, { guid: 'x', title: 'a', at: null }], [1, null]],
    [
      'the one of its length and duration within a day',
      [a, b],
      [b, { ...a, guid: 'x', title: 'x', at: 24 }],
      [1, 0],
    ],
    [
      'new beyond that day, as daily news are',
      [a, b],
      [b, { ...a, guid: 'x', title: 'x', at: 99 }],
      [1, null],
    ],
    [
      'the one of its length and duration in a feed with other keys',
      [a, b],
      [{ ...a, guid: 'x', title: 'x', url: 'x', at: 99 }],
      [0],
    ],
    ['new with the length alone', [a, b], [b, { guid: 'x', bytes: 100, at: 99 }], [1, null]],
    [
      'new where two have its length and duration',
      [a, { ...a, guid: 'c', at: 99 }, b],
      [b, { ...a, guid: 'x', at: 300 }],
      [2, null],
    ],
    ['never one that the feed has still', [a], [a, { ...a, guid: 'x', url: 'ua', title: 'a' }], [0, null]],
    [
      'the first of two at one address',
      [a, b],
      [b, { guid: 'x', url: 'ua' }, { guid: 'y', url: 'ua' }],
      [1, 0, null],
    ],
    [
      'by its address before another is by its title',
      [news('a', 0), news('b', 24)],
      [news('z', 48), news('y', 24, { url: 'ub' }), news('x', 0, { url: 'ua' })],
      [null, 1, 0],
    ],
    [
      'the nearest of those of its title',
      [news('a', 0), news('b', 24)],
      [news('z', 48), news('y', 24), news('x', 0)],
      [null, 1, 0],
    ],
    [
      'new as a bulletin of a day that has others',
      [news('c', 2), news('b', 1), news('a', 0)],
      [news('d', 3), news('c', 2), news('b', 1)],
      [null, 0, 1],
    ],
    [
      'new as a bulletin beside others, also by its length and duration',
      [news('q', 1, sound), news('p', 0, sound), b],
      [news('r', 2, sound), news('q', 1, sound), b],
      [null, 0, 2],
    ],
    ['new as one of two bulletins', [news('a', 0), b], [news('d', 3), news('c', 2), b], [null, null, 1]],
    [
      'of the very moment, also among bulletins',
      [news('c', 2), news('b', 1), news('a', 0)],
      [news('c', 2), news('b', 1), news('x', 0)],
      [0, 1, 2],
    ],
    [
      'nobody can tell of two as near',
      [news('p', 0), news('q', 24), b],
      [{ ...b }, news('x', 12)],
      [2, null],
    ],
    [
      'by its address before it is by a guid that others have, too',
      [show('3', 'show'), show('2'), show('1')],
      [show('4', 'show'), show('3'), show('2'), show('1')],
      [null, 0, 1, 2],
    ],
    [
      'by its key with the address of a guid that others have, too',
      [show('3'), show('2')],
      [show('4', 'show'), show('3'), show('2')],
      [null, 0, 1],
    ],
    ['of another feed where none is known', [a, b], [{ guid: 'x', at: 99 }], 'another feed'],
  ])('%s', (_what, before, after, found) => {
    expect(recognise(before, after)).toEqual(found)
  })
})

test.each<[what: string, before: Partial<Written>, after: Partial<Written>, isAnother: boolean]>([
  ['the same length', { bytes: 1000, seconds: 10 }, { bytes: 1005, seconds: 60 }, false],
  ['about the same duration', { bytes: 1000, seconds: 1000 }, { bytes: 5000, seconds: 1009 }, false],
  ['another duration', { bytes: 1000, seconds: 1000 }, { bytes: 5000, seconds: 1011 }, true],
  ['a duration that nobody states', { bytes: 1000, seconds: null }, { bytes: 5000, seconds: 60 }, false],
])('a sound of %s is another recording: %#', (_what, before, after, isAnother) => {
  expect(isAnotherRecording(knownOf(itemOf({ ...a, ...before }), 1), itemOf({ ...a, ...after }))).toBe(
    isAnother,
  )
})

/** What a host publishes, and how it names it at present. */
class Host {
  #published: { readonly number: number; readonly at: number; title: string; bytes: number }[] = []
  #guids = 0
  #addresses = 0
  #hasOneGuid = false
  shown = 3

  publish(gapHours: number, title: string | null): void {
    const number = this.#published.length
    const at = (this.#published.at(-1)?.at ?? 0) + gapHours
    this.#published.push({ number, at, title: title ?? `Episode ${number}`, bytes: 1000 + number })
  }

  move(addresses: boolean, hasOneGuid: boolean): void {
    this.#guids += 1
    this.#hasOneGuid = hasOneGuid
    if (addresses) this.#addresses += 1
  }

  rename(place: number): void {
    const one = this.#published.at(-1 - (place % this.shown))
    if (one) one.title += '!'
  }

  insertAdvertisement(bytes: number): void {
    for (const one of this.#published) one.bytes += bytes
  }

  document(): { readonly number: number; readonly item: FeedItem }[] {
    const keys = new ItemKeys()
    return this.#published
      .slice(-this.shown)
      .toReversed()
      .map(({ number, at, title, bytes }) => {
        const guid = this.#hasOneGuid ? `${this.#guids}` : `${this.#guids}-${number}`
        const url = `${this.#addresses}/${number}`
        const key = keys.take({ guid, enclosureUrl: url, link: null, title, date: null }) ?? ''
        return { number, item: itemOf({ guid, key, title, at, url, bytes, seconds: 60 }) }
      })
  }
}

/** What is stored of it, with the number of what each item was when it was added. */
class Store {
  #known: (KnownItem & { readonly number: number })[] = []

  /** @returns the numbers of items that were taken for another one */
  take(document: ReturnType<Host['document']>): number[] {
    const numbers = new Map(document.map(({ number, item }) => [item.contentHash, number]))
    const items = document.map(({ item }) => item)
    const plan = planMerge(this.#known, { items })
    expect(plan.isForeign).toBe(false)
    expect(withReturnedSorted(planMerge(this.#known, this.#withoutSame(items)))).toEqual(
      withReturnedSorted(plan),
    )
    const wrong = plan.changed.filter(({ known, item }) => known.number !== numbers.get(item.contentHash))
    const changed = new Map(plan.changed.map(({ known, item }) => [known.id, item]))
    const left = new Set<KnownItem>(plan.left)
    const returned = new Set<KnownItem>(plan.returned)
    this.#known = this.#known.map((known) => {
      const item = changed.get(known.id)
      if (item) return { ...knownOf(item, known.id), number: known.number }
      return { ...known, isGone: left.has(known) || (known.isGone && !returned.has(known)) }
    })
    for (const item of plan.added)
      this.#known.push({
        ...knownOf(item, this.#known.length),
        number: numbers.get(item.contentHash) as number,
      })
    return wrong.map(({ known }) => known.number)
  }

  /** As the reader tells them that knows the hashes. */
  #withoutSame(all: readonly FeedItem[]): ShownItems {
    const hashes = new Set(this.#known.map(({ contentHash }) => contentHash))
    const [items, unchanged] = [false, true].map((isSame) =>
      all.filter(({ contentHash }) => hashes.has(contentHash) === isSame),
    )
    return { items: items ?? [], unchanged: unchanged ?? [] }
  }

  get numbers(): number[] {
    return this.#known.map(({ number }) => number)
  }
}

function withReturnedSorted<Known extends KnownItem>(plan: MergePlan<Known>): MergePlan<Known> {
  return { ...plan, returned: plan.returned.toSorted((one, other) => one.id - other.id) }
}

const title = fc.constantFrom(null, null, 'News', 'Weather')
const step = fc.oneof(
  fc.record({ kind: fc.constant('publish' as const), gap: fc.integer({ min: 1, max: 60 }), title }),
  fc.record({
    kind: fc.constant('move' as const),
    addresses: fc.boolean(),
    hasOneGuid: fc.boolean(),
    publishes: fc.boolean(),
    title,
  }),
  fc.record({ kind: fc.constant('rename' as const), place: fc.nat(5) }),
  fc.record({ kind: fc.constant('insert' as const), bytes: fc.integer({ min: 1, max: 9_999 }) }),
  fc.record({ kind: fc.constant('show' as const), items: fc.integer({ min: 3, max: 9 }) }),
)

test('of a host that publishes, renames, moves and shows more or fewer, each item is one episode', () => {
  fc.assert(
    fc.property(fc.array(step, { minLength: 1, maxLength: 30, size: 'max' }), (steps) => {
      const [host, store] = [new Host(), new Store()]
      for (const gap of [5, 30, 3]) host.publish(gap, null)
      store.take(host.document())
      for (const one of steps) {
        if (one.kind === 'publish') host.publish(one.gap, one.title)
        else if (one.kind === 'rename') host.rename(one.place)
        else if (one.kind === 'insert') host.insertAdvertisement(one.bytes)
        else if (one.kind === 'show') host.shown = one.items
        else {
          host.move(one.addresses, one.hasOneGuid)
          if (one.publishes) host.publish(24, one.title)
        }
        expect(store.take(host.document())).toEqual([])
        expect(store.numbers.toSorted((x, y) => x - y)).toEqual(
          [...new Set(store.numbers)].toSorted((x, y) => x - y),
        )
      }
    }),
    { numRuns: 500 },
  )
})

test.each<[what: string, items: Partial<FeedItem>[], type: 'Serial' | 'Episodic' | null, order: string]>([
  ['the newest of a feed is the last', [{}, {}, {}], null, 'cba'],
  ['of one that tells in order it is the first', [{}, {}, {}], 'Serial', 'abc'],
  [
    'what has no date comes after all that have one',
    [{}, { publishedAt: 2 }, { publishedAt: 1 }],
    'Serial',
    'cba',
  ],
  ['of one moment the newest is the first still', [{ publishedAt: 1 }, { publishedAt: 1 }], 'Serial', 'ba'],
  ['the numbers tell, where all have one', [{ episode: 1 }, { episode: 2 }, { episode: 3 }], null, 'abc'],
  [
    'and those of the season before come first',
    [
      { season: 2, episode: 1, publishedAt: 5 },
      { season: 1, episode: 2, publishedAt: 5 },
      { season: 1, episode: 1, publishedAt: 5 },
      { season: 9, episode: 9, publishedAt: 4 },
    ],
    null,
    'dcba',
  ],
  ['they do not where one has none', [{ episode: 1 }, { episode: null }, { episode: 3 }], null, 'cba'],
])('of what is new, %s', (_what, stated, type, order) => {
  const items = stated.map((one, index) => ({ ...itemOf({ guid: 'abcd'.charAt(index), at: null }), ...one }))
  expect(planMerge([], { items, type }).added.map(({ guid }) => guid)).toEqual([...order])
})

test('of 20 000 items of one title and moment is told soon', () => {
  const items = Array.from({ length: 20_000 }, (_, number) => news(`${number}`, 0))
  const known = items.map((one, id) => knownOf(itemOf(one), id))
  const moved = items.map((one) => itemOf({ ...one, guid: `moved ${one.guid}`, url: `moved ${one.guid}` }))
  expect(planMerge(known, { items: moved }).isForeign).toBe(true)
})

test('of a feed that has become another one nothing is taken', () => {
  const written = fc.uniqueArray(fc.nat(99), { minLength: 1, maxLength: 20 })
  fc.assert(
    fc.property(written, written, (before, after) => {
      const known = before.map((number, id) => knownOf(itemOf({ guid: `old ${number}`, at: number }), id))
      const items = after.map((number) => itemOf({ guid: `new ${number}`, at: number }))
      expect(planMerge(known, { items })).toEqual({
        isForeign: true,
        added: [],
        changed: [],
        returned: [],
        left: [],
      })
    }),
  )
})
