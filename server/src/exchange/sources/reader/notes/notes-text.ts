import type { NoteBlock, NoteRun, Notes } from '@earmark/contract/notes.ts'

/** Notes as plain text: blocks apart by an empty line. */
export function notesText(notes: Notes): string {
  return notes.map(({ runs }) => runs.map(({ text }) => text).join('')).join('\n\n')
}

/** Notes as clean HTML, for feeds and mails: nothing but text, links to http, https and mailto, and seven kinds of tags. */
export function notesHtml(notes: Notes): string {
  return notes
    .map((block, index) => blockHtml(block, notes[index - 1]?.kind, notes[index + 1]?.kind))
    .join('')
}

type Kind = NoteBlock['kind']

function blockHtml({ kind, runs }: NoteBlock, before: Kind | undefined, after: Kind | undefined): string {
  const inside = runs.map(runHtml).join('')
  if (kind === 'h') return `<h3>${inside}</h3>`
  if (kind === 'quote') return `<blockquote><p>${inside}</p></blockquote>`
  if (kind === 'p') return `<p>${inside}</p>`
  return `${before === 'li' ? '' : '<ul>'}<li>${inside}</li>${after === 'li' ? '' : '</ul>'}`
}

function runHtml({ text, mark, href }: NoteRun): string {
  const written = escaped(text).replaceAll('\n', '<br>')
  const marked = mark ? `<${mark}>${written}</${mark}>` : written
  return href !== undefined && /^(https?|mailto):/.test(href)
    ? `<a href="${escaped(href)}">${marked}</a>`
    : marked
}

const characters: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => characters[character] ?? '')
}
