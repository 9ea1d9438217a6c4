import { jsonChaptersType } from '@earmark/contract/chapters.ts'
import type { FeedItem } from './feed.ts'
import { formatDate, writePerson } from './write-parts.ts'
import { cutAtWord, emptyElement, textElement } from './xml.ts'

const mostDescriptionBytes = 10_000

export function writeItem(item: FeedItem): string {
  const { enclosure, number, display, season, durationMs } = item
  return [
    '<item>\n',
    textElement('title', item.title),
    textElement('guid', item.guid, { isPermaLink: 'false' }),
    textElement('link', item.link),
    textElement('pubDate', formatDate(item.publishedAt)),
    textElement('description', item.description && cutAtWord(item.description, mostDescriptionBytes)),
    textElement('content:encoded', item.notesHtml),
    emptyElement('enclosure', {
      url: enclosure.url,
      length: enclosure.sizeBytes,
      type: enclosure.contentType,
    }),
    textElement('itunes:duration', durationMs === null ? null : Math.round(durationMs / 1000)),
    textElement('itunes:episode', number !== null && number >= 1 ? number : null),
    textElement('podcast:season', season),
    textElement('podcast:episode', number, { display }),
    textElement('itunes:season', season !== null && season >= 1 ? season : null),
    textElement('itunes:episodeType', item.type),
    item.imageUrl === null ? '' : emptyElement('itunes:image', { href: item.imageUrl }),
    textElement('itunes:explicit', String(item.isExplicit)),
    ...item.persons.map(writePerson),
    ...item.transcripts.map(({ url, contentType: type, language }) =>
      emptyElement('podcast:transcript', { url, type, ...(language !== null && { language }) }),
    ),
    item.chaptersUrl === null
      ? ''
      : emptyElement('podcast:chapters', { url: item.chaptersUrl, type: jsonChaptersType }),
    '</item>\n',
  ].join('')
}
