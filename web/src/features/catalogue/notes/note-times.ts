import { readSeconds } from '../../../lib/moment.ts'

/** A piece of a text: words, or a time in the recording. */
export type Piece = { readonly text: string; readonly seconds: number | null }

/** `12:34`, `1:02:03`, not within a longer number, a ratio, a date or an address. */
const clock = /(?<![\d:.,/+-])(?:\d{1,2}:)?\d{1,2}:[0-5]\d(?![\d:/]|[.,]\d)/g

/** The times within a recording are found in its notes; without its length, in none. */
export function timesIn(text: string, durationSeconds: number | null): Piece[] {
  const pieces: Piece[] = []
  let end = 0
  for (const { 0: found, index } of text.matchAll(clock)) {
    const seconds = readSeconds(found)
    if (seconds === null || durationSeconds === null || seconds >= durationSeconds) continue
    if (index > end) pieces.push({ text: text.slice(end, index), seconds: null })
    pieces.push({ text: found, seconds })
    end = index + found.length
  }
  if (end < text.length) pieces.push({ text: text.slice(end), seconds: null })
  return pieces
}
