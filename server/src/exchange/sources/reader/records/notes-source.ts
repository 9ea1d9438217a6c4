import type { FeedNotes } from '../feed-document.ts'
import { notesText } from '../notes/notes-text.ts'
import { readNotes } from '../notes/read-notes.ts'
import { childrenOf } from '../text/element-queries.ts'
import type { FeedElement } from '../text/feed-elements.ts'
import { withoutCdata } from '../text/plain-text.ts'

export interface NotesSource {
  readonly text: string
  /** Whether tags in it are text. */
  readonly isPlain: boolean
}

const elements = new Set([
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
])

/** The longest text that describes an element: which of them hosts fill, and which they cut, differs. */
export function notesSourceOf(element: FeedElement): NotesSource {
  let longest: FeedElement | null = null
  let text = ''
  for (const parent of [element, ...childrenOf(element, 'media:group')]) {
    for (const child of parent.children) {
      if (!elements.has(child.name) || child.text.length <= text.length) continue
      const trimmed = (isPlain(child) ? child.text : withoutCdata(child.text)).trim()
      if (trimmed.length <= text.length) continue
      longest = child
      text = trimmed
    }
  }
  return { text, isPlain: longest === null || isPlain(longest) }
}

/** @param base what links are relative to */
export function feedNotesOf({ text, isPlain }: NotesSource, base: string): FeedNotes {
  const notes = readNotes(text, { base, isPlain })
  return { json: notes.length === 0 ? null : JSON.stringify(notes), text: notesText(notes) }
}

function isPlain({ name, attributes, isMarkup }: FeedElement): boolean {
  const type = attributes.type?.toLowerCase()
  const isOfAtom = name === 'content' || name === 'summary' || name === 'subtitle' || name.startsWith('atom:')
  return !isMarkup && isOfAtom && (type === 'text' || type === 'text/plain' || type === 'plain')
}
