import type { AudioFile, NewTrack } from './state.ts'

/** A track's fields about the files of a record, which lists only count; of one file its own address is enough. */
export function filesOf(record: {
  tracksCount: number
  tracks?: readonly AudioFile[]
}): Pick<NewTrack, 'filesCount' | 'files'> {
  return record.tracksCount > 1 ? { filesCount: record.tracksCount, files: record.tracks } : {}
}

/** The index of the file that plays at a second of the recording: the last one past the end, 0 without files. */
export function fileAt(files: readonly AudioFile[], position: number): number {
  return Math.max(
    files.findLastIndex(({ startSeconds }) => startSeconds <= position),
    0,
  )
}

/** Null without files. */
export function wholeSeconds(files: readonly AudioFile[]): number | null {
  const last = files.at(-1)
  return last === undefined ? null : last.startSeconds + last.durationSeconds
}
