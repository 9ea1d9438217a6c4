import type { SourcedField } from '@earmark/contract/sources.ts'
import { isUnlisted } from '../../../catalogue/podcasts/podcasts.queries.ts'
import { requireCreators } from '../writing/credits-by-name.ts'
import { fetchCover } from '../writing/feed-cover.ts'
import { sliceItems } from '../writing/feed-slices.ts'
import { creditedPeople } from '../writing/podcast-updates.ts'
import { listStoredItems, type StoredItem } from '../writing/source-items.queries.ts'
import { statedPodcast } from '../writing/stated-podcast.ts'
import { type Fetched, fetchFeed } from '../source/fetch-feed.ts'
import { withFurtherPages } from '../source/further-pages.ts'
import { type MergePlan, planMerge } from '../source/identity.ts'
import type { FeedDocument, FeedItem } from '../reader/feed-document.ts'
import type { SourceDeps } from '../source/source-deps.ts'
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
  let fetched = await fetchFeed(deps, row, row, signal)
  // A move is proved by the feed itself, which a host need not send again.
  if (fetched.kind === 'same' && otherAddress(row, fetched.movedTo))
    fetched = await fetchFeed(deps, row, undefined, signal)
  if (fetched.kind === 'busy') return fetched
  if (fetched.kind === 'failed') return { kind: 'failed', failure: fetched }
  if (fetched.kind === 'same') return { kind: 'same', fetched }
  const known = await listStoredItems(deps.db.connection, row.id)
  fetched = await upToKnown(deps, row, { fetched, known }, signal)
  const plan = planOf(known, fetched.document)
  if (plan.isForeign) return { kind: 'foreign', fetched }
  const moved = await findMove(deps, row, { fetched, known, plan }, signal)
  return {
    kind: 'change',
    change: await prepareChange(deps, row, moved ?? { fetched, plan, address: null }, signal),
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
  const keys = new Set(known.map(({ guidKey }) => guidKey))
  const isEnough = (items: readonly FeedItem[]) => items.some(({ guidKey }) => keys.has(guidKey))
  const deadline = AbortSignal.timeout(pagesPatienceMs)
  return await withFurtherPages(deps, row, fetched, { deadline, isEnough, ...(signal && { signal }) })
}

function planOf(known: readonly StoredItem[], { items, nextPageUrl }: FeedDocument): MergePlan<StoredItem> {
  return planMerge(known, items, nextPageUrl === null)
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
    undefined,
    signal,
  )
  if (there.kind !== 'read' || !isProved(row, there.document, known)) return null
  const planThere = planOf(known, there.document)
  return planThere.isForeign ? null : { fetched: there, plan: planThere, address: named }
}

/** Null for the present one, and for one that would give up encryption. */
function otherAddress(row: SourceRow, url: string | null): SourceUrl | null {
  const address = url === null ? null : parseSourceUrl(url)
  if (!address || address.url === row.url) return null
  return row.url.startsWith('https:') && !address.url.startsWith('https:') ? null : address
}

function isProved(row: SourceRow, { guid, items }: FeedDocument, known: readonly StoredItem[]): boolean {
  if (guid !== null && guid === row.guid) return true
  const keys = new Set(known.map(({ guidKey }) => guidKey))
  return items.some(({ guidKey }) => keys.has(guidKey))
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
  const stated = statedPodcast(fetched.document, row.host)
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
