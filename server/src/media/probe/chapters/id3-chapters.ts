import type { FileWindow } from '../duration/file-window.ts'
import { framesOf, readId3Tag, type Version } from '../look/id3-frames.ts'
import { type FileChapter, mostRead } from '../../chapters/chapter-list.ts'

/** ID3v2 Chapter Frame Addendum, 3.1: the `CHAP` frames of the tag at the beginning. */
export async function readId3Chapters(file: FileWindow): Promise<FileChapter[]> {
  const tag = await readId3Tag(file)
  if (!tag) return []
  const chapters: FileChapter[] = []
  for (const { name, content } of framesOf(tag.frames, tag.version)) {
    if (name === 'CHAP') chapters.push(...chapterOf(content, tag.version))
    if (chapters.length === mostRead) break
  }
  return chapters
}

const timesBytes = 16

/** Its name up to a zero, four numbers of which the first is its beginning in milliseconds, and frames of its own. */
function chapterOf(content: Buffer, version: Version): FileChapter[] {
  const timesAt = content.indexOf(0) + 1
  if (timesAt === 0 || timesAt + timesBytes > content.length) return []
  const frames = framesOf(content.subarray(timesAt + timesBytes), version)
  const title = frames.find(({ name }) => name === 'TIT2')
  return [{ startMs: content.readUInt32BE(timesAt), title: title ? textOf(title.content) : '' }]
}

const encodings = ['latin1', 'utf-16', 'utf-16be', 'utf-8'] as const
const textBytes = 4096

function textOf(content: Buffer): string {
  const encoding = encodings[content[0] ?? 0] ?? 'latin1'
  const text = content.subarray(1, textBytes + 1)
  if (encoding === 'latin1') return text.toString('latin1')
  const isBigEndian = encoding === 'utf-16' && text.length >= 2 && text.readUInt16BE(0) === 0xfe_ff
  return new TextDecoder(isBigEndian ? 'utf-16be' : encoding).decode(text)
}
