import { XMLParser } from 'fast-xml-parser'

/** XML of strangers: without entities and document types, of bounded depth. */

/** A node of the parser's ordered form: its name with its children, and `:@` with its attributes. */
export type XmlNode = Readonly<Record<string, unknown>>

const parser = new XMLParser({
  preserveOrder: true,
  ignoreAttributes: false,
  attributeNamePrefix: '',
  removeNSPrefix: true,
  processEntities: false,
  parseTagValue: false,
  parseAttributeValue: false,
  trimValues: false,
  cdataPropName: '#cdata',
})

const deepest = 60

/** The nodes of a document under one root; null where it is malformed, too deep or has a document type. */
export function parseXml(text: string): XmlNode | null {
  if (/<!DOCTYPE|<!ENTITY/iu.test(text) || isTooDeep(text)) return null
  try {
    return { root: parser.parse(text) as unknown }
  } catch {
    return null
  }
}

function isTooDeep(text: string): boolean {
  let depth = 0
  for (const [tag] of text.matchAll(/<\/?[\p{L}_][^<>]*>?/gu)) {
    if (tag.startsWith('</')) depth -= 1
    else if (!tag.endsWith('/>')) depth += 1
    if (depth > deepest) return true
  }
  return false
}

function nameOf(node: XmlNode): string {
  return Object.keys(node).find((key) => key !== ':@') ?? ''
}

export function childrenOf(node: XmlNode): readonly XmlNode[] {
  const children = node[nameOf(node)]
  return Array.isArray(children) ? (children as XmlNode[]) : []
}

/** All below a node, in their order; names without prefix, in any case. */
export function nodesNamed(node: XmlNode, name: string): XmlNode[] {
  return childrenOf(node).flatMap((child) => [
    ...(nameOf(child).toLowerCase() === name ? [child] : []),
    ...nodesNamed(child, name),
  ])
}

export function attributesOf(node: XmlNode | undefined): Readonly<Record<string, string>> {
  const attributes = Object.entries((node?.[':@'] ?? {}) as Record<string, unknown>)
  return Object.fromEntries(attributes.map(([name, value]) => [name, decode(String(value))]))
}

/** Of a node and all below it. */
export function textIn(node: XmlNode | undefined): string {
  return node ? rawText(node).trim() : ''
}

function rawText(node: XmlNode): string {
  const text = node['#text']
  if (typeof text === 'string') return decode(text)
  if ('#cdata' in node)
    return childrenOf(node)
      .map((child) => (typeof child['#text'] === 'string' ? child['#text'] : ''))
      .join('')
  return childrenOf(node).map(rawText).join('')
}

const named: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  mdash: '—',
  ndash: '–',
  hellip: '…',
  rsquo: '’',
  lsquo: '‘',
  rdquo: '”',
  ldquo: '“',
}

/** The entities that XML predefines, those by number, and a few that descriptions in HTML have. */
function decode(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{2,8}));/giu, (whole, decimal, hex, name) => {
    const code = decimal ? Number(decimal) : hex ? Number.parseInt(String(hex), 16) : null
    if (code === null) return named[String(name).toLowerCase()] ?? whole
    return code > 0 && code <= 0x10_ff_ff ? String.fromCodePoint(code) : ''
  })
}

const breaks = /<\s*(?:br|\/p|\/div|\/li|\/h[1-6])\b[^<>]*>/giu

/** Descriptions are texts: HTML loses its tags, paragraphs stay apart. */
export function plainText(text: string): string {
  if (!/<\/?[a-z][^<>]*>/iu.test(text)) return decode(text).trim()
  const lines = text
    .replace(/\s+/gu, ' ')
    .replace(breaks, (tag) => (/^<\s*br/iu.test(tag) ? '\n' : '\n\n'))
    .replace(/<\/?[a-z!][^<>]*>/giu, '')
  return decode(lines)
    .replace(/[ \t]*\n[ \t]*/gu, '\n')
    .replace(/\n{3,}/gu, '\n\n')
    .trim()
}
