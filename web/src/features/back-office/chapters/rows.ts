import { maxChapterTitleLength, maxChapters, minChapterSeconds } from '@earmark/contract/limits.ts'
import type { NewChapter } from '@earmark/contract/chapter-edits.ts'
import { chapterMessages as messages } from './messages.ts'
import { parseTime } from './times.ts'

/** A chapter in the editor. */
export interface Row {
  readonly id: number
  readonly startMs: number
  readonly title: string
  /** What stands in the place of its time and is none; null for a time. */
  readonly typed: string | null
}

export type Rows = readonly Row[]

const leastMs = minChapterSeconds * 1000

let lastId = 0

export function newRow(startMs: number, title = ''): Row {
  lastId += 1
  return { id: lastId, startMs: Math.round(startMs), title, typed: null }
}

export function rowsOf(chapters: readonly NewChapter[]): Row[] {
  return chapters.map(({ startSeconds, title }) => newRow(startSeconds * 1000, title))
}

export function chaptersOf(rows: Rows): NewChapter[] {
  return rows.map(({ startMs, title }) => ({ startSeconds: startMs / 1000, title }))
}

function changed(rows: Rows, id: number, change: Partial<Row>): Row[] {
  return rows.map((row) => (row.id === id ? { ...row, ...change } : row))
}

/** In order of time; those at one time stay in theirs. */
export function sorted(rows: Rows): Rows {
  const isSorted = rows.every(({ startMs }, place) => startMs >= (rows[place - 1]?.startMs ?? startMs))
  return isSorted ? rows : rows.toSorted((one, other) => one.startMs - other.startMs)
}

export function withStart(rows: Rows, id: number, startMs: number): Rows {
  return sorted(changed(rows, id, { startMs: Math.round(startMs), typed: null }))
}

/** A text that is no time stays to be mended. */
export function withTyped(rows: Rows, id: number, text: string): Rows {
  const startMs = parseTime(text)
  return startMs === null ? changed(rows, id, { typed: text }) : withStart(rows, id, startMs)
}

export function withTitle(rows: Rows, id: number, title: string): Rows {
  return changed(rows, id, { title })
}

/** Not over its neighbours. */
export function nudged(rows: Rows, id: number, byMs: number, durationMs: number): Rows {
  const row = rows.find((each) => each.id === id)
  if (row === undefined) return rows
  const { least, most } = limitsOf(rows, id, durationMs)
  return withStart(rows, id, Math.max(least, Math.min(row.startMs + byMs, most)))
}

/** This one and all behind it; where they come too near to the one before, that is told, not mended. */
export function shifted(rows: Rows, id: number, byMs: number): Rows {
  const from = rows.findIndex((row) => row.id === id)
  return rows.map((row, place) =>
    from >= 0 && place >= from ? { ...row, startMs: row.startMs + Math.round(byMs) } : row,
  )
}

export function added(rows: Rows, row: Row): Rows {
  const place = rows.findIndex(({ startMs }) => startMs > row.startMs)
  return rows.toSpliced(place < 0 ? rows.length : place, 0, row)
}

export function removed(rows: Rows, id: number): Rows {
  return rows.filter((row) => row.id !== id)
}

/** Where a chapter below another one begins: in the middle of what that one has. */
export function middleBelow(rows: Rows, id: number, durationMs: number): number {
  const place = rows.findIndex((row) => row.id === id)
  const startMs = rows[place]?.startMs ?? 0
  return Math.round((startMs + (rows[place + 1]?.startMs ?? durationMs)) / 2)
}

/** Between its neighbours: as far as a mark may be dragged. */
export function limitsOf(rows: Rows, id: number, durationMs: number): { least: number; most: number } {
  const place = rows.findIndex((row) => row.id === id)
  const before = rows[place - 1]
  const behind = rows[place + 1]
  const least = before === undefined ? 0 : before.startMs + leastMs
  return { least, most: Math.max(least, (behind?.startMs ?? durationMs) - leastMs) }
}

function problemOf(row: Row, before: Row | undefined, durationMs: number): string | null {
  const { startMs, title, typed } = row
  if (typed !== null) return messages.noTime
  if (startMs < 0) return messages.beforeBeginning
  if (startMs >= durationMs) return messages.pastEnd
  if (before !== undefined && startMs < before.startMs + leastMs) return messages.tooNear
  if (Array.from(title).length > maxChapterTitleLength) return messages.longTitle
  return null
}

/** What the server would refuse, by the rows' ids. */
export function problemsOf(rows: Rows, durationMs: number): ReadonlyMap<number, string> {
  const problems = new Map<number, string>()
  rows.forEach((row, place) => {
    const problem = place >= maxChapters ? messages.tooMany : problemOf(row, rows[place - 1], durationMs)
    if (problem !== null) problems.set(row.id, problem)
  })
  return problems
}

function isSameRow(one: Row | undefined, other: Row): boolean {
  return one?.startMs === other.startMs && one.title === other.title && other.typed === null
}

/** How many rows were changed, added and removed. */
export function changesCount(rows: Rows, base: Rows): number {
  if (rows.length === base.length && rows.every((row, place) => isSameRow(base[place], row))) return 0
  const kept = new Map(base.map((row) => [row.id, row]))
  const others = rows.filter((row) => !isSameRow(kept.get(row.id), row)).length
  const ids = new Set(rows.map(({ id }) => id))
  return others + base.filter(({ id }) => !ids.has(id)).length
}
