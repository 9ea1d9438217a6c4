import type { Connection } from '../../../db/engine/dialect.ts'
import {
  isSameList,
  listChapters,
  listSoundFiles,
  writeChapters,
} from '../../../catalogue/editing/recording-chapters.queries.ts'
import { type FileChapter, orderChapters } from '../../../media/chapters/chapter-list.ts'
import type { MovedChapter, MovedFile } from '../library/moved-library.ts'
import { mappedTime } from '../plan/mapped-time.ts'

interface Chaptered {
  readonly files: readonly MovedFile[]
  readonly chapters: readonly MovedChapter[]
}

/** Starts that differ by less are the same: the other program rounds lengths otherwise. */
const sameMs = 1000

/**
 * Gives a new recording the chapters of the other program, unless those of its files are the same. No later look at the
 * files changes them.
 */
export async function writeMovedChapters(
  transaction: Connection,
  recordingId: number,
  { files, chapters }: Chaptered,
): Promise<void> {
  if (chapters.length === 0) return
  const sounds = await listSoundFiles(transaction, recordingId)
  const here = sounds.map(({ durationMs }) => ({ path: null, durationMs }))
  const mapped = chapters.map(({ startSeconds, title }) => {
    return { startMs: mappedTime(startSeconds, files, here), title }
  })
  const durationMs = here.reduce((sum, sound) => sum + sound.durationMs, 0)
  const wanted = { source: 'Hand', chapters: orderChapters(mapped, durationMs) } as const
  const present = await listChapters(transaction, recordingId)
  if (wanted.chapters.length === 0 || isNearly(present, wanted.chapters)) return
  if (!isSameList({ source: 'Hand', chapters: present }, wanted))
    await writeChapters(transaction, recordingId, wanted)
}

function isNearly(one: readonly FileChapter[], other: readonly FileChapter[]): boolean {
  return (
    one.length === other.length &&
    one.every(({ startMs, title }, place) => {
      const twin = other[place]
      return twin?.title === title && Math.abs(twin.startMs - startMs) < sameMs
    })
  )
}
