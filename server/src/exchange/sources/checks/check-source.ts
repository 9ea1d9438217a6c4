import type { SourcedField } from '@earmark/contract/sources.ts'
import { isUnlisted } from '../../../catalogue/podcasts/podcasts.queries.ts'
import { requireCreators } from '../writing/credits-by-name.ts'
import { fetchCover } from '../writing/feed-cover.ts'
import { sliceItems } from '../writing/feed-slices.ts'
import { creditedPeople } from '../writing/podcast-updates.ts'
import { listStoredItems, type StoredItem } from '../writing/source-items.queries.ts'
import { statedPodcast } from '../writing/stated-podcast.ts'
import { failedFetch, type Fetched, fetchFeed } from '../source/fetch-feed.ts'
import { withFurtherPages } from '../source/further-pages.ts'
import { type MergePlan, planMerge, type ShownItems } from '../source/identity.ts'
import type { FeedDocument } from '../reader/feed-document.ts'
import type { SourceDeps } from '../source/source-deps.ts'
import { isOwnAddress } from '../source/own-feeds.ts'
import { parseSourceUrl, type SourceUrl } from '../source/source-url.ts'
import { readDetached } from '../source/source-view.ts'
import type { SourceRow } from '../source/sources.queries.ts'
import type { FeedChange } from './feed-change.ts'

/** What a check found, before anything of it is written. */
export type Checked =
  | { readonly kind: 'failed'; readonly failure: Extract<Fetched, { kind: 'failed' }> }
  | { readonly kind: 'same'; readonly fetched: Extract<Fetched, { kind: 'same' }> }
  | { readonly kind: 'busy' }
  | { readonly kind: 'foreign'; readonly fetched: Reading }
  | { readonly kind: 'change'; readonly change: FeedChange }

type Reading = Extract<Fetched, { kind: 'read' }>

/** Asks for the feed of a source and finds out what is new in it. */
export async function checkFeed(deps: SourceDeps, row: SourceRow, signal?: AbortSignal): Promise<Checked> {
  const known = new KnownItems(deps, row)
  const listKnownHashes = () => known.listHashes()
  let fetched = await fetchFeed(deps, row, { last: row, listKnownHashes, signal })
  // A move is proved by the feed itself, which a host need not send again.
  if (fetched.kind === 'same' && otherAddress(row, fetched.movedTo))
    fetched = await fetchFeed(deps, row, { listKnownHashes, signal })
  if (fetched.kind === 'busy') return fetched
  if (fetched.kind === 'failed') return { kind: 'failed', failure: fetched }
  // A host may send it here only now.
  if (isOwnAddress(fetched.url, deps.config))
    return { kind: 'failed', failure: failedFetch('This address is not allowed.') }
  if (fetched.kind === 'same') return { kind: 'same', fetched }
  const stored = await known.list()
  fetched = await upToKnown(deps, row, { fetched, known: stored }, signal)
  const plan = planOf(stored, fetched.document)
  if (plan.isForeign) return { kind: 'foreign', fetched }
  const moved = await findMove(deps, row, { fetched, known: stored, plan }, signal)
  return {
    kind: 'change',
    change: await prepareChange(deps, row, moved ?? { fetched, plan, address: null }, signal),
  }
}

/** The items of a source, read once and only where a feed is to be compared with them. */
class KnownItems {
  readonly #read: () => Promise<StoredItem[]>
  #items: Promise<StoredItem[]> | null = null

  constructor({ db }: SourceDeps, { id }: SourceRow) {
    this.#read = () => listStoredItems(db.connection, id)
  }

  list(): Promise<readonly StoredItem[]> {
    return (this.#items ??= this.#read())
  }

  async listHashes(): Promise<string[]> {
    return (await this.list()).map(({ contentHash }) => contentHash)
  }
}

/** Of a check, within its lease. */
const pagesPatienceMs = 60_000

/** More than a page may have been published since the last check. */
async function upToKnown(
  deps: SourceDeps,
  row: SourceRow,
  { fetched, known }: Pick<Found, 'fetched' | 'known'>,
  signal: AbortSignal | undefined,
): Promise<Reading> {
  const isEnough = (page: ShownItems) => isAnyKnown(page, known)
  const deadline = AbortSignal.timeout(pagesPatienceMs)
  return await withFurtherPages(deps, row, fetched, { deadline, isEnough, ...(signal && { signal }) })
}

function planOf(known: readonly StoredItem[], document: FeedDocument): MergePlan<StoredItem> {
  return planMerge(known, document, document.nextPageUrl === null)
}

function isAnyKnown({ items, unchanged = [] }: ShownItems, known: readonly StoredItem[]): boolean {
  if (unchanged.length > 0) return true
  const keys = new Set(known.map(({ guidKey }) => guidKey))
  return items.some(({ guidKey }) => keys.has(guidKey))
}

interface Move {
  readonly fetched: Reading
  readonly plan: MergePlan<StoredItem>
  /** Where the feed is from now on; null where it was. */
  readonly address: SourceUrl | null
}

interface Found {
  readonly fetched: Reading
  readonly known: readonly StoredItem[]
  readonly plan: MergePlan<StoredItem>
}

/** An address that the host or the feed names is the source's once a feed is there that is known: by its guid, or by an item. */
async function findMove(
  deps: SourceDeps,
  row: SourceRow,
  { fetched, known, plan }: Found,
  signal: AbortSignal | undefined,
): Promise<Move | null> {
  const redirected = otherAddress(row, fetched.movedTo)
  if (redirected && isProved(row, fetched.document, known)) return { fetched, plan, address: redirected }
  const named = otherAddress(row, fetched.document.newFeedUrl)
  if (!named) return null
  const there = await fetchFeed(
    deps,
    { url: named.url, secret: null, is_of_editor: row.is_of_editor },
    { signal },
  )
  if (there.kind !== 'read' || isOwnAddress(there.url, deps.config) || !isProved(row, there.document, known))
    return null
  const planThere = planOf(known, there.document)
  return planThere.isForeign ? null : { fetched: there, plan: planThere, address: named }
}

/** Null for the present one, and for one that would give up encryption. */
function otherAddress(row: SourceRow, url: string | null): SourceUrl | null {
  const address = url === null ? null : parseSourceUrl(url)
  if (!address || address.url === row.url) return null
  return row.url.startsWith('https:') && !address.url.startsWith('https:') ? null : address
}

export function isProved({ guid }: SourceRow, document: FeedDocument, known: readonly StoredItem[]): boolean {
  if (document.guid !== null && document.guid === guid) return true
  return isAnyKnown(document, known)
}

/** What of a feed is to be written, with what has to be fetched for it. */
export async function prepareChange(
  deps: SourceDeps,
  row: SourceRow,
  { fetched, plan, address }: Move,
  signal: AbortSignal | undefined,
): Promise<FeedChange> {
  const isNaming = !(await isUnlisted(deps.db.connection, row.podcast_id))
  const detached: readonly SourcedField[] = [
    ...readDetached(row),
    ...(isNaming ? [] : (['voicers'] as const)),
  ]
  const stated = statedPodcast(fetched.document)
  const { imageUrl } = fetched.document
  const hasNewCover = imageUrl !== null && imageUrl !== row.image_url && !detached.includes('cover')
  const cover = hasNewCover ? await fetchCover(deps, imageUrl, row, signal) : null
  return {
    row,
    fetched,
    plan,
    address,
    stated,
    detached,
    creators: await requireCreators(deps, creditedPeople(stated, detached)),
    slices: await sliceItems(deps, plan, isNaming),
    cover: cover?.cover ? { opened: cover, url: imageUrl as string } : null,
  }
}
