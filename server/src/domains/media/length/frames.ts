import type { FileWindow } from './file-window.ts'
import { tagBytes } from './id3.ts'
import { StrayBytes } from './length.ts'

/** A stream of frames that each say how long they are, and nothing says how many there are. */
export interface FrameFormat {
  readonly headerBytes: number
  readonly maxFrameBytes: number
  /** Bytes of the frame that begins there; 0 when none does. `headerBytes` are at hand. */
  bytesOf(buffer: Buffer, at: number): number
  /** How long that frame sounds. */
  secondsOf(buffer: Buffer, at: number): number
}

export interface Frames {
  readonly count: number
  readonly seconds: number
}

/**
 * Walks from frame to frame, past tags and damage between them; a last one that is cut does not count, as players skip
 * it.
 *
 * @throws AppError `BrokenMedia` when there is more between the frames than there should be
 */
export async function countFrames(file: FileWindow, start: number, format: FrameFormat): Promise<Frames> {
  const stray = new StrayBytes()
  let [count, seconds, lastSeconds] = [0, 0, 0]
  let position: number | null = await findFrame(file, start, format, stray)
  while (position !== null && position + format.headerBytes <= file.sizeBytes) {
    const chunk = await file.from(position, format.headerBytes)
    const last = chunk.length - format.headerBytes
    let at = 0
    let isFrame = true
    while (at <= last) {
      const bytes = format.bytesOf(chunk, at)
      isFrame = bytes > 0
      if (!isFrame) break
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

/** Where a frame begins that another follows, or the end of the file; null when there is none. */
export async function findFrame(
  file: FileWindow,
  start: number,
  format: FrameFormat,
  stray = new StrayBytes(),
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
    // What may go on beyond the chunk is looked at again with the next one.
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

/** What ends many recordings: ID3v1, APEv2, ID3v2, Lyrics3. */
function isTag(chunk: Buffer, at: number): boolean {
  return /^(TAG|APE|ID3|LYR)$/.test(chunk.toString('latin1', at, at + 3))
}
