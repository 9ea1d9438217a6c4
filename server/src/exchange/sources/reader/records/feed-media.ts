import type { FeedEnclosure } from '../feed-document.ts'
import { attributeOf, childrenOf, textOf } from '../text/element-queries.ts'
import type { FeedElement } from '../text/feed-elements.ts'
import { parseDuration, parseLength, parseUrl } from '../text/feed-values.ts'
import { isPlayable, typeByName, usualType } from '../text/file-types.ts'

const maxAlternates = 20

export interface FeedMedia {
  readonly enclosure: FeedEnclosure | null
  readonly alternates: readonly FeedEnclosure[]
}

/**
 * The first sound of an item, else the first video; the others are its alternates. An item without either is what the first
 * of its alternate enclosures is.
 */
export function mediaOf(item: FeedElement, base: string): FeedMedia {
  const stated = [...enclosuresOf(item, base), ...mediaContentsOf(item, base)].filter(isNoOtherFile)
  const alternate = alternateEnclosuresOf(item, base)
  const isSound = ({ contentType }: FeedEnclosure) => contentType === null || contentType.startsWith('audio/')
  const played = stated.length > 0 ? stated : alternate.filter(isNoOtherFile)
  const enclosure = played.find(isSound) ?? played[0] ?? null
  const others = [...stated, ...alternate]
  const known = new Set([enclosure?.url])
  const alternates = others.filter(({ url }) => !known.has(url) && known.add(url)).slice(0, maxAlternates)
  return { enclosure, alternates }
}

function enclosuresOf(item: FeedElement, base: string): FeedEnclosure[] {
  const links = childrenOf(item, 'link', 'atom:link').filter(
    (link) => attributeOf(link, 'rel')?.toLowerCase() === 'enclosure',
  )
  return [...childrenOf(item, 'enclosure', 'enc:enclosure'), ...links].flatMap((element) => {
    const address = attributeOf(element, 'url', 'href', 'rdf:resource') ?? element.text
    const length = attributeOf(element, 'length', 'enc:length')
    return enclosure(address, length, attributeOf(element, 'type', 'enc:type'), base)
  })
}

function contentsOf(item: FeedElement): FeedElement[] {
  return [item, ...childrenOf(item, 'media:group')].flatMap((group) => childrenOf(group, 'media:content'))
}

/** The duration of the file that is played, as Media RSS states it. */
export function mediaDurationOf(item: FeedElement, { enclosure }: FeedMedia, base: string): number | null {
  const own = contentsOf(item).filter(
    (content) => enclosure !== null && parseUrl(attributeOf(content, 'url'), base) === enclosure.url,
  )
  const durations = own.map((content) => parseDuration(attributeOf(content, 'duration') ?? ''))
  return durations.find((seconds) => seconds !== null) ?? null
}

function mediaContentsOf(item: FeedElement, base: string): FeedEnclosure[] {
  return contentsOf(item).flatMap((content) => {
    const medium = attributeOf(content, 'medium')?.toLowerCase()
    const found = enclosure(
      attributeOf(content, 'url'),
      attributeOf(content, 'filesize'),
      attributeOf(content, 'type') ?? (medium === 'image' ? 'image/*' : null),
      base,
    )
    const isSound = ({ contentType }: FeedEnclosure) => isPlayable(contentType) || medium === 'audio'
    return found.filter(isSound)
  })
}

function alternateEnclosuresOf(item: FeedElement, base: string): FeedEnclosure[] {
  return childrenOf(item, 'podcast:alternateenclosure').flatMap((alternate) =>
    childrenOf(alternate, 'podcast:source').flatMap((source) =>
      enclosure(
        attributeOf(source, 'uri'),
        attributeOf(alternate, 'length'),
        attributeOf(source, 'contenttype') ?? attributeOf(alternate, 'type'),
        base,
      ),
    ),
  )
}

function enclosure(
  address: string | null,
  length: string | null,
  type: string | null,
  base: string,
): FeedEnclosure[] {
  const url = parseUrl(address, base)
  if (url === null) return []
  const stated = usualType(type)
  const contentType = isPlayable(stated) ? stated : (typeByName(url) ?? (isVague(stated) ? null : stated))
  return [{ url, sizeBytes: length === null ? null : parseLength(length), contentType }]
}

/** What says nothing of the file: that of any bytes, and that of pages about it. */
function isVague(type: string | null): boolean {
  return (
    type === null ||
    !type.includes('/') ||
    /^(application\/(octet-stream|x-download|binary|force-download)|binary\/)/.test(type)
  )
}

/** A picture or a document is not what is listened to. */
function isNoOtherFile({ contentType }: FeedEnclosure): boolean {
  return contentType === null || isPlayable(contentType)
}

export function imageOf(element: FeedElement, base: string): string | null {
  const itunes = childrenOf(element, 'itunes:image', 'googleplay:image').map(
    (image) => attributeOf(image, 'href', 'url') ?? (image.text.trim() || null),
  )
  const own = childrenOf(element, 'image').map(
    (image) => textOf(image, 'url') ?? attributeOf(image, 'href', 'url', 'rdf:resource'),
  )
  const pictures = [element, ...childrenOf(element, 'media:group')].flatMap((group) => [
    ...childrenOf(group, 'media:thumbnail'),
    ...childrenOf(group, 'media:content').filter(isPicture),
  ])
  const candidates = [
    ...itunes,
    ...own,
    ...pictures.map((picture) => attributeOf(picture, 'url')),
    textOf(element, 'logo', 'icon'),
    ...childrenOf(element, 'podcast:images').map((images) => widest(attributeOf(images, 'srcset'))),
    ...childrenOf(element, 'podcast:image').map((image) => attributeOf(image, 'href')),
  ]
  return candidates.map((address) => parseUrl(address, base)).find((url) => url !== null) ?? null
}

/** Of `address 1500w, address 600w`; addresses may have commas. */
function widest(srcset: string | null): string | null {
  let [found, foundWidth, address] = ['', -1, '']
  const consider = (width: number) => {
    if (address !== '' && width > foundWidth) [found, foundWidth] = [address, width]
  }
  for (const part of (srcset ?? '').split(/\s+/)) {
    const [, width, next = ''] = /^(\d{1,6})w(?:,(.*))?$/s.exec(part) ?? []
    if (width !== undefined) consider(Number(width))
    address = width === undefined ? part.replace(/,$/, '') : next
    consider(0)
  }
  return found === '' ? null : found
}

function isPicture(content: FeedElement): boolean {
  return (
    attributeOf(content, 'medium') === 'image' || (attributeOf(content, 'type') ?? '').startsWith('image/')
  )
}
