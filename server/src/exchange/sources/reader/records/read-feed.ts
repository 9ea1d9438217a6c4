import type {
  FeedDocument,
  FeedIgnored,
  FeedItem,
  FeedPlace,
  FeedReading,
  FeedRefusal,
  UnchangedItem,
} from '../feed-document.ts'
import { readChannel } from './feed-channel.ts'
import { readItem, type ReadItem } from './feed-items.ts'
import { ItemKeys } from './item-keys.ts'
import { decodePieces, encodingOf } from '../text/decode-text.ts'
import { ElementReader, type FeedElement } from '../text/feed-elements.ts'

/** What is found while a feed is read: its items one by one, at the end all else. */
export type FeedHead = Omit<FeedDocument, 'items' | 'unchanged'>

/** Reads a feed in this thread: pure, never throws. The server reads them by `FeedReader`, in a process of their own. */
export function readFeed(bytes: Uint8Array, place: FeedPlace): FeedReading {
  const items: FeedItem[] = []
  const unchanged: UnchangedItem[] = []
  const steps = readFeedInSteps(bytes, place, (read) => {
    if (read.kind === 'item') items.push(read.item)
    else unchanged.push(read.item)
  })
  for (;;) {
    const { done, value: head } = steps.next()
    if (done) return 'refusal' in head ? head : { document: { ...head, items, unchanged } }
  }
}

/** As `readFeed`, with pauses: after each piece of the text, what it has told can be sent on. */
export function* readFeedInSteps(
  bytes: Uint8Array,
  place: FeedPlace,
  onItem: (item: ReadItem) => void,
): Generator<void, FeedHead | { readonly refusal: FeedRefusal }> {
  const keys = new ItemKeys()
  const knownHashes = new Set(place.knownHashes)
  const ignored = new Set<FeedIgnored>()
  const reader = new ElementReader((element) => {
    const item = readItem(element, { url: baseOf(reader, place.url), now: place.now, keys, knownHashes })
    if (item) onItem(item)
    else ignored.add('DoubledItems')
  })
  const refusal = yield* readElements(reader, decodePieces(bytes, encodingOf(bytes, place.contentType)))
  if (refusal !== null) return { refusal }
  const head = headOf(reader)
  if (head === null) return { refusal: 'NotAFeed' }
  const found = [...ignored, ...reader.ignored]
  return { ...readChannel(head, { url: baseOf(reader, place.url) }), ignored: found }
}

/** Skips what stands before the document, then writes it; the refusal, if there is one. */
function* readElements(reader: ElementReader, pieces: Iterable<string>): Generator<void, FeedRefusal | null> {
  let skipped: string | null = ''
  for (const piece of pieces) {
    let text = piece
    if (skipped !== null) {
      skipped += piece
      const shown = skipped.replaceAll(comment, (text) => ' '.repeat(text.length))
      const root = shown.search(rootTag)
      const before = root < 0 ? shown : shown.slice(0, root)
      const isPage = pageTag.test(before)
      if (isPage || (root < 0 && skipped.length > maxSkippedLength)) return 'NotAFeed'
      if (root < 0) continue
      const prolog = before.search(prologTag)
      text = skipped.slice(prolog < 0 ? root : prolog)
      skipped = null
    }
    if (!reader.write(text)) break
    yield
  }
  if (skipped !== null) return skipped.trim() === '' ? 'Empty' : 'NotAFeed'
  if (reader.isTooDeep) return reader.isRootFound ? 'TooDeep' : 'NotAFeed'
  reader.end()
  return null
}

/** What stands before a feed may be warnings of the program that made it, but not a page of its own. */
const pageTag = /<(?:!doctype\s+html|html|head|body)\b/i
/** Also one that has not ended yet. */
const comment = /<!--.*?(?:-->|$)/gs
const prologTag = /<\?xml\b/i
const rootTag = /<(?:[\w-]+:)?(?:rss|channel|feed|rdf)\b/i
const maxSkippedLength = 1024 ** 2

/** The channel with what stands beside it (RDF); null for a document of another kind. */
function headOf({ root }: ElementReader): FeedElement | null {
  const document = root.children[0]
  if (!document) return null
  const channel = document.children.find(({ name }) => name === 'channel')
  if (!channel) return document
  return { ...channel, children: [...channel.children, ...document.children] }
}

function baseOf({ root }: ElementReader, url: string): string {
  const stated = root.children[0]?.attributes['xml:base']
  return stated && URL.canParse(stated, url) ? new URL(stated, url).href : url
}
