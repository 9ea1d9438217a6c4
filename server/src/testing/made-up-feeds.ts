/** Feeds for tests, as hosts write them. */

export interface MadeUpItem {
  readonly title: string
  /** Its guid; by default made of the title. */
  readonly guid?: string | null
  /** Epoch milliseconds. */
  readonly publishedAt?: number
  readonly url?: string | null
  readonly bytes?: number
  readonly seconds?: number
  /** Further elements. */
  readonly more?: string
}

export interface MadeUpFeed {
  readonly title?: string
  /** Elements of the channel. */
  readonly more?: string
  /** In the order of the document. */
  readonly items?: readonly MadeUpItem[]
}

const namespaces =
  'xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd" xmlns:podcast="https://podcastindex.org/namespace/1.0" xmlns:psc="http://podlove.org/simple-chapters"'

export function rss({ title = 'Walks', more = '', items = [] }: MadeUpFeed = {}): string {
  return `<?xml version="1.0" encoding="UTF-8"?><rss version="2.0" ${namespaces}><channel><title>${title}</title>${more}${items.map(rssItem).join('')}</channel></rss>`
}

function rssItem(item: MadeUpItem): string {
  const { title, publishedAt, seconds, more = '', bytes = 1000 } = item
  const name = title.toLowerCase().replaceAll(/\W+/g, '-')
  const guid = item.guid === undefined ? name : item.guid
  const url = item.url === undefined ? `http://sounds.example/${name}.mp3` : item.url
  return `<item><title>${title}</title>${guid === null ? '' : `<guid isPermaLink="false">${guid}</guid>`}${
    publishedAt === undefined ? '' : `<pubDate>${new Date(publishedAt).toUTCString()}</pubDate>`
  }${url === null ? '' : `<enclosure url="${url}" length="${bytes}" type="audio/mpeg"/>`}${
    seconds === undefined ? '' : `<itunes:duration>${seconds}</itunes:duration>`
  }${more}</item>`
}
