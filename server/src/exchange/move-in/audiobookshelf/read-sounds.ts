import type { MovedChapter, MovedFile } from '../library/moved-library.ts'
import { note, type Reading } from './reading.ts'
import { numberOf, objectOf, objectsOf, secondsOf, textOf } from './values.ts'

/** The files that are played, in their order, and those that are not. */
export function readFiles(reading: Reading, list: unknown, what: string) {
  const [files, leftOut] = [false, true].map((isLeftOut) =>
    objectsOf(list)
      .filter(({ exclude }) => (exclude === true) === isLeftOut)
      .flatMap((file) => readFile(reading, file, what)),
  ) as [MovedFile[], MovedFile[]]
  return { files, leftOut }
}

export function readFile(reading: Reading, file: Record<string, unknown>, what: string): MovedFile[] {
  const path = textOf(objectOf(file.metadata).path)
  if (path === null) {
    note(reading, `A file of ${what} has no path.`)
    return []
  }
  return [{ path, durationSeconds: secondsOf(file.duration) ?? 0 }]
}

export function readChapters(list: unknown): MovedChapter[] {
  return objectsOf(list).flatMap(({ start, title }) => {
    const startSeconds = numberOf(start)
    return startSeconds === null || startSeconds < 0 ? [] : [{ startSeconds, title: textOf(title) ?? '' }]
  })
}
