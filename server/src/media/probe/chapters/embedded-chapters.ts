import { open } from 'node:fs/promises'
import type { MediaContentType } from '../../content-type.ts'
import { FileWindow } from '../duration/file-window.ts'
import { type FileChapter, orderChapters } from '../../chapters/chapter-list.ts'
import { readId3Chapters } from './id3-chapters.ts'
import { readMp4Chapters } from './mp4-chapters.ts'
import { readWebmChapters } from './webm-chapters.ts'

type ChapterReader = (file: FileWindow) => Promise<FileChapter[]>

/** By containers; those of Vorbis comments are among a file's tags. */
const readers: Readonly<Partial<Record<MediaContentType, ChapterReader>>> = {
  'audio/mp4': readMp4Chapters,
  'audio/mpeg': readId3Chapters,
  'audio/aac': readId3Chapters,
  'audio/webm': readWebmChapters,
}

interface Source {
  readonly path: string | Buffer
  readonly sizeBytes: number
  readonly contentType: MediaContentType
  readonly durationMs: number
  /** Of its tags. */
  readonly comments: readonly FileChapter[]
}

/** The chapters in a file that has sound; none where they are malformed. */
export async function readEmbeddedChapters({
  durationMs,
  comments,
  ...file
}: Source): Promise<FileChapter[]> {
  return orderChapters(comments.length > 0 ? comments : await readFrom(file), durationMs)
}

async function readFrom({ path, sizeBytes, contentType }: Omit<Source, 'durationMs' | 'comments'>) {
  const read = readers[contentType]
  if (!read) return []
  await using handle = await open(path)
  // How much of its end may be missing was judged by its sound.
  return await read(new FileWindow(handle, sizeBytes, 1)).catch((error: unknown) => {
    // A place beyond the bytes that there are: nobody's sound is refused for that.
    if (error instanceof RangeError) return []
    throw error
  })
}
