import { type DefaultTreeAdapterMap, parseFragment } from 'parse5'

type Node = DefaultTreeAdapterMap['childNode']

const longest = 200_000
const paragraphs = new Set(['p', 'div', 'ul', 'ol', 'blockquote', 'pre', 'table', 'h1', 'h2', 'h3', 'h4'])
const lines = new Set(['br', 'li', 'tr', 'hr', 'dt', 'dd'])
const unseen = new Set(['script', 'style', 'template', 'head', 'title', 'iframe', 'noscript'])

/** A description in HTML as it reads; plain text stays as it is. Null for nothing. */
export function plainText(html: string | null): string | null {
  if (html === null) return null
  const given = html.slice(0, longest)
  const text = /<[a-z!/]|&[a-z#]/iu.test(given) ? textOf(given) : given
  const tidy = text
    .replaceAll(/\r\n?/gu, '\n')
    .replaceAll(/[^\S\n]*\n[^\S\n]*/gu, '\n')
    .replaceAll(/\n{3,}/gu, '\n\n')
    .trim()
  return tidy === '' ? null : tidy
}

/** Without recursion: a hostile text is nested deeply. */
function textOf(html: string): string {
  // Line ends of plain text beside a few tags are meant.
  const keepsLines = !/<(p|br|div|li)\b/iu.test(html)
  const parts: string[] = []
  const rest: (Node | string)[] = [...parseFragment(html).childNodes].toReversed()
  for (let node = rest.pop(); node !== undefined; node = rest.pop()) {
    if (typeof node === 'string') parts.push(node)
    else if (node.nodeName === '#text')
      parts.push(keepsLines ? valueOf(node) : valueOf(node).replaceAll(/\s+/gu, ' '))
    else if ('childNodes' in node && !unseen.has(node.nodeName)) {
      const gap = paragraphs.has(node.nodeName) ? '\n\n' : lines.has(node.nodeName) ? '\n' : ''
      if (node.nodeName === 'br' || node.nodeName === 'hr') parts.push('\n')
      else if (node.nodeName === 'li') parts.push('\n• ')
      else parts.push(gap)
      if (gap === '\n\n') rest.push(gap)
      for (const child of node.childNodes.toReversed()) rest.push(child)
    }
  }
  return parts.join('')
}

function valueOf(node: Node): string {
  return 'value' in node ? node.value : ''
}
