import type { FeedDocument, FeedPlace } from '../feed-document.ts'
import { attributeOf, childrenOf, lineOf, textOf } from '../text/element-queries.ts'
import type { FeedElement } from '../text/feed-elements.ts'
import { parseLanguage, parseLink, parseNumber, parseUrl, parseYesNo } from '../text/feed-values.ts'
import { oneLine } from '../text/plain-text.ts'
import { maxTitleLength } from './feed-items.ts'
import { linkOf, newFeedUrlOf, relatedLink } from './feed-links.ts'
import { imageOf } from './feed-media.ts'
import { authorOf, personsOf } from './feed-persons.ts'
import { feedNotesOf, notesSourceOf } from './notes-source.ts'

const maxCategories = 20
const maxFunding = 10
const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/

export function readChannel(
  channel: FeedElement,
  { url }: Pick<FeedPlace, 'url'>,
): Omit<FeedDocument, 'items' | 'unchanged' | 'ignored'> {
  const base = parseUrl(attributeOf(channel, 'xml:base'), url) ?? url
  const homepage = linkOf(channel, base)
  const type = textOf(channel, 'itunes:type')?.toLowerCase()
  const guid = textOf(channel, 'podcast:guid')?.toLowerCase() ?? ''
  const ttl = parseNumber(textOf(channel, 'ttl'))
  return {
    title: lineOf(channel, maxTitleLength, 'title', 'itunes:title', 'dc:title'),
    homepage,
    description: feedNotesOf(notesSourceOf(channel), homepage ?? base),
    imageUrl: imageOf(channel, base),
    author: authorOf(channel),
    language: parseLanguage(textOf(channel, 'language', 'dc:language') ?? attributeOf(channel, 'xml:lang')),
    categories: categoriesOf(channel),
    isExplicit: parseYesNo(textOf(channel, 'itunes:explicit', 'googleplay:explicit')),
    type: type === 'serial' ? 'Serial' : type === 'episodic' ? 'Episodic' : null,
    guid: uuid.test(guid) ? guid : null,
    newFeedUrl: newFeedUrlOf(channel, base),
    ttlSeconds: ttl === null || ttl === 0 ? null : ttl * 60,
    copyright: lineOf(channel, maxTitleLength, 'copyright', 'rights', 'dc:rights'),
    persons: personsOf(channel, base),
    funding: fundingOf(channel, base),
    isLocked: parseYesNo(textOf(channel, 'podcast:locked')),
    isComplete: parseYesNo(textOf(channel, 'itunes:complete')) ?? false,
    nextPageUrl: relatedLink(channel, 'next', base) ?? relatedLink(channel, 'prev-archive', base),
  }
}

function categoriesOf(channel: FeedElement): string[] {
  const ofItunes = childrenOf(channel, 'itunes:category').flatMap((category) => [
    category,
    ...childrenOf(category, 'itunes:category'),
  ])
  const all = ofItunes.length > 0 ? ofItunes : childrenOf(channel, 'category')
  const names = all
    .map((category) =>
      oneLine(attributeOf(category, 'text', 'label', 'term') ?? category.text, maxTitleLength),
    )
    .filter((name) => name !== '')
  return [...new Set(names)].slice(0, maxCategories)
}

function fundingOf(channel: FeedElement, base: string): FeedDocument['funding'] {
  return childrenOf(channel, 'podcast:funding')
    .slice(0, maxFunding)
    .flatMap((funding) => {
      const url = parseLink(attributeOf(funding, 'url'), base)
      return url === null ? [] : [{ url, text: oneLine(funding.text, maxTitleLength) }]
    })
}
