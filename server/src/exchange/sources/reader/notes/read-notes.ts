import { maxNoteBlocks, maxNotesBytes, type Notes } from '@earmark/contract/notes.ts'
import { cutAt } from '../text/plain-text.ts'
import { NotesWriter } from './notes-writer.ts'
import { OpenTags } from './open-tags.ts'
import { scanHtml } from './scan-html.ts'

const maxMarkupLength = 256 * 1024

export interface NotesOrigin {
  /** Links are relative to it. */
  readonly base: string
  /** Whether tags and entities are text. */
  readonly isPlain?: boolean
}

/** Notes of HTML, of text with some, or of plain text; what is beyond the limits is left out. */
export function readNotes(given: string, { base, isPlain = false }: NotesOrigin): Notes {
  const text = cutAt(given.trim(), maxMarkupLength).toWellFormed()
  const writer = new NotesWriter({ base, maxBlocks: maxNoteBlocks, maxBytes: maxNotesBytes })
  if (isPlain) writeLines(text, writer)
  else parseMarkup(text, writer)
  return writer.end()
}

const anyBlock = /<(?:p|br|div|li|ul|ol|h[1-6]|table|blockquote|dl|pre|section|article)\b/i

function parseMarkup(text: string, writer: NotesWriter): void {
  if (!/[<&]/.test(text)) return writeLines(text, writer)
  const areLinesKept = !anyBlock.test(text)
  const open = new OpenTags(writer)
  scanHtml(text, {
    open: (tag, href) => open.begin(tag, href) && !writer.isFull,
    close: (name) => {
      open.end(name)
      return !writer.isFull
    },
    text: (piece) => {
      if (areLinesKept || open.isPreformatted) writeLines(piece, writer)
      else writer.write(piece)
      return !writer.isFull
    },
  })
}

/** An empty line parts paragraphs. */
function writeLines(text: string, writer: NotesWriter): void {
  for (const [index, line] of text.split(/\r\n|\r|\n/).entries()) {
    if (index > 0) writer.breakLine()
    writer.write(line)
  }
}
