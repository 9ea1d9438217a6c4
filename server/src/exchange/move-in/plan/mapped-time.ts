import type { MovedFile } from '../library/moved-library.ts'

/** A file of a recording here; `path` is that of the other program, where it is known. */
export interface SoundHere {
  readonly path: string | null
  readonly durationMs: number
}

/**
 * A time in a recording here, in milliseconds, for one of the other program: the same offset in the same file. What lies
 * past the end of a file is its end, past the last one the end of the recording. Where the files are not the same ones, it
 * is the same time.
 */
export function mappedTime(
  seconds: number,
  theirs: readonly MovedFile[],
  ours: readonly SoundHere[],
): number {
  const wholeMs = ours.reduce((sum, { durationMs }) => sum + durationMs, 0)
  const fallback = Math.min(Math.round(seconds * 1000), wholeMs)
  const found = fileAt(seconds, theirs)
  if (found === null) return fallback
  const place = placeOf(found.index, theirs, ours)
  const file = ours[place]
  if (file === undefined) return fallback
  const before = ours.slice(0, place).reduce((sum, { durationMs }) => sum + durationMs, 0)
  return before + Math.min(Math.round(found.offset * 1000), file.durationMs)
}

function fileAt(seconds: number, files: readonly MovedFile[]): { index: number; offset: number } | null {
  let start = 0
  for (const [index, { durationSeconds }] of files.entries()) {
    const isLast = index === files.length - 1
    if (seconds < start + durationSeconds || isLast) return { index, offset: Math.max(0, seconds - start) }
    start += durationSeconds
  }
  return null
}

/** By its path, else by its number among as many. */
function placeOf(index: number, theirs: readonly MovedFile[], ours: readonly SoundHere[]): number {
  const place = ours.findIndex(({ path }) => path !== null && path === theirs[index]?.path)
  if (place >= 0) return place
  return theirs.length === ours.length ? index : -1
}
