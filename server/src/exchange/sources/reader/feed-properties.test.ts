import fc from 'fast-check'
import { expect, test } from 'vitest'
import { maxNoteBlocks, maxNotesBytes, type Notes } from '@earmark/contract/notes.ts'
import { readFeed } from './records/read-feed.ts'

const place = { url: 'https://feeds.example/f.xml', contentType: null, now: Date.UTC(2026, 10, 26) }

function read(bytes: Uint8Array) {
  const reading = readFeed(bytes, place)
  if ('refusal' in reading) return null
  const { document } = reading
  const keys = document.items.map(({ guidKey }) => guidKey)
  expect(new Set(keys).size).toBe(keys.length)
  for (const { guidKey, title, description } of document.items) {
    expect(guidKey.length).toBeGreaterThan(0)
    expect(guidKey.length).toBeLessThanOrEqual(1_000)
    expect(title.length).toBeGreaterThan(0)
    expect(title.length).toBeLessThanOrEqual(500)
    const notes = JSON.parse(description.json ?? '[]') as Notes
    expect(notes.length).toBeLessThanOrEqual(maxNoteBlocks)
    expect(Buffer.byteLength(description.text)).toBeLessThanOrEqual(maxNotesBytes + 2 * maxNoteBlocks)
  }
  return document
}

const names = [
  'rss',
  'channel',
  'item',
  'title',
  'guid',
  'link',
  'description',
  'enclosure',
  'itunes:duration',
  'itunes:category',
  'feed',
  'entry',
  'rdf:RDF',
  'content:encoded',
  'image',
  'url',
  'pubDate',
  'b',
  'podcast:person',
  'psc:chapters',
  'psc:chapter',
]
const anyPiece = fc.oneof(
  fc.constantFrom(...names).map((name) => `<${name}>`),
  fc.constantFrom(...names).map((name) => `</${name}>`),
  fc.constantFrom(
    '<enclosure url="http://a.example/1.mp3" length="1"/>',
    '<a:item xmlns:a="http://purl.org/rss/1.0/">',
    '<![CDATA[',
    ']]>',
    '<!--',
    '-->',
    '<?xml',
    '?>',
    '&amp;',
    '&#',
    ';',
    '"',
    '=',
    ' xmlns="http://www.w3.org/2005/Atom"',
    '<',
    '>',
    '<!DOCTYPE x [',
    '\ud800',
    '\u0000',
  ),
  fc.string({ unit: 'binary' }),
)

test('reads anything that looks like a feed, and never throws', () => {
  fc.assert(
    fc.property(fc.array(anyPiece, { maxLength: 60 }), (pieces) => {
      read(Buffer.from(`<rss><channel>${pieces.join('')}`))
      read(Buffer.from(pieces.join(''), 'utf16le'))
    }),
    { numRuns: 500 },
  )
})

test('reads any bytes, and never throws', () => {
  fc.assert(
    fc.property(
      fc.uint8Array({ maxLength: 2000 }),
      fc.constantFrom('', '<rss>', '\ufeff<feed>', '<?xml version="1.0" encoding="Shift_JIS"?><rss>'),
      (bytes, head) => {
        read(Buffer.concat([Buffer.from(head), bytes]))
      },
    ),
    { numRuns: 500 },
  )
})

const feed =
  '<?xml version="1.0"?><rss xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd"><channel><title>Show</title><item><title><![CDATA[One]]></title><guid>1</guid><enclosure url="http://a.example/1.mp3" length="5" type="audio/mpeg"/><description>&lt;p&gt;Ä&lt;/p&gt;</description></item></channel></rss>'

test('reads a feed with any of its bytes changed, or cut at any of them', () => {
  const bytes = Buffer.from(feed)
  let documents = 0
  for (let at = 0; at < bytes.length; at += 1) {
    read(bytes.subarray(0, at))
    for (const other of [0, 0x3c, 0x3e, 0x26, 0xff]) {
      const changed = Buffer.from(bytes)
      changed[at] = other
      if (read(changed)) documents += 1
    }
  }
  expect(documents).toBeGreaterThan(bytes.length * 4)
})

// What a line in one form keeps: no blanks at its ends or doubled, nothing that looks like a tag or an entity.
const line = fc
  .stringMatching(/^[^\s<>&;\p{C}]{1,8}( [^\s<>&;\p{C}]{1,8}){0,3}$/u)
  .filter((text) => text.isWellFormed())
const address = fc.webUrl({ withQueryParameters: true }).map((url) => new URL(url).href)
const anyItem = fc.record({
  title: line,
  guid: fc.option(line),
  link: fc.option(address),
  enclosure: fc.option(
    fc.record({
      url: address,
      sizeBytes: fc.integer({ min: 1 }),
      contentType: fc.constantFrom('audio/mpeg', 'audio/mp4', 'video/mp4'),
    }),
  ),
  publishedAt: fc.option(fc.integer({ min: 200_000, max: 1_700_000_000 }).map((seconds) => seconds * 1000)),
  durationSeconds: fc.option(fc.integer({ min: 1, max: 100_000 })),
  season: fc.option(fc.nat(100)),
  episode: fc.option(fc.nat(10_000)),
  episodeType: fc.constantFrom('Full' as const, 'Trailer' as const, 'Bonus' as const),
  isExplicit: fc.option(fc.boolean()),
  author: fc.option(line.filter((text) => !/[@()]/.test(text))),
})
type AnyItem = ReturnType<typeof anyItem.generate>['value']

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

function writeItem(given: AnyItem, isCdata: boolean): string {
  const write = (name: string, value: string | number | null) => {
    if (value === null) return ''
    return isCdata
      ? `<${name}><![CDATA[${value}]]></${name}>`
      : `<${name}>\n ${escaped(String(value))} </${name}>`
  }
  const { enclosure: file, publishedAt } = given
  const enclosure = file
    ? `<enclosure type="${file.contentType}" length="${file.sizeBytes}" url="${escaped(file.url)}" />`
    : ''
  return `<item>${write('guid', given.guid)}${write('title', given.title)}${write('link', given.link)}${enclosure}
    ${write('pubDate', publishedAt === null ? null : new Date(publishedAt).toUTCString())}
    ${write('itunes:duration', given.durationSeconds)}${write('itunes:season', given.season)}
    ${write('itunes:episode', given.episode)}${write('itunes:episodeType', given.episodeType.toLowerCase())}
    ${write('itunes:explicit', given.isExplicit === null ? null : String(given.isExplicit))}${write('itunes:author', given.author)}</item>`
}

test('reads a good feed back as it was written', () => {
  const items = fc.uniqueArray(anyItem, {
    selector: ({ guid, enclosure, link, title }) => guid ?? enclosure?.url ?? link ?? title,
    maxLength: 8,
  })
  fc.assert(
    fc.property(items, line, fc.boolean(), (given, title, isCdata) => {
      const written = `<?xml version="1.0" encoding="utf-8"?><rss version="2.0" xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd"><channel><title>${escaped(title)}</title>${given.map((item) => writeItem(item, isCdata)).join('')}</channel></rss>`
      const document = read(Buffer.from(written))
      expect(document?.title).toBe(title)
      expect(document?.ignored).toEqual([])
      expect(document?.items).toMatchObject(
        given.map((item) => ({
          ...item,
          link: item.link ?? (/^https?:\/\//i.test(item.guid ?? '') ? (expect.anything() as unknown) : null),
        })),
      )
    }),
    { numRuns: 300 },
  )
})

test('has the same hash for the same item, and another for another', () => {
  const hashOf = (inside: string) =>
    read(Buffer.from(`<rss><channel><item><guid>1</guid>${inside}</item></channel></rss>`))?.items[0]
      ?.contentHash
  expect(hashOf('<title>a</title>')).toBe(hashOf('<title>\na </title><unknown/>'))
  const others = [
    '<title>b</title>',
    '<title>a</title><link>http://a.example/</link>',
    '<title>a</title><description>c</description>',
  ]
  expect(new Set(['<title>a</title>', ...others].map(hashOf)).size).toBe(4)
})
