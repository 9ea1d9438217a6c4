import { Parser } from 'htmlparser2'
import { maxNoteBlocks, maxNotesBytes, type Notes } from '@earmark/contract/notes.ts'
import type { FeedNotes } from '../feed-document.ts'
import { cutAt, withoutForbidden } from '../text/plain-text.ts'
import { NotesWriter } from './notes-writer.ts'
import { notesText } from './notes-text.ts'

const maxMarkupLength = 256 * 1024
const maxDepth = 100
const pieceLength = 4 * 1024

export interface NotesOrigin {
  /** Links are relative to it. */
  readonly base: string
  /** Whether tags and entities are text. */
  readonly isPlain?: boolean
}

/** Notes of HTML, of text with some, or of plain text; what is beyond the limits is left out. */
export function readNotes(given: string, { base, isPlain = false }: NotesOrigin): FeedNotes {
  const text = withoutForbidden(cutAt(given.trim(), maxMarkupLength))
  const writer = new NotesWriter({ base, maxBlocks: maxNoteBlocks, maxBytes: maxNotesBytes })
  if (isPlain) writeLines(text, writer)
  else parseMarkup(text, writer)
  const notes: Notes = writer.end()
  return { notes, text: notesText(notes) }
}

const anyBlock = /<(?:p|br|div|li|ul|ol|h[1-6]|table|blockquote|dl|pre|section|article)\b/i

function parseMarkup(text: string, writer: NotesWriter): void {
  if (!/[<&]/.test(text)) return writeLines(text, writer)
  const areLinesKept = !anyBlock.test(text)
  let [depth, preformatted] = [0, 0]
  const parser = new Parser({
    onopentag: (name, attributes) => {
      if (++depth > maxDepth) writer.isFull = true
      if (name === 'pre') preformatted += 1
      writer.open(name, attributes)
    },
    onclosetag: (name) => {
      depth -= 1
      if (name === 'pre') preformatted -= 1
      writer.close(name)
    },
    ontext: (piece) => (areLinesKept || preformatted > 0 ? writeLines(piece, writer) : writer.write(piece)),
  })
  for (let start = 0; start < text.length && !writer.isFull; start += pieceLength)
    parser.write(text.slice(start, start + pieceLength))
  if (!writer.isFull) parser.end()
}

/** An empty line parts paragraphs. */
function writeLines(text: string, writer: NotesWriter): void {
  for (const [index, line] of text.split(/\r\n|\r|\n/).entries()) {
    if (index > 0) writer.breakLine()
    writer.write(line)
  }
}
