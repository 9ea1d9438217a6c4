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

/** The feeds of an OPML document in its order, each once; null for another document, or one beyond the limits. */
export function readOpml(bytes: Uint8Array): ListedFeed[] | null {
  if (bytes.length > maxOpmlBytes) return null
  const reading = new OpmlReading()
  for (const piece of decodePieces(bytes, encodingOf(bytes, null))) if (!reading.write(piece)) break
  return reading.end()
}

class OpmlReading {
  readonly #feeds = new Map<string, ListedFeed>()
  readonly #parser: Parser
  #depth = 0
  #isOpml = false
  #isRefused = false

  constructor() {
    this.#parser = new Parser(
      {
        onopentag: (name, attributes) => this.#open(name, attributes),
        onclosetag: () => void (this.#depth -= 1),
      },
      { xmlMode: true, decodeEntities: false, lowerCaseTags: true, lowerCaseAttributeNames: true },
    )
  }

  /** Small pieces end soon where tags are nested without an end. */
  write(text: string): boolean {
    for (let start = 0; start < text.length && !this.#isRefused; start += pieceLength)
      this.#parser.write(text.slice(start, start + pieceLength))
    return !this.#isRefused
  }

  end(): ListedFeed[] | null {
    if (!this.#isRefused) this.#parser.end()
    return this.#isRefused || !this.#isOpml ? null : [...this.#feeds.values()]
  }

  #open(name: string, attributes: Readonly<Record<string, string>>): void {
    this.#depth += 1
    if (this.#depth === 1) this.#isOpml ||= name === 'opml'
    if (this.#depth > maxDepth) this.#isRefused = true
    const address = attributes.xmlurl ?? (attributes.type === 'rss' ? attributes.url : undefined)
    if (!this.#isOpml || name !== 'outline' || address === undefined) return
    const feed = listedFeed(decodeEntities(address), attributes.title || attributes.text || '')
    if (feed && !this.#feeds.has(keyOf(feed.url))) this.#feeds.set(keyOf(feed.url), feed)
    if (this.#feeds.size > maxFeeds) this.#isRefused = true
  }
}

const pieceLength = 8 * 1024

function listedFeed(address: string, title: string): ListedFeed | null {
  const written = oneLine(address, maxUrlLength)
  if (written === '') return null
  // Without a scheme, an address is relative to nothing.
  const url = /^(https?|feed):/i.test(written) ? parseUrl(address, 'http://none.invalid/') : null
  return {
    url: url ?? written,
    title: oneLine(decodeEntities(title), maxTitleLength) || null,
    isFetchable: url !== null,
  }
}

/** Scheme, `www.` and a final slash make no other feed. */
function keyOf(url: string): string {
  return url.replace(/^https?:\/\/(www\.)?/i, '').replace(/\/$/, '')
}
