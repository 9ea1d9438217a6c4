import fc from 'fast-check'
import { parseOpml } from 'feedsmith'
import { expect, test } from 'vitest'
import { readOpml } from './read-opml.ts'
import { writeOpml } from './write-opml.ts'

const opml = (body: string) =>
  `<?xml version="1.0" encoding="UTF-8"?><opml version="2.0"><head><title>Mine</title></head><body>${body}</body></opml>`
const outline = (url: string, more = '') => `<outline type="rss" text="Show" xmlUrl="${url}"${more}/>`
const read = (text: string) => readOpml(Buffer.from(text))
const show = { url: 'https://a.example/feed.xml', title: 'Show', isFetchable: true }

test.each<[string, string, object[] | null]>([
  ['a list', opml(outline(show.url)), [show]],
  [
    'folders',
    opml(`<outline text="Folder"><outline text="Inner">${outline(show.url)}</outline></outline>`),
    [show],
  ],
  [
    'a title beside a text',
    opml(outline(show.url, ' title="Tom &amp;amp; Jerry"')),
    [{ ...show, title: 'Tom & Jerry' }],
  ],
  ['no title', opml(`<outline xmlUrl="${show.url}"/>`), [{ ...show, title: null }]],
  ['names in other case', opml(`<OUTLINE TEXT="Show" XMLURL="${show.url}"/>`), [show]],
  [
    'a bare ampersand',
    opml(outline('https://a.example/?a=1&b=2')),
    [{ ...show, url: 'https://a.example/?a=1&b=2' }],
  ],
  ['feed:', opml(outline('feed://a.example/feed.xml')), [{ ...show, url: 'http://a.example/feed.xml' }]],
  [
    'doubles',
    opml(
      ['https://a.example/feed/', 'http://www.a.example/feed', 'https://a.example/feed']
        .map((url) => outline(url))
        .join(''),
    ),
    [{ ...show, url: 'https://a.example/feed/' }],
  ],
  [
    'addresses that are not fetched',
    opml(
      ['file:///etc/passwd', 'javascript:1', '/feed.xml', 'a.example', 'http://']
        .map((url) => outline(url))
        .join(''),
    ),
    ['file:///etc/passwd', 'javascript:1', '/feed.xml', 'a.example', 'http://'].map((url) => ({
      url,
      title: 'Show',
      isFetchable: false,
    })),
  ],
  ['an empty list', opml(''), []],
  ['its end cut off', opml(outline(show.url)).slice(0, -10), [show]],
  ['a byte order mark', `\ufeff${opml(outline(show.url))}`, [show]],
  [
    'a document type',
    opml(outline(show.url)).replace('<opml', '<!DOCTYPE opml [<!ENTITY a "b">]><opml'),
    [show],
  ],
  [
    '5 000 feeds',
    opml(Array.from({ length: 5_000 }, (_, at) => outline(`https://a.example/${at}`)).join('')),
    Array.from({ length: 5_000 }, (_, at) => ({ ...show, url: `https://a.example/${at}` })),
  ],
  [
    '5 001 feeds',
    opml(Array.from({ length: 5_001 }, (_, at) => outline(`https://a.example/${at}`)).join('')),
    null,
  ],
  [
    '50 000 outlines of one feed',
    opml(`<outline xmlUrl="http://a.b/"/>`.repeat(50_000)),
    [{ url: 'http://a.b/', title: null, isFetchable: true }],
  ],
  ['10 000 outlines in each other', opml('<outline text="a">'.repeat(10_000)), null],
  ['200 000 tags in each other', opml('<a>'.repeat(200_000)), null],
  ['more than 2 MiB', opml(' '.repeat(2 * 1024 ** 2)), null],
  ['a feed', '<rss><channel><title>Show</title></channel></rss>', null],
  ['outlines outside', outline(show.url), null],
  ['a page', '<!doctype html><html></html>', null],
  ['JSON', '{}', null],
  ['nothing', '', null],
])('reads %s', async (_name, text, feeds) => {
  expect(await read(text)).toEqual(feeds)
})

test('leaves others their turns while it reads the slowest of lists', async () => {
  const slow = Buffer.from(
    opml(`<outline ${Array.from({ length: 190_000 }, (_, at) => `a${at}=""`).join(' ')}/>`),
  )
  let turns = 0
  const taking = () => {
    turns += 1
    timer = setImmediate(taking)
  }
  let timer = setImmediate(taking)
  expect(await readOpml(slow)).toEqual([])
  clearImmediate(timer)
  expect(turns).toBeGreaterThan(3)
})

test('takes the address of what is called a feed, however it is written', async () => {
  const types = ['rss', 'RSS', 'Podcast', 'atom', 'link']
  const outlines = types.map((type, at) => `<outline type="${type}" url="http://a.example/${at}"/>`)
  const found = await read(opml(outlines.join('')))
  expect(found?.map(({ url }) => url)).toEqual([0, 1, 2, 3].map((at) => `http://a.example/${at}`))
})

test('reads Latin-1', async () => {
  const latin1 = opml(outline(show.url)).replace('UTF-8', 'ISO-8859-1').replace('Show', 'Caf\u00e9')
  expect(await readOpml(Buffer.from(latin1, 'latin1'))).toEqual([{ ...show, title: 'Café' }])
})

const text = fc
  .stringMatching(/^[^\s<>&;\p{C}]{1,10}( [^\s<>&;\p{C}]{1,10})?$/u)
  .filter((title) => title.isWellFormed())
const anyOutline = fc.record({
  title: text,
  url: fc.webUrl({ withQueryParameters: true }).map((url) => new URL(url).href),
})
const lists = fc.uniqueArray(anyOutline, {
  selector: ({ url }) => url.replace(/^https?:\/\/(www\.)?/, '').replace(/\/$/, ''),
})

test('reads what it writes, and so does another program', async () => {
  await fc.assert(
    fc.asyncProperty(lists, async (outlines) => {
      const written = writeOpml('Mine', outlines)
      expect(await read(written)).toEqual(outlines.map((one) => ({ ...one, isFetchable: true })))
      const theirs = parseOpml(written).body?.outlines ?? []
      expect(theirs.map(({ xmlUrl, title }) => ({ url: xmlUrl, title }))).toEqual(
        outlines.map(({ url, title }) => ({ url, title })),
      )
    }),
  )
})

test('never throws, whatever the bytes are', async () => {
  const piece = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.constantFrom('<opml>', '<outline xmlUrl="', 'http://a.example', '"/>', '>', '</outline>', '<![CDATA['),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(piece), async (pieces) => {
      expect((await read(`<opml>${pieces.join('')}`))?.length ?? 0).toBeLessThan(100)
      await readOpml(Buffer.from(pieces.join(''), 'utf16le'))
    }),
  )
})
