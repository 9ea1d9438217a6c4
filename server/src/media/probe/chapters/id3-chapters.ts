import type { FileWindow } from '../duration/file-window.ts'
import { tagBytes } from '../duration/id3.ts'
import { type FileChapter, mostRead } from '../../chapters/chapter-list.ts'

const headBytes = 10
const maxTagBytes = 64 * 1024 ** 2

/** ID3v2 Chapter Frame Addendum, 3.1: the `CHAP` frames of the tag at the beginning. */
export async function readId3Chapters(file: FileWindow): Promise<FileChapter[]> {
  const head = await file.piece(0, headBytes)
  const bytes = tagBytes(head)
  const version = head[3]
  if (bytes === 0 || bytes > maxTagBytes || (version !== 3 && version !== 4)) return []
  const body = await file.piece(headBytes, bytes - headBytes)
  const flags = head.readUInt8(5)
  const plain = version === 3 && (flags & 0x80) !== 0 ? resynchronised(body) : body
  const frames = plain.subarray((flags & 0x40) === 0 ? 0 : extendedBytes(plain, version))
  const chapters: FileChapter[] = []
  for (const { name, content } of framesOf(frames, version)) {
    if (name === 'CHAP') chapters.push(...chapterOf(content, version))
    if (chapters.length === mostRead) break
  }
  return chapters
}

type Version = 3 | 4

interface Frame {
  readonly name: string
  readonly content: Buffer
}

function extendedBytes(body: Buffer, version: Version): number {
  if (body.length < 4) return 0
  return version === 4 ? syncSafe(body, 0) : body.readUInt32BE(0) + 4
}

const frameName = /^[A-Z][A-Z0-9]{3}$/

/** ID3v2.3 and 2.4, 4: up to the padding, or what is no frame. */
function* framesOf(buffer: Buffer, version: Version): Generator<Frame, void> {
  for (let at = 0; hasFrame(buffer, at); ) {
    const contentAt = at + headBytes
    const end = contentAt + contentBytes(buffer, at, version)
    const flags = buffer.readUInt8(at + 9)
    const content = buffer.subarray(contentAt, end)
    yield { name: nameAt(buffer, at), content: version === 4 ? unwrapped(content, flags) : content }
    at = end
  }
}

/** Programs write plain sizes into tags of 2.4 as well: where no frame follows the one reading, the other counts. */
function contentBytes(buffer: Buffer, at: number, version: Version): number {
  const plain = buffer.readUInt32BE(at + 4)
  if (version === 3) return plain
  const isSafe = (plain & 0x80_80_80_80) === 0
  const safe = syncSafe(buffer, at + 4)
  const isRead = (bytes: number) => isEndOfFrame(buffer, at + headBytes + bytes)
  return isSafe && (isRead(safe) || !isRead(plain)) ? safe : plain
}

function isEndOfFrame(buffer: Buffer, at: number): boolean {
  return at === buffer.length || (at < buffer.length && buffer[at] === 0) || hasFrame(buffer, at)
}

function hasFrame(buffer: Buffer, at: number): boolean {
  return at + headBytes <= buffer.length && frameName.test(nameAt(buffer, at))
}

function nameAt(buffer: Buffer, at: number): string {
  return buffer.toString('latin1', at, at + 4)
}

/** ID3v2.4, 4.1.2: without the length in front, and as it was before it was unsynchronised; nothing where it is packed. */
function unwrapped(content: Buffer, flags: number): Buffer {
  if ((flags & 0x0c) !== 0) return content.subarray(0, 0)
  const bare = content.subarray((flags & 0x01) === 0 ? 0 : 4)
  return (flags & 0x02) === 0 ? bare : resynchronised(bare)
}

function resynchronised(bytes: Buffer): Buffer {
  const plain = Buffer.alloc(bytes.length)
  let length = 0
  for (let at = 0; at < bytes.length; at += 1) {
    if (bytes[at] === 0 && bytes[at - 1] === 0xff) continue
    plain[length] = bytes.readUInt8(at)
    length += 1
  }
  return plain.subarray(0, length)
}

function syncSafe(buffer: Buffer, at: number): number {
  return buffer.subarray(at, at + 4).reduce((value, byte) => value * 128 + (byte & 0x7f), 0)
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
