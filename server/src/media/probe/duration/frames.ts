import type { FileWindow } from './file-window.ts'
import { tagBytes } from './id3.ts'
import { StrayBytes } from './duration.ts'

export interface FrameFormat {
  readonly headerBytes: number
  readonly maxFrameBytes: number
  /** Bytes; 0 without a frame. `headerBytes` are available. */
  bytesOf(buffer: Buffer, at: number): number
  secondsOf(buffer: Buffer, at: number): number
  /** Bits of a header's first four bytes that are constant in a stream. */
  readonly sameBits: number
}

export interface Frames {
  readonly count: number
  readonly seconds: number
}

/** A whole frame at `at` of the buffer, which is at `position` of the file. */
export type FrameVisitor = (buffer: Buffer, at: number, position: number, bytes: number) => void

/**
 * Past tags and damage; a truncated last frame does not count, as players skip it.
 *
 * @throws AppError `BrokenMedia` for too many stray bytes
 */
export async function countFrames(
  file: FileWindow,
  start: number,
  format: FrameFormat,
  visit?: FrameVisitor,
): Promise<Frames> {
  const stray = new StrayBytes()
  let [count, seconds, lastSeconds] = [0, 0, 0]
  let position: number | null = start
  while (position !== null && position + format.headerBytes <= file.sizeBytes) {
    const chunk = await file.from(position, format.headerBytes)
    const last = chunk.length - format.headerBytes
    let at = 0
    let isFrame = true
    while (at <= last) {
      const bytes = format.bytesOf(chunk, at)
      isFrame = bytes > 0
      if (!isFrame) break
      if (position + at + bytes <= file.sizeBytes) visit?.(chunk, at, position + at, bytes)
      lastSeconds = format.secondsOf(chunk, at)
      seconds += lastSeconds
      count += 1
      at += bytes
    }
    position += at
    if (position > file.sizeBytes) return { count: count - 1, seconds: seconds - lastSeconds }
    if (!isFrame) position = await findFrame(file, position, format, stray)
  }
  return { count, seconds }
}

/** Players search the first frame within this distance. */
const maxLeadingBytes = 64 * 1024
const runFrames = 4

/** Null without a frame within 64 KiB of `start`, the end of the leading tags. */
export async function findStream(
  file: FileWindow,
  start: number,
  format: FrameFormat,
): Promise<number | null> {
  const chunk = await file.from(
    start,
    maxLeadingBytes + runFrames * format.maxFrameBytes + format.headerBytes,
  )
  const isAll = start + chunk.length >= file.sizeBytes
  for (let at = 0; at <= Math.min(maxLeadingBytes, chunk.length - format.headerBytes); ) {
    if (beginsRun(chunk, at, format, isAll)) return start + at
    at += tagBytes(chunk, at) || 1
  }
  return null
}

/** Four frames in a row, fewer up to the end or a tag, or two at the very beginning. */
function beginsRun(chunk: Buffer, start: number, format: FrameFormat, isAll: boolean): boolean {
  const bitsAt = (at: number) => chunk.readUInt32BE(at) & format.sameBits
  const leastFrames = start === 0 ? 1 : 2
  let at = start
  for (let frames = 0; frames < runFrames; frames += 1) {
    if (frames >= leastFrames && (isTag(chunk, at) || (isAll && at === chunk.length))) return true
    const isHeader = at + format.headerBytes <= chunk.length && (at === start || bitsAt(at) === bitsAt(start))
    const bytes = isHeader ? format.bytesOf(chunk, at) : 0
    if (bytes === 0) return start === 0 && frames >= 2
    if (at + bytes > chunk.length) return isAll && frames >= leastFrames
    at += bytes
  }
  return true
}

async function findFrame(
  file: FileWindow,
  start: number,
  format: FrameFormat,
  stray: StrayBytes,
): Promise<number | null> {
  let position = start
  while (position + format.headerBytes <= file.sizeBytes) {
    const tag = tagBytes(await file.from(position, 10))
    if (tag > 0) {
      position += tag
      continue
    }
    const chunk = await file.from(position, format.maxFrameBytes + format.headerBytes)
    const isLast = position + chunk.length >= file.sizeBytes
    const end = isLast
      ? chunk.length - format.headerBytes
      : chunk.length - format.maxFrameBytes - format.headerBytes
    const at = frameIn(chunk, Math.max(0, end), format)
    stray.skip(at ?? Math.max(1, end + 1))
    if (at !== null) return position + at
    position += Math.max(1, end + 1)
  }
  return null
}

function frameIn(chunk: Buffer, end: number, format: FrameFormat): number | null {
  for (let at = chunk.indexOf(0xff); at >= 0 && at <= end; at = chunk.indexOf(0xff, at + 1)) {
    const bytes = format.bytesOf(chunk, at)
    if (bytes === 0) continue
    const next = at + bytes
    if (next + format.headerBytes > chunk.length || format.bytesOf(chunk, next) > 0) return at
    if (isTag(chunk, next)) return at
  }
  return null
}

function isTag(chunk: Buffer, at: number): boolean {
  return /^(TAG|APE|ID3|LYR)$/.test(chunk.toString('latin1', at, at + 3))
}
