import type { FeedItem, FeedNotes, FeedPlace, FeedRefusal, UnchangedItem } from '../feed-document.ts'
import { type FeedHead, readFeedInSteps } from '../records/read-feed.ts'

/** Of the bytes that came before it. */
export interface FeedRequest {
  readonly place: FeedPlace
}

/** Of a process that could not allocate what a feed needs: a `RangeError`. */
export const tooLargeExit = 3

/** Some of the items. */
interface FeedPart {
  /** JSON, without their descriptions: these are long, and copied faster than parsed. */
  readonly items: string
  readonly descriptions: readonly FeedNotes[]
  readonly unchanged: readonly UnchangedItem[]
}

export type FeedAnswer =
  | { readonly part: FeedPart }
  | { readonly found: FeedHead | { readonly refusal: FeedRefusal } }

/** Few enough that their arrival does not hold the server's thread. */
const itemsPerPart = 20
const unchangedPerPart = 500

type Send = (answer: FeedAnswer) => Promise<void>

/** Runs in the child. */
export class FeedRequests {
  readonly #send: Send
  #bytes = new Uint8Array()

  constructor(send: Send) {
    this.#send = send
  }

  async take(message: Uint8Array<ArrayBuffer> | FeedRequest): Promise<void> {
    const bytes = this.#bytes
    this.#bytes = message instanceof Uint8Array ? message : new Uint8Array()
    if (!(message instanceof Uint8Array)) await answerFeedRequest(bytes, message.place, this.#send)
  }
}

/** Items in parts, at last all else. What is not sent yet does not gather in memory. */
async function answerFeedRequest(bytes: Uint8Array, place: FeedPlace, send: Send): Promise<void> {
  let items: FeedItem[] = []
  let unchanged: UnchangedItem[] = []
  let sending: Promise<void>[] = []
  const sendPart = () => {
    sending.push(send({ part: writePart(items, unchanged) }))
    items = []
    unchanged = []
  }
  const steps = readFeedInSteps(bytes, place, (read) => {
    if (read.kind === 'item') items.push(read.item)
    else unchanged.push(read.item)
    if (items.length >= itemsPerPart || unchanged.length >= unchangedPerPart) sendPart()
  })
  for (;;) {
    const { done, value } = steps.next()
    if (!done && sending.length === 0) continue
    await Promise.all(sending)
    sending = []
    if (!done) continue
    if (items.length + unchanged.length > 0) sendPart()
    return await send({ found: value })
  }
}

type SentItem = Omit<FeedItem, 'description'>

function writePart(items: readonly FeedItem[], unchanged: readonly UnchangedItem[]): FeedPart {
  const descriptions = items.map(({ description }) => description)
  const sent = items.map(({ description: _, ...item }): SentItem => item)
  return { items: JSON.stringify(sent), descriptions, unchanged }
}

export interface ReadPart {
  readonly items: readonly FeedItem[]
  readonly unchanged: readonly UnchangedItem[]
}

export function readPart(part: unknown): ReadPart {
  const { items, descriptions, unchanged } = part as FeedPart
  const sent = JSON.parse(items) as SentItem[]
  return {
    items: sent.map((item, index) => ({ ...item, description: descriptions[index] as FeedNotes })),
    unchanged,
  }
}
