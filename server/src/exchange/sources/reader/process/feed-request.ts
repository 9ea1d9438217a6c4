import type { FeedItem, FeedPlace, FeedRefusal } from '../feed-document.ts'
import { type FeedHead, readFeedInSteps } from '../records/read-feed.ts'

export interface FeedRequest {
  readonly bytes: Uint8Array
  readonly place: FeedPlace
}

export type FeedAnswer =
  /** Items as JSON, which is made and read in half the time of structured clones. */
  { readonly part: string } | { readonly found: FeedHead | { readonly refusal: FeedRefusal } }

/** Few enough that their arrival does not hold the server's thread. */
const itemsPerPart = 50

/** Runs in the child: items in parts, at last all else. What is not sent yet does not gather in memory. */
export async function answerFeedRequest(
  job: unknown,
  send: (answer: FeedAnswer) => Promise<void>,
): Promise<void> {
  const { bytes, place } = job as FeedRequest
  let part: FeedItem[] = []
  let sending: Promise<void>[] = []
  const sendPart = () => {
    sending.push(send({ part: JSON.stringify(part) }))
    part = []
  }
  const steps = readFeedInSteps(bytes, place, (item) => {
    part.push(item)
    if (part.length >= itemsPerPart) sendPart()
  })
  for (;;) {
    const { done, value } = steps.next()
    if (!done && sending.length === 0) continue
    await Promise.all(sending)
    sending = []
    if (!done) continue
    if (part.length > 0) sendPart()
    return await send({ found: value })
  }
}
