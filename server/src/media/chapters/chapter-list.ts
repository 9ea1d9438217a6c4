import { maxChapterTitleLength, maxChapters, minChapterSeconds } from '@earmark/contract/limits.ts'

/** A chapter of a file or a recording; it ends where the next one begins. */
export interface FileChapter {
  readonly startMs: number
  readonly title: string
}

/** Of a file, before they are put in order. */
export const mostRead = 5 * maxChapters

export const minChapterMs = minChapterSeconds * 1000
const lateBeginningMs = 5_000
/** Characters of a title that are looked at. */
const readTitleLength = 4 * maxChapterTitleLength

/**
 * Chapters as a source has them, in order: none past the end, none closer to the one before than 0.1 s, the first from the
 * beginning if it begins soon after it.
 *
 * @param found times in milliseconds, in any order, with or without titles
 */
export function orderChapters(found: readonly FileChapter[], durationMs: number): FileChapter[] {
  const rounded = found.map(({ startMs, title }) => ({ startMs: Math.round(startMs), title }))
  const within = rounded.filter(({ startMs }) => startMs >= 0 && startMs < durationMs)
  const chapters: FileChapter[] = []
  for (const chapter of within.sort((one, other) => one.startMs - other.startMs)) {
    const last = chapters.at(-1)
    if (last && chapter.startMs - last.startMs < minChapterMs) continue
    if (chapters.length === maxChapters) break
    const startMs = !last && chapter.startMs < lateBeginningMs ? 0 : chapter.startMs
    const title = cleanTitle(chapter.title) || `Chapter ${chapters.length + 1}`
    chapters.push({ startMs, title })
  }
  return chapters
}

/** A title in one line, without controls, cut at 300 characters. */
export function cleanTitle(title: string): string {
  const line = title
    .slice(0, readTitleLength)
    .toWellFormed()
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim()
  return Array.from(line).slice(0, maxChapterTitleLength).join('').trimEnd()
}
