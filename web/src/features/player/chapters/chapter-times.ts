import type { Chapter } from '@earmark/contract/chapters.ts'
import { formatLength } from '../../../lib/format-length.ts'
import { seekTolerance } from '../reducer/chapters.ts'

/** Seconds after its beginning from which "previous" goes back to it. */
const restartSeconds = 3

/** The index of the chapter that plays at a second; -1 before the first one. */
export function chapterAt(chapters: readonly Chapter[], position: number): number {
  return chapters.findLastIndex(({ startSeconds }) => startSeconds <= position + seekTolerance)
}

/** The second that "previous" goes to; null: to the track before. */
export function previousStart(chapters: readonly Chapter[], position: number): number | null {
  if (chapters.length === 0) return null
  const index = chapterAt(chapters, position)
  const start = chapters[index]?.startSeconds ?? 0
  if (position - start > restartSeconds) return start
  if (index <= 0) return start > 0 ? 0 : null
  return chapters[index - 1]?.startSeconds ?? null
}

/** The second that "next" goes to, and where the present chapter ends; null: with the track. */
export function nextStart(chapters: readonly Chapter[], position: number): number | null {
  return chapters[chapterAt(chapters, position) + 1]?.startSeconds ?? null
}

export interface ChapterPlace {
  readonly index: number
  readonly chapter: Chapter
  /** Seconds since its beginning. */
  readonly inSeconds: number
  /** Null for the last one until the duration is known. */
  readonly lengthSeconds: number | null
}

/** Null before the first chapter and without any. */
export function chapterPlace(chapters: readonly Chapter[], position: number): ChapterPlace | null {
  const index = chapterAt(chapters, position)
  const chapter = chapters[index]
  if (chapter === undefined) return null
  const { startSeconds, endSeconds } = chapter
  const inSeconds = Math.max(Math.min(position, endSeconds ?? position) - startSeconds, 0)
  const lengthSeconds = endSeconds === null ? null : endSeconds - startSeconds
  return { index, chapter, inSeconds, lengthSeconds }
}

/** Seconds that are left of a chapter; null for none and while its end is unknown. */
export function secondsLeftIn(place: ChapterPlace | null): number | null {
  return place === null || place.lengthSeconds === null ? null : place.lengthSeconds - place.inSeconds
}

/** From the beginning of one chapter to that of another, or to the end; null while that is unknown. */
export function secondsBetween(chapters: readonly Chapter[], from: number, to: number): number | null {
  const end = chapters[to]?.startSeconds ?? chapters.at(-1)?.endSeconds
  return end == null ? null : end - (chapters[from]?.startSeconds ?? 0)
}

/**
 * The chapters that a page shows of many at first: two heard ones, the present one and five more. A single one is not worth
 * folding.
 *
 * @param index of the listener's chapter; -1 for none
 * @returns the first one, and the first one after the last
 */
export function shownAround(index: number, count: number): [from: number, to: number] {
  const from = index - 2
  const to = Math.max(index, 0) + 6
  return [from < 2 ? 0 : from, count - to < 2 ? count : to]
}

/** `16 min`: what is left of the present chapter; null before the first one, and while its end is unknown. */
export function leftInChapter(chapters: readonly Chapter[], position: number): string | null {
  const left = secondsLeftIn(chapterPlace(chapters, position))
  return left === null ? null : formatLength(Math.max(Math.floor(left), 1))
}

/** The seconds between chapters that a seek bar shows, at most so many. */
export function drawnMarks(chapters: readonly Chapter[], most = 400): number[] {
  const every = Math.ceil(chapters.length / most)
  return chapters
    .filter(({ startSeconds }, index) => startSeconds > 0 && index % every === 0)
    .map(({ startSeconds }) => startSeconds)
}

/** `Chapter 4 of 30, The Lock, 12 minutes of 31`; without the last while its end is unknown. */
export function spokenChapter(chapters: readonly Chapter[], position: number): string | null {
  const place = chapterPlace(chapters, position)
  if (place === null) return null
  const { index, chapter, inSeconds, lengthSeconds } = place
  const [unit, size] = (lengthSeconds ?? inSeconds) < 60 ? ['second', 1] : ['minute', 60]
  const at = Math.floor(inSeconds / size)
  const whole = lengthSeconds === null ? '' : ` of ${Math.floor(lengthSeconds / size)}`
  const name = chapter.title === '' ? '' : `${chapter.title}, `
  return `Chapter ${index + 1} of ${chapters.length}, ${name}${at} ${unit}${at === 1 ? '' : 's'}${whole}`
}
