import { attributeOf, childrenOf, textOf } from '../text/element-queries.ts'
import type { FeedElement } from '../text/feed-elements.ts'
import { parseLink, parseUrl } from '../text/feed-values.ts'

/** The page about a feed or an item: RSS states it as text, Atom by `href` and `rel`, some by a guid that is an address. */
export function linkOf(element: FeedElement, base: string): string | null {
  const links = childrenOf(element, 'link')
  const byAttribute = [...links, ...childrenOf(element, 'atom:link')]
    .filter((link) => ['alternate', null].includes(attributeOf(link, 'rel')?.toLowerCase() ?? null))
    .map((link) => attributeOf(link, 'href'))
  const candidates = [...links.map(({ text }) => text), ...byAttribute, permaLink(element)]
  return candidates.map((address) => parseLink(address, base)).find((url) => url !== null) ?? null
}

function permaLink(element: FeedElement): string | null {
  const guid = childrenOf(element, 'guid')[0]
  const address = guid?.text.trim() ?? ''
  const isLink = attributeOf(guid, 'ispermalink')?.toLowerCase() !== 'false' && /^https?:\/\//i.test(address)
  return isLink ? address : null
}

export function relatedLink(element: FeedElement, rel: string, base: string): string | null {
  const links = childrenOf(element, 'link', 'atom:link')
  const found = links.find((link) => attributeOf(link, 'rel')?.toLowerCase() === rel)
  return parseUrl(attributeOf(found, 'href'), base)
}

export function newFeedUrlOf(element: FeedElement, base: string): string | null {
  return parseUrl(textOf(element, 'itunes:new-feed-url'), base)
}
