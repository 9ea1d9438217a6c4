import { type FileChapter, orderChapters } from './chapter-list.ts'
import { differingNames } from './differing-names.ts'

/** A file of a recording; several sound one after another. */
export interface SoundFile {
  readonly durationMs: number
  /** Of its tags; empty for none. */
  readonly title: string
  /** Of its upload; empty for none. */
  readonly name: string
  readonly chapters: readonly FileChapter[]
}

/**
 * Of one file its own. Of several, a file with two chapters or more gives its own, any other is one chapter: named by its
 * title where it has one and the files' titles differ, else by what differs in their names, else by its number.
 */
export function chaptersOfFiles(files: readonly SoundFile[]): FileChapter[] {
  if (files.length < 2) return embeddedChapters(files)
  const hasTitles = new Set(files.map(({ title }) => title)).size > 1
  const names = differingNames(files.map(({ name }) => name))
  return inRecording(files, ({ chapters, title }, place) =>
    chapters.length > 1 ? chapters : [{ startMs: 0, title: (hasTitles && title) || (names[place] ?? '') }],
  )
}

/** Those that files have themselves. */
export function embeddedChapters(files: readonly SoundFile[]): FileChapter[] {
  return inRecording(files, ({ chapters }) => chapters)
}

/** When each file begins, in milliseconds of the recording. */
export function startsOf(files: readonly Pick<SoundFile, 'durationMs'>[]): number[] {
  let startMs = 0
  return files.map(({ durationMs }) => {
    const begins = startMs
    startMs += durationMs
    return begins
  })
}

function inRecording(
  files: readonly SoundFile[],
  chaptersOf: (file: SoundFile, place: number) => readonly FileChapter[],
): FileChapter[] {
  const starts = startsOf(files)
  const found = files.flatMap((file, place) => {
    const start = starts[place] ?? 0
    const within = chaptersOf(file, place).filter(({ startMs }) => startMs < file.durationMs)
    return within.map(({ startMs, title }) => ({ startMs: start + startMs, title }))
  })
  return orderChapters(found, (starts.at(-1) ?? 0) + (files.at(-1)?.durationMs ?? 0))
}
