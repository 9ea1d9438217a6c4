import type { FeedChapter, FeedPerson, FeedTranscript } from '../feed-document.ts'
import { attributeOf, childrenOf, textOf } from '../text/element-queries.ts'
import type { FeedElement } from '../text/feed-elements.ts'
import { parseLanguage, parseLink, parseUrl } from '../text/feed-values.ts'
import { usualType } from '../text/file-types.ts'
import { oneLine } from '../text/plain-text.ts'
import { parseChapterTime } from '../documents/chapter-time.ts'

const maxNameLength = 200
const maxPersons = 100
const maxChapters = 1_000
const maxTranscripts = 20

export function personsOf(element: FeedElement, base: string): FeedPerson[] {
  return childrenOf(element, 'podcast:person')
    .slice(0, maxPersons)
    .map((person) => ({
      name: oneLine(person.text, maxNameLength),
      role: oneLine(attributeOf(person, 'role') ?? 'host', maxNameLength).toLowerCase(),
      imageUrl: parseUrl(attributeOf(person, 'img'), base),
      homepage: parseLink(attributeOf(person, 'href'), base),
    }))
    .filter(({ name }) => name !== '')
}

const mailWithName = /^[^\s@]+@[^\s@]+\s*\((.+)\)$/
const nameWithMail = /^(.+?)\s*<[^<>\s]*@[^<>\s]*>$/

/** A name without a mail address; null where it is nothing else. */
export function nameOf(given: string | null): string | null {
  const line = oneLine((given ?? '').replace(/<(?=[^<>\s]+@)|(?<=@[^<>\s]+)>/g, ' '), maxNameLength)
  const name = mailWithName.exec(line)?.[1] ?? nameWithMail.exec(line)?.[1] ?? line
  const withoutMail = name
    .replace(/\S+@\S+\.\S+/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  return withoutMail === '' ? null : withoutMail
}

export function authorOf(element: FeedElement): string | null {
  const atom = childrenOf(element, 'author').map((author) => textOf(author, 'name'))
  const candidates = [
    textOf(element, 'itunes:author'),
    ...atom,
    textOf(element, 'dc:creator', 'googleplay:author', 'author', 'managingeditor'),
  ]
  return candidates.map(nameOf).find((name) => name !== null) ?? null
}

export function transcriptsOf(element: FeedElement, base: string): FeedTranscript[] {
  return childrenOf(element, 'podcast:transcript')
    .slice(0, maxTranscripts)
    .flatMap((transcript) => {
      const url = parseUrl(attributeOf(transcript, 'url'), base)
      const contentType = usualType(attributeOf(transcript, 'type'))
      const language = parseLanguage(attributeOf(transcript, 'language'))
      return url === null ? [] : [{ url, contentType, language }]
    })
}

/** Simple chapters of Podlove, in order of time. */
export function chaptersOf(element: FeedElement, base: string): FeedChapter[] {
  return childrenOf(element, 'psc:chapters')
    .flatMap((chapters) => childrenOf(chapters, 'psc:chapter'))
    .slice(0, maxChapters)
    .flatMap((chapter) => {
      const startSeconds = parseChapterTime(attributeOf(chapter, 'start'))
      const title = oneLine(attributeOf(chapter, 'title') ?? '', maxNameLength)
      if (startSeconds === null || title === '') return []
      const href = parseLink(attributeOf(chapter, 'href'), base)
      return [{ startSeconds, title, href, imageUrl: parseUrl(attributeOf(chapter, 'image'), base) }]
    })
    .toSorted((one, other) => one.startSeconds - other.startSeconds)
}
