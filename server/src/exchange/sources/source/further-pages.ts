import { setTimeout as sleep } from 'node:timers/promises'
import type { FeedDocument } from '../reader/feed-document.ts'
import { type ShownItems, withSharedGuids } from './identity.ts'
import { type FeedAddress, type Fetched, fetchFeed } from './fetch-feed.ts'
import { maySendSecret } from './secrets.ts'
import type { SourceDeps } from './source-deps.ts'

/** Pages of a feed after its first: of paged feeds, and of archives (RFC 5005, 3 and 4). */

/** With the first. */
const mostPages = 500
const mostItems = 20_000
/** Between two requests to a host. */
const pauseMs = 250

export type FurtherPage = Pick<FeedDocument, 'items' | 'nextPageUrl'>

/** A page that could not be read. */
export class PageFailed extends Error {
  readonly url: string

  constructor(url: string, reason: string) {
    super(reason)
    this.url = url
  }
}

/**
 * Page after page from `next` on, none twice, and none that would give up encryption.
 *
 * @throws PageFailed; the signal's reason
 */
export async function* furtherPages(
  deps: SourceDeps,
  source: FeedAddress,
  next: string | null,
  signal?: AbortSignal,
): AsyncGenerator<FurtherPage, void> {
  const asked = new Set([source.url])
  for (let url = next; url !== null; ) {
    const isSafe = url.startsWith('https:') || !source.url.startsWith('https:')
    if (!isSafe || asked.has(url) || asked.size >= mostPages) return
    asked.add(url)
    await sleep(pauseMs, undefined, { signal })
    const secret = maySendSecret(url, source.url) ? source.secret : null
    const page = await fetchFeed(deps, { ...source, url, secret }, { signal })
    if (page.kind !== 'read') throw new PageFailed(url, reasonOf(page))
    yield page.document
    url = page.document.nextPageUrl
  }
}

type Reading = Extract<Fetched, { kind: 'read' }>

function reasonOf(page: Exclude<Fetched, Reading>): string {
  return page.kind === 'failed' ? page.reason : 'The page cannot be read just now.'
}

/** How far to read, beside the limit of items. */
interface Reach {
  /** Ends the reading where it is. */
  readonly deadline: AbortSignal
  readonly signal?: AbortSignal
  readonly isEnough?: (page: ShownItems) => boolean
}

/**
 * A feed with its further pages, as far as they could be read: its `nextPageUrl` is then that of the page to go on with.
 *
 * @throws the signal's reason, but not that of the deadline
 */
export async function withFurtherPages(
  deps: SourceDeps,
  source: FeedAddress,
  first: Reading,
  { deadline, signal, isEnough = () => false }: Reach,
): Promise<Reading> {
  const items = new Map(first.document.items.map((item) => [item.guidKey, item]))
  const soFar = (nextPageUrl: string | null) => ({
    ...first,
    document: { ...first.document, items: [...items.values()].slice(0, mostItems), nextPageUrl },
  })
  let next = first.document.nextPageUrl
  if (next === null || isEnough(first.document)) return first
  const any = signal ? AbortSignal.any([deadline, signal]) : deadline
  try {
    for await (const page of furtherPages(deps, source, next, any)) {
      for (const item of withSharedGuids(page.items, items.keys())) items.set(item.guidKey, item)
      next = page.nextPageUrl
      if (items.size >= mostItems) return soFar(null)
      if (isEnough(page)) break
    }
    return soFar(next)
  } catch (error) {
    signal?.throwIfAborted()
    if (deadline.aborted || error instanceof PageFailed) return soFar(next)
    throw error
  }
}

/** Whether a feed with so many items is read further. */
export const hasRoom = (itemsCount: number): boolean => itemsCount < mostItems
