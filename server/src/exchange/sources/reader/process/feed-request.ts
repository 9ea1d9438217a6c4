import type { Notes } from '@earmark/contract/notes.ts'
import type { FeedItem, FeedPlace, FeedRefusal } from '../feed-document.ts'
import { notesText } from '../notes/notes-text.ts'
import { type FeedHead, readFeedInSteps } from '../records/read-feed.ts'

/** A feed comes in pieces, so that it is copied once: its size, its bytes, then where it is from. */
export type FeedRequest =
  | { readonly sizeBytes: number }
  | { readonly piece: Uint8Array }
  | { readonly place: FeedPlace }

export const pieceBytes = 1024 ** 2

/** Of a process that could not allocate what a feed needs: a `RangeError`. */
export const tooLargeExit = 3

/** Items come as JSON. */
export type FeedAnswer =
  | { readonly part: string }
  | { readonly found: FeedHead | { readonly refusal: FeedRefusal } }

/** Few enough that their arrival does not hold the server's thread. */
const itemsPerPart = 20

type Send = (answer: FeedAnswer) => Promise<void>

/** Runs in the child. */
export class FeedRequests {
  #bytes = new Uint8Array()
  #received = 0
  readonly #send: Send

  constructor(send: Send) {
    this.#send = send
  }

  async take(message: unknown): Promise<void> {
    const request = message as FeedRequest
    if ('sizeBytes' in request) {
      this.#bytes = new Uint8Array(request.sizeBytes)
      this.#received = 0
    } else if ('piece' in request) {
      this.#bytes.set(request.piece, this.#received)
      this.#received += request.piece.length
    } else {
      const bytes = this.#bytes
      this.#bytes = new Uint8Array()
      await answerFeedRequest(bytes, request.place, this.#send)
    }
  }
}

/** Items in parts, at last all else. What is not sent yet does not gather in memory. */
async function answerFeedRequest(bytes: Uint8Array, place: FeedPlace, send: Send): Promise<void> {
  let part: FeedItem[] = []
  let sending: Promise<void>[] = []
  const sendPart = () => {
    sending.push(send({ part: writePart(part) }))
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

type SentItem = Omit<FeedItem, 'description'> & { readonly notes: Notes }

/** The text of notes is made of them again: it is as long as they are. */
function writePart(items: readonly FeedItem[]): string {
  const sent = items.map(({ description: { notes }, ...item }): SentItem => ({ ...item, notes }))
  return JSON.stringify(sent)
}

export function readPart(part: unknown): FeedItem[] {
  const sent = JSON.parse(part as string) as SentItem[]
  return sent.map(({ notes, ...item }) => ({ ...item, description: { notes, text: notesText(notes) } }))
}
