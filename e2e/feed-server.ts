import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { resolve } from 'node:path'

export interface FeedItem {
  readonly title: string
  readonly seconds: number
  /** As a feed has them: HTML. */
  readonly notes?: string
}

/** How long somebody waits for a feed: the server gives it 20 s, of the time that a busy machine leaves. */
export const longestReadingMs = 25_000

/** A feed and its sound on the loopback, as somebody else's host has them. */
export interface FeedServer {
  readonly url: string
  title: string
  /** The newest last. */
  readonly items: FeedItem[]
  /** Ranges of the sound that were asked for. */
  readonly ranges: (string | undefined)[]
  stop: () => Promise<void>
}

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/**
 * @param sound the file behind every item, in this folder
 * @param at by default any free port, which editors' feeds may be at
 */
export async function startFeedServer(
  title: string,
  sound: string,
  at = { host: '127.0.0.1', port: 0 },
): Promise<FeedServer> {
  const bytes = await readFile(resolve(import.meta.dirname, sound))
  const image = await readFile(resolve(import.meta.dirname, '../web/public/icon-512.png'))
  const server = createServer((request, response) => answer(request, response))
  server.listen(at.port, at.host)
  await once(server, 'listening')
  const url = `http://${at.host}:${(server.address() as AddressInfo).port}`
  const feed: FeedServer = {
    url: `${url}/feed.xml`,
    title,
    items: [],
    ranges: [],
    stop: async () => {
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
    },
  }

  function answer({ url: path, headers: { range } }: IncomingMessage, response: ServerResponse): void {
    if (path === '/feed.xml')
      return void response.writeHead(200, { 'content-type': 'application/rss+xml' }).end(document())
    if (path === '/cover.png') return void response.writeHead(200, { 'content-type': 'image/png' }).end(image)
    if (!path?.startsWith('/sound')) return void response.writeHead(404).end()
    feed.ranges.push(range)
    const [, from = '0', to = ''] = /^bytes=(\d+)-(\d*)$/.exec(range ?? '') ?? []
    const end = bytes.length - 1
    const [first, last] = [Number(from), to === '' ? end : Math.min(end, Number(to))]
    response.writeHead(range === undefined ? 200 : 206, {
      'content-type': 'audio/mpeg',
      'accept-ranges': 'bytes',
      'content-length': last - first + 1,
      ...(range !== undefined && { 'content-range': `bytes ${first}-${last}/${bytes.length}` }),
    })
    response.end(bytes.subarray(first, last + 1))
  }

  function document(): string {
    const items = feed.items.map(
      (
        item,
        place,
      ) => `<item><title>${escaped(item.title)}</title><guid isPermaLink="false">item-${place}</guid>
        <pubDate>${new Date(Date.UTC(2026, 0, 1 + place)).toUTCString()}</pubDate>
        <itunes:duration>${item.seconds}</itunes:duration>
        <description>${escaped(item.notes ?? '')}</description>
        <enclosure url="${url}/sound-${place}.mp3" length="${bytes.length}" type="audio/mpeg"/></item>`,
    )
    return `<?xml version="1.0"?><rss version="2.0" xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd">
      <channel><title>${escaped(feed.title)}</title><link>https://signals.example.org/</link>
      <itunes:image href="${url}/cover.png"/>
      ${items.toReversed().join('')}</channel></rss>`
  }

  return feed
}
