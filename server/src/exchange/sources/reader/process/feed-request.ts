import type { FeedItem, FeedPlace, FeedRefusal } from '../feed-document.ts'
import { type FeedHead, readFeedItems } from '../records/read-feed.ts'

export interface FeedRequest {
  readonly bytes: Uint8Array
  readonly place: FeedPlace
}

export type FeedAnswer =
  | { readonly part: readonly FeedItem[] }
  | { readonly found: FeedHead | { readonly refusal: FeedRefusal } }

/** Few enough that their arrival does not hold the server's thread. */
const itemsPerPart = 50

/** Runs in the child: items in parts, at last all else. */
export function answerFeedRequest(job: unknown, send: (answer: FeedAnswer) => void): void {
  const { bytes, place } = job as FeedRequest
  let part: FeedItem[] = []
  const found = readFeedItems(bytes, place, (item) => {
    part.push(item)
    if (part.length < itemsPerPart) return
    send({ part })
    part = []
  })
  if (part.length > 0) send({ part })
  send({ found })
}
