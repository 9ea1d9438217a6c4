import type { FileWindow } from '../duration/file-window.ts'
import { tagBytes } from '../duration/id3.ts'

/** ID3v2.3 and 2.4: the frames of the tag at the beginning of a file. */

const headBytes = 10
const maxTagBytes = 64 * 1024 ** 2

interface Id3Tag {
  readonly version: Version
  /** All of it. */
  readonly bytes: Buffer
  /** Of 2.4 a part of `bytes`. */
  readonly frames: Buffer
}

/** Null without one, and for one of another version. */
export async function readId3Tag(
  file: FileWindow,
  versions: readonly Version[] = [3, 4],
): Promise<Id3Tag | null> {
  const head = await file.piece(0, headBytes)
  const length = tagBytes(head)
  const version = versions.find((one) => one === head[3])
  if (length === 0 || length > maxTagBytes || version === undefined) return null
  const bytes = await file.piece(0, length)
  const body = bytes.subarray(headBytes)
  const flags = head.readUInt8(5)
  const plain = version === 3 && (flags & 0x80) !== 0 ? resynchronised(body) : body
  return { version, bytes, frames: plain.subarray((flags & 0x40) === 0 ? 0 : extendedBytes(plain, version)) }
}

/** The tag as the tag parser reads it, of the same length. Null for a tag that needs nothing. */
export async function mendedId3Tag(file: FileWindow): Promise<Buffer | null> {
  const tag = await readId3Tag(file)
  if (!tag) return null
  return tag.version === 3 ? withoutUnsynchronisation(tag.bytes) : withSyncSafeSizes(tag)
}

/** ID3v2.3, 5: of the whole tag, which the parser does not undo. The rest is padding. */
function withoutUnsynchronisation(bytes: Buffer): Buffer | null {
  const flags = bytes.readUInt8(5)
  if ((flags & 0x80) === 0) return null
  const parts = [bytes.subarray(0, headBytes), resynchronised(bytes.subarray(headBytes))]
  const plain = Buffer.concat(parts, bytes.length)
  plain.writeUInt8(flags & 0x7f, 5)
  return plain
}

/** Where a program wrote plain sizes (ffmpeg does, of chapters) the parser stops at the first of those. */
function withSyncSafeSizes({ bytes, frames }: Id3Tag): Buffer | null {
  let isMended = false
  for (const { sizeAt, sizeBytes } of framesOf(frames, 4)) {
    const isPlain = sizeBytes !== syncSafe(frames, sizeAt)
    if (!isPlain || !isEndOfFrame(frames, sizeAt - 4 + headBytes + sizeBytes)) continue
    for (let place = 0; place < 4; place += 1)
      frames.writeUInt8((sizeBytes >> (7 * (3 - place))) & 0x7f, sizeAt + place)
    isMended = true
  }
  return isMended ? bytes : null
}

export type Version = 3 | 4

export interface Frame {
  readonly name: string
  readonly content: Buffer
  /** Of the four bytes of its size. */
  readonly sizeAt: number
  readonly sizeBytes: number
}

function extendedBytes(body: Buffer, version: Version): number {
  if (body.length < 4) return 0
  return version === 4 ? syncSafe(body, 0) : body.readUInt32BE(0) + 4
}

const frameName = /^[A-Z][A-Z0-9]{3}$/

/** ID3v2.3 and 2.4, 4: up to the padding, or what is no frame. */
export function* framesOf(buffer: Buffer, version: Version): Generator<Frame, void> {
  for (let at = 0; hasFrame(buffer, at); ) {
    const contentAt = at + headBytes
    const sizeBytes = contentBytes(buffer, at, version)
    const end = contentAt + sizeBytes
    const flags = buffer.readUInt8(at + 9)
    const content = buffer.subarray(contentAt, end)
    const bare = version === 4 ? unwrapped(content, flags) : content
    yield { name: nameAt(buffer, at), content: bare, sizeAt: at + 4, sizeBytes }
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
