import { chapterMessages as messages } from './messages.ts'
import { newRow, type Row, type Rows, sorted } from './rows.ts'
import { parseTime } from './times.ts'

const time = String.raw`[[(]?((?:\d{1,4}:)?\d{1,4}:\d{2}(?:[.,]\d{1,3})?)[\])]?`
const timeFirst = new RegExp(
  String.raw`^(?:#?\d{1,4}(?:[.):]|\s*[-–—])?\s+)?${time}(?:\s*[-–—|:.]\s*|\s+|$)(.*)$`,
)
const timeLast = new RegExp(String.raw`^(?:#?\d{1,4}[.)]\s+)?(.*?\S)(?:\s*[-–—|]\s*|\s+)${time}$`)

function readLine(line: string): Row | null {
  const [, first, behind = ''] = timeFirst.exec(line) ?? []
  const [, before = '', last] = first === undefined ? (timeLast.exec(line) ?? []) : []
  const startMs = parseTime(first ?? last ?? '')
  return startMs === null ? null : newRow(startMs, (first === undefined ? before : behind).trim())
}

/** JSON chapters and cue sheets, which the server reads. */
export function isForServer(text: string): boolean {
  return /^\s*\{/.test(text) || /^\s*INDEX\s+\d+\s+\d+:\d\d:\d\d\s*$/im.test(text)
}

/** Lines of a time and a title, numbered or not, in any order; in `refused` why they are none. */
export function readList(text: string): { rows: Rows } | { refused: string } {
  const lines = text.split(/\r\n|\n|\r/).map((line) => line.trim())
  const rows: Row[] = []
  for (const [place, line] of lines.entries()) {
    if (line === '') continue
    const row = readLine(line)
    if (row === null) return { refused: messages.noTimeInLine(place + 1, line.slice(0, 60)) }
    rows.push(row)
  }
  return rows.length === 0 ? { refused: messages.nothingPasted } : { rows: sorted(rows) }
}
