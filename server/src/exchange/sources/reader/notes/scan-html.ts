import { decodeEntities } from '../text/plain-text.ts'
import { type NoteTag, noteTag } from './note-tags.ts'

/** What a scan finds, in order; false ends it. */
export interface HtmlVisitor {
  /** Its `href` where it is a link that has one. */
  open(tag: NoteTag, href: string | null): boolean
  close(name: string): boolean
  text(text: string): boolean
}

/** Scanned by a sticky test: `exec` would allocate for each of many tags. */
const tagName = /[a-z][^\s/>]*/iy
/** To the end of a tag, past quoted values. */
const restOfTag = /(?:[^"'>]|"[^"]*"|'[^']*')*>/y
/** Name and value, quoted or not (HTML, 13.1.2.3). */
const attribute = /([^\s/=]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"']\S*)))?/g

/**
 * Tags and texts of HTML, in one pass over the text: there is no tree, so nesting costs nothing. Entities are decoded where
 * they end with a semicolon. An unclosed tag or comment takes the rest with it.
 */
export function scanHtml(html: string, visitor: HtmlVisitor): void {
  let at = 0
  while (at < html.length) {
    const start = nextTag(html, at)
    if (start > at && !visitor.text(decodeEntities(html.slice(at, start)))) return
    if (start >= html.length) return
    at =
      html[start + 1] === '!' || html[start + 1] === '?'
        ? afterDeclaration(html, start)
        : visitTag(html, start, visitor)
    if (at < 0) return
  }
}

/** The next `<` that begins a tag, a comment or a declaration; a lone one is text. */
function nextTag(html: string, from: number): number {
  for (let at = html.indexOf('<', from); at >= 0; at = html.indexOf('<', at + 1)) {
    const next = html.charCodeAt(at + 1) | 0x20
    const isTag = next >= 0x61 && next <= 0x7a
    if (isTag || html[at + 1] === '/' || html[at + 1] === '!' || html[at + 1] === '?') return at
  }
  return html.length
}

function afterDeclaration(html: string, start: number): number {
  const isComment = html.startsWith('<!--', start)
  const end = html.indexOf(isComment ? '-->' : '>', start + (isComment ? 2 : 1))
  return end < 0 ? -1 : end + (isComment ? 3 : 1)
}

/** The index behind it; -1 where it has no end, or the visitor ends the scan. */
function visitTag(html: string, start: number, visitor: HtmlVisitor): number {
  const isClosing = html[start + 1] === '/'
  const nameStart = start + (isClosing ? 2 : 1)
  tagName.lastIndex = nameStart
  const name = tagName.test(html) ? html.slice(nameStart, tagName.lastIndex).toLowerCase() : ''
  const rest = name === '' ? start + 2 : tagName.lastIndex
  const end = html[rest] === '>' ? rest + 1 : endOfTag(html, rest)
  if (end < 0 || name === '') return end
  if (isClosing) return visitor.close(name) ? end : -1
  const tag = noteTag(name)
  const href = tag.role === 'link' ? hrefOf(html.slice(rest, end - 1)) : null
  if (!visitor.open(tag, href)) return -1
  return tag.isRaw ? afterRawText(html, end, name) : end
}

function endOfTag(html: string, from: number): number {
  restOfTag.lastIndex = from
  return restOfTag.test(html) ? restOfTag.lastIndex : -1
}

function hrefOf(attributes: string): string | null {
  for (const [, name, ...values] of attributes.matchAll(attribute)) {
    if (name?.toLowerCase() !== 'href') continue
    const value = values.find((one) => one !== undefined)
    return value === undefined ? null : decodeEntities(value)
  }
  return null
}

function afterRawText(html: string, from: number, name: string): number {
  const ending = new RegExp(`</${name}(?=[\\s/>])`, 'gi')
  ending.lastIndex = from
  const found = ending.exec(html)
  return found ? found.index : -1
}
