import { yieldToEventLoop } from '../../../db/engine/event-loop.ts'
import type { Feed, FeedCategory } from './feed.ts'
import { writeItem } from './write-item.ts'
import { formatDate, writePerson } from './write-parts.ts'
import { cutAtWord, emptyElement, textElement } from './xml.ts'

const opening = `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd" xmlns:podcast="https://podcastindex.org/namespace/1.0">
<channel>
`
const closing = '</channel>\n</rss>\n'
const mostDescriptionBytes = 4000

const pieceLength = 64 * 1024

/**
 * RSS 2.0 with the tags of Apple and of Podcasting 2.0 (PSP-1), in pieces.
 *
 * @throws the signal's reason once it is aborted
 */
export async function* writeFeed(feed: Feed, signal: AbortSignal): AsyncGenerator<string, void> {
  signal.throwIfAborted()
  let text = opening + writeChannel(feed)
  for await (const item of feed.items) {
    await yieldToEventLoop()
    signal.throwIfAborted()
    text += writeItem(item)
    if (text.length < pieceLength) continue
    yield text
    text = ''
  }
  yield text + closing
}

function writeChannel(feed: Feed): string {
  return [
    textElement('title', feed.title),
    textElement('link', feed.link),
    ...writeLinks(feed),
    textElement('description', cutAtWord(feed.description, mostDescriptionBytes)),
    textElement('language', feed.language),
    ...feed.categories.map(writeCategory),
    textElement('itunes:explicit', String(feed.isExplicit)),
    feed.imageUrl === null ? '' : emptyElement('itunes:image', { href: feed.imageUrl }),
    textElement('itunes:author', feed.author),
    textElement('itunes:type', feed.type),
    feed.tellsOwner ? writeOwner(feed) : '',
    ...writePodcastTags(feed),
    textElement('copyright', feed.copyright),
    feed.isComplete ? textElement('itunes:complete', 'Yes') : '',
    feed.isPrivate ? textElement('itunes:block', 'Yes') : '',
    feed.changedAt === null ? '' : textElement('lastBuildDate', formatDate(feed.changedAt)),
    textElement('generator', 'Earmark'),
  ].join('')
}

/** RFC 5005, 3. */
function writeLinks({ url, page, pagesCount, hub }: Feed): string[] {
  const pageUrl = (number: number) => (number === 1 ? url : `${url}?page=${number}`)
  const link = (rel: string, href: string) =>
    emptyElement('atom:link', { href, rel, type: rel === 'hub' ? null : 'application/rss+xml' })
  const pages = [
    link('first', url),
    ...(page > 1 ? [link('previous', pageUrl(page - 1))] : []),
    ...(page < pagesCount ? [link('next', pageUrl(page + 1))] : []),
    link('last', pageUrl(pagesCount)),
  ]
  const ofPages = pagesCount > 1 ? pages : []
  return [link('self', pageUrl(page)), ...ofPages, ...(hub === null ? [] : [link('hub', hub)])]
}

function writeCategory({ group, below }: FeedCategory): string {
  if (below === null) return emptyElement('itunes:category', { text: group })
  const outer = emptyElement('itunes:category', { text: group }).replace('/>\n', '>')
  return `${outer}${emptyElement('itunes:category', { text: below }).trimEnd()}</itunes:category>\n`
}

function writeOwner({ ownerEmail, author, title }: Feed): string {
  if (ownerEmail === null) return ''
  const parts = [textElement('itunes:name', author ?? title), textElement('itunes:email', ownerEmail)]
  return `<itunes:owner>${parts.join('').replaceAll('\n', '')}</itunes:owner>\n`
}

function writePodcastTags(feed: Feed): string[] {
  return [
    textElement('podcast:guid', feed.guid),
    textElement('podcast:medium', feed.medium),
    textElement('podcast:locked', feed.isLocked ? 'yes' : 'no', { owner: feed.ownerEmail }),
    ...feed.persons.map(writePerson),
    ...feed.funding.map(({ url, text }) => textElement('podcast:funding', text, { url })),
    ...feed.verify.map((text) => textElement('podcast:txt', text, { purpose: 'verify' })),
    feed.isPrivate ? textElement('podcast:block', 'yes') : '',
  ]
}
