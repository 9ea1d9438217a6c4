import { readFileSync } from 'node:fs'
import { createFeedReader } from '../../server/src/exchange/sources/reader/process/feed-process.ts'
import type { FeedDocument, FeedReading } from '../../server/src/exchange/sources/reader/feed-document.ts'
import { descendantsOf } from '../../server/src/testing/process-state.ts'
import type { BenchRow } from '../rows.ts'

const items = 10_000
const place = { url: 'https://feeds.example/feed.xml', contentType: null, now: Date.UTC(2026, 0, 5) }

const paragraph =
  '<p>We talk about <a href="https://b.example/?q=1&amp;r=2">links</a> and <strong>more</strong> things, with people &amp; places; at 12:34 it is about the weather, which has been on our minds for some time.</p>\n'
const notes = `${paragraph.repeat(9)}<ul><li>one thing that we mention</li><li>two</li></ul>`

/** A feed of 25 MB, read in the process of feeds; the best of several, as processor time is the machine's, too. */
export async function measureReadingFeeds(): Promise<BenchRow[]> {
  const feed = makeFeed()
  const reader = createFeedReader()
  try {
    await reader.read(makeFeed(1), place)
    const rest = childOf('read-feed')
    const first = await bestOf(async () => documentOf(await reader.read(feed, place)).items)
    const knownHashes = first.items.slice(1).map(({ contentHash }) => contentHash)
    const again = await bestOf(
      async () => documentOf(await reader.read(feed, { ...place, knownHashes })).items,
    )
    if (first.items.length !== items || again.items.length !== 1) throw new Error('not read')
    const aboveRest = childOf('read-feed').peakMebibytes - rest.mebibytes
    const what = `a feed of ${Math.round(feed.length / 1e6)} MB with ${items} items`
    const beside = { yardstick: '–', ratio: '–' }
    const timeRow = (reading: string, { ms }: { ms: number }) => ({
      ...beside,
      what: `${what}: processor time of ${reading}`,
      ours: `${ms} ms`,
      goal: '≤ 600 ms',
      isReached: ms <= 600,
    })
    return [
      timeRow('its first reading', first),
      timeRow('reading it again with one new item', again),
      {
        ...beside,
        what: `${what}: peak memory above rest`,
        ours: `${Math.round(aboveRest)} MiB`,
        goal: '≤ 95 MiB',
        isReached: aboveRest <= 95,
      },
    ]
  } finally {
    reader.close()
  }
}

function documentOf(reading: FeedReading): FeedDocument {
  if ('refusal' in reading) throw new Error(reading.refusal)
  return reading.document
}

async function bestOf<Items>(read: () => Promise<Items>): Promise<{ items: Items; ms: number }> {
  let [items, ms] = [await read(), Infinity]
  for (let turn = 0; turn < 5; turn += 1) {
    const before = childOf('read-feed').processorMs
    items = await read()
    ms = Math.min(ms, childOf('read-feed').processorMs - before)
  }
  return { items, ms }
}

/** The newest first. */
export function makeFeed(count = items): Buffer {
  const written = Array.from({ length: count }, (_, at) => makeItem(at))
  return Buffer.from(
    `<?xml version="1.0" encoding="UTF-8"?><rss version="2.0" xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd" xmlns:content="http://purl.org/rss/1.0/modules/content/"><channel><title>Bench</title>${written.join('')}</channel></rss>`,
  )
}

const makeItem = (at: number) => `<item><title>Episode ${at}: something about nothing</title>
<guid isPermaLink="false">guid-${at}</guid><link>https://a.example/episodes/${at}</link>
<pubDate>Mon, 05 Jan 2026 06:00:00 +0000</pubDate>
<enclosure url="https://cdn.example/${at}.mp3?x=1&amp;y=2" length="${12_345_678 + at}" type="audio/mpeg"/>
<itunes:duration>01:02:03</itunes:duration><itunes:explicit>false</itunes:explicit><itunes:episode>${at}</itunes:episode>
<itunes:image href="https://a.example/${at}.jpg"/><content:encoded><![CDATA[${notes}]]></content:encoded></item>
`

const tickMs = 10

/** Of the process that runs a command for this one: Linux alone tells. */
function childOf(command: string) {
  const pid = descendantsOf(process.pid).find((id) =>
    readFileSync(`/proc/${id}/cmdline`, 'utf8').includes(command),
  )
  const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const mebibytesOf = (name: string) => Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1]) / 1024
  return {
    processorMs: (Number(fields[11]) + Number(fields[12])) * tickMs,
    mebibytes: mebibytesOf('VmRSS'),
    peakMebibytes: mebibytesOf('VmHWM'),
  }
}
