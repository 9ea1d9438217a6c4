/**
 * Descriptions are plain text: paragraphs between empty lines, line breaks, and addresses that become links.
 * Only https addresses become links, and nothing is read as HTML.
 */
export type Part = { kind: 'text' | 'link'; text: string }
export type Line = readonly Part[]
export type Paragraph = readonly Line[]

const address = /https:\/\/[^\s<>"']+/g
const closingMarks = '.,;:!?…’”)]}'

/** The closing marks of the sentence do not belong to the address, unless the address opened their bracket. */
function withoutTrailingMarks(found: string): string {
  let end = found.length
  while (closingMarks.includes(found.charAt(end - 1))) end -= 1
  const bare = found.slice(0, end)
  return found[end] === ')' && bare.split('(').length > bare.split(')').length ? `${bare})` : bare
}

function isAddress(text: string): boolean {
  return URL.canParse(text) && new URL(text).hostname.includes('.')
}

function lineParts(line: string): Line {
  const parts: Part[] = []
  let end = 0
  for (const match of line.matchAll(address)) {
    const link = withoutTrailingMarks(match[0])
    if (!isAddress(link)) continue
    if (match.index > end) parts.push({ kind: 'text', text: line.slice(end, match.index) })
    parts.push({ kind: 'link', text: link })
    end = match.index + link.length
  }
  if (end < line.length) parts.push({ kind: 'text', text: line.slice(end) })
  return parts
}

export function descriptionParagraphs(description: string): Paragraph[] {
  return description
    .replace(/\r\n?/g, '\n')
    .split(/\n[^\S\n]*\n\s*/)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== '')
    .map((paragraph) => paragraph.split('\n').map((line) => lineParts(line.trim())))
}

/** The first line that is not blank, as plain text. */
export function firstLine(description: string | null): string {
  return (
    description
      ?.trim()
      .split(/\r\n|\r|\n/, 1)[0]
      ?.trim() ?? ''
  )
}
