import { childrenOf } from '../text/element-queries.ts'
import type { FeedElement } from '../text/feed-elements.ts'

export interface NotesSource {
  readonly text: string
  /** Whether tags in it are text. */
  readonly isPlain: boolean
}

const elements = [
  'content:encoded',
  'content',
  'atom:content',
  'xhtml:body',
  'description',
  'itunes:summary',
  'summary',
  'atom:summary',
  'googleplay:description',
  'media:description',
  'dc:description',
  'itunes:subtitle',
  'subtitle',
  'tagline',
]

/** The longest text that describes an element: which of them hosts fill, and which they cut, differs. */
export function notesSourceOf(element: FeedElement): NotesSource {
  const groups = childrenOf(element, 'media:group')
  let longest: FeedElement | null = null
  for (const name of elements) {
    for (const found of [element, ...groups].flatMap((parent) => childrenOf(parent, name))) {
      if (found.text.trim().length > (longest?.text.trim().length ?? 0)) longest = found
    }
  }
  return longest ? { text: longest.text.trim(), isPlain: isPlain(longest) } : { text: '', isPlain: true }
}

function isPlain({ name, attributes, isMarkup }: FeedElement): boolean {
  const type = attributes.type?.toLowerCase()
  const isOfAtom = name === 'content' || name === 'summary' || name === 'subtitle' || name.startsWith('atom:')
  return !isMarkup && isOfAtom && (type === 'text' || type === 'text/plain' || type === 'plain')
}
