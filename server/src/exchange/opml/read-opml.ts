import { setImmediate } from 'node:timers/promises'
import { Parser } from 'htmlparser2'
import { decodePieces, encodingOf } from '../sources/reader/text/decode-text.ts'
import { parseUrl } from '../sources/reader/text/feed-values.ts'
import { decodeEntities, oneLine } from '../sources/reader/text/plain-text.ts'

export const maxOpmlBytes = 2 * 1024 ** 2
const maxFeeds = 5_000
const maxDepth = 100
const maxTitleLength = 500
const maxUrlLength = 1_000

/** A feed that a list of subscriptions names. */
export interface ListedFeed {
  /** Absolute where it can be fetched, else as written. */
  readonly url: string
  readonly title: string | null
  /** Whether it is http or https. */
  readonly isFetchable: boolean
}

/**
 * The feeds of an OPML document in its order, each once; null for another document, or one beyond the limits. Others have
 * their turn meanwhile: 2 MiB take up to 0.3 s.
 */
export async function readOpml(bytes: Uint8Array): Promise<ListedFeed[] | null> {
  const steps = readInSteps(bytes)
  for (;;) {
    const begun = performance.now()
    let step = steps.next()
    while (!step.done && performance.now() - begun < turnMs) step = steps.next()
    if (step.done) return step.value
    await setImmediate()
  }
}

const turnMs = 5

function* readInSteps(bytes: Uint8Array): Generator<void, ListedFeed[] | null> {
  if (bytes.length > maxOpmlBytes) return null
  const reading = new OpmlReading()
  // Small pieces end soon where tags are nested without an end.
  for (const piece of decodePieces(bytes, encodingOf(bytes, null)))
    for (let start = 0; start < piece.length; start += pieceLength) {
      reading.write(piece.slice(start, start + pieceLength))
      if (reading.isRefused) return null
      yield
    }
  return reading.end()
}

class OpmlReading {
  readonly #feeds = new Map<string, ListedFeed>()
  readonly #parser: Parser
  #depth = 0
  #isOpml = false
  isRefused = false

  constructor() {
    this.#parser = new Parser(
      {
        onopentag: (name, attributes) => this.#open(name, attributes),
        onclosetag: () => void (this.#depth -= 1),
      },
      { xmlMode: true, decodeEntities: false, lowerCaseTags: true, lowerCaseAttributeNames: true },
    )
  }

  write(text: string): void {
    this.#parser.write(text)
  }

  end(): ListedFeed[] | null {
    this.#parser.end()
    return this.isRefused || !this.#isOpml ? null : [...this.#feeds.values()]
  }

  #open(name: string, attributes: Readonly<Record<string, string>>): void {
    this.#depth += 1
    if (this.#depth === 1) this.#isOpml ||= name === 'opml'
    if (this.#depth > maxDepth) this.isRefused = true
    const address = attributes.xmlurl ?? (feedType.test(attributes.type ?? '') ? attributes.url : undefined)
    if (!this.#isOpml || name !== 'outline' || address === undefined) return
    const feed = listedFeed(decodeStart(address), attributes.title || attributes.text || '')
    if (feed && !this.#feeds.has(keyOf(feed.url))) this.#feeds.set(keyOf(feed.url), feed)
    if (this.#feeds.size > maxFeeds) this.isRefused = true
  }
}

const feedType = /^(?:rss|atom|podcast)$/i
const pieceLength = 8 * 1024
/** More than is kept of an attribute, were it of entities alone. */
const decodedLength = 10_000

function decodeStart(text: string): string {
  return decodeEntities(text.slice(0, decodedLength))
}

function listedFeed(address: string, title: string): ListedFeed | null {
  const written = oneLine(address, maxUrlLength)
  if (written === '') return null
  // Without a scheme, an address is relative to nothing.
  const url = /^(https?|feed):/i.test(written) ? parseUrl(address, 'http://none.invalid/') : null
  return {
    url: url ?? written,
    title: oneLine(decodeStart(title), maxTitleLength) || null,
    isFetchable: url !== null,
  }
}

/** Scheme, `www.` and a final slash make no other feed. */
function keyOf(url: string): string {
  return url.replace(/^https?:\/\/(www\.)?/i, '').replace(/\/$/, '')
}
