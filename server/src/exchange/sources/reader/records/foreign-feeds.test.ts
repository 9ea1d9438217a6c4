import fc from 'fast-check'
import { parseRssFeed } from 'feedsmith'
import { expect, test } from 'vitest'
import { notesText } from '../notes/notes-text.ts'
import { readNotes } from '../notes/read-notes.ts'
import { readFeed } from './read-feed.ts'

/** Well-formed feeds beside what feedsmith reads of them. */

const place = { url: 'https://feeds.example/f.xml', contentType: null, now: Date.UTC(2026, 10, 26) }

const words = fc
  .array(fc.constantFrom('One', 'two & three', 'ä', '漢字', '🎧', '"quoted"', "it's"), {
    minLength: 1,
    maxLength: 4,
  })
  .map((parts) => parts.join(' '))
const at = fc.integer({ min: 1_000_000, max: 1_700_000_000 }).map((seconds) => new Date(seconds * 1000))
const item = fc.record({
  title: words,
  guid: fc.uuid(),
  link: fc.webUrl({ withQueryParameters: true }).map((url) => new URL(url).href),
  url: fc.webUrl({ withQueryParameters: true }).map((url) => new URL(url).href),
  length: fc.integer({ min: 1, max: 2 ** 40 }),
  at,
  seconds: fc.integer({ min: 1, max: 100_000 }),
  description: words,
})
type Item = ReturnType<typeof item.generate>['value']

/** Ways to write a text that XML holds for the same. */
const ways: readonly ((text: string) => string)[] = [
  (given) => escaped(given),
  (given) => `\n  ${escaped(given)}\t`,
  (given) => `<![CDATA[${given}]]>`,
  (given) => [...given].map((character) => `&#${character.codePointAt(0)};`).join(''),
  (given) => [...given].map((character) => `&#x${character.codePointAt(0)?.toString(16)};`).join(''),
  (given) => inThree(given, (a, b, c) => `<![CDATA[${a}]]>${escaped(b)}<![CDATA[${c}]]>`),
  (given) => inThree(given, (a, b, c) => `${escaped(a)}<!-- <title>no</title> -->${escaped(b)}${escaped(c)}`),
]
function inThree(given: string, join: (one: string, two: string, three: string) => string): string {
  const characters = [...given]
  return join(characters.slice(0, 2).join(''), characters.slice(2, 4).join(''), characters.slice(4).join(''))
}
const escaped = (given: string) =>
  given.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
const attribute = (given: string, quote: string) =>
  quote + escaped(given).replaceAll(quote, quote === '"' ? '&quot;' : '&apos;') + quote
const beside = [
  '',
  '<unknown><title>no</title><guid>no</guid></unknown>',
  '<!-- <guid>no</guid> -->',
  '<?no <guid>?>',
  '<x:title xmlns:x="urn:no">no</x:title>',
  '<media:content xmlns:media="http://search.yahoo.com/mrss/" url="https://no.example/"><media:title>no</media:title></media:content>',
]

const manner = fc.record({
  way: fc.constantFrom(...ways),
  quote: fc.constantFrom('"', "'"),
  beside: fc.constantFrom(...beside),
  isReversed: fc.boolean(),
})
type Manner = ReturnType<typeof manner.generate>['value']

function writeItem(given: Item, { way, quote, beside: other, isReversed }: Manner, prefix: string): string {
  const parts = [
    `<title>${way(given.title)}</title>`,
    `<guid isPermaLink=${quote}false${quote}>${way(given.guid)}</guid>`,
    `<link>${way(given.link)}</link>`,
    `<pubDate>${given.at.toUTCString()}</pubDate>`,
    `<enclosure\n url=${attribute(given.url, quote)} length=${quote}${given.length}${quote} type = ${quote}audio/mpeg${quote} />`,
    `<${prefix}:duration>${given.seconds}</${prefix}:duration>`,
    `<description>${way(escaped(given.description))}</description>`,
    other,
  ]
  return `<item>${(isReversed ? parts.toReversed() : parts).join('\n')}</item>`
}

function readByOurs(xml: string) {
  const reading = readFeed(Buffer.from(xml), place)
  if ('refusal' in reading) throw new Error(reading.refusal)
  return reading.document.items.map(
    ({ title, guid, link, enclosure, publishedAt, durationSeconds, description }) => ({
      title,
      guid,
      link,
      enclosure,
      publishedAt,
      durationSeconds,
      text: description.text,
    }),
  )
}

function readByFeedsmith(xml: string) {
  const { items = [] } = parseRssFeed(xml)
  return items.map(({ title = '', guid, link = '', enclosures, pubDate, itunes, description = '' }) => ({
    title: title.trim(),
    guid: guid?.value,
    link: new URL(link).href,
    enclosure: {
      url: enclosures?.[0]?.url,
      sizeBytes: enclosures?.[0]?.length,
      contentType: enclosures?.[0]?.type,
    },
    publishedAt: Date.parse(String(pubDate)),
    durationSeconds: Number(itunes?.duration),
    text: notesText(readNotes(description, { base: link })),
  }))
}

test('reads what feedsmith reads of RSS', () => {
  const items = fc.uniqueArray(fc.tuple(item, manner), {
    minLength: 1,
    maxLength: 5,
    selector: ([{ guid }]) => guid,
  })
  fc.assert(
    fc.property(items, fc.constantFrom('itunes', 'i', 'ITUNES'), (given, prefix) => {
      const written = given.map(([one, how]) => writeItem(one, how, prefix)).join('')
      const xml = `<?xml version="1.0"?>\n<rss version="2.0" xmlns:${prefix}="http://www.itunes.com/dtds/podcast-1.0.dtd"><channel><title>Show</title>${written}</channel></rss>`
      const read = readByOurs(xml)
      expect(read).toEqual(readByFeedsmith(xml))
      expect(read.map(({ guid }) => guid)).toEqual(given.map(([{ guid }]) => guid))
    }),
    { numRuns: 1_000 },
  )
})
