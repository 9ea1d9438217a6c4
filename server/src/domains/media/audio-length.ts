import { type FileHandle, open } from 'node:fs/promises'
import type { MediaContentType } from './content-type.ts'

/**
 * Whether a recording ends before it says it does: parsers read the beginning and would not notice. What does not
 * state its length (AAC, Ogg, whatever was written as a stream) plays up to where it ends.
 */
export async function isCutShort(path: string, sizeBytes: number, type: MediaContentType): Promise<boolean> {
  const statedEnd = endsOf[type]
  if (!statedEnd) return false
  const file = await open(path)
  try {
    const end = await statedEnd(file, sizeBytes)
    return end === null ? false : end > sizeBytes
  } finally {
    await file.close()
  }
}

/** Where the file should end at the earliest; null when it does not say; beyond everything when it is cut short. */
type StatedEnd = (file: FileHandle, sizeBytes: number) => Promise<number | null>

const endsOf: Partial<Record<MediaContentType, StatedEnd>> = {
  'audio/mp4': endOfBoxes,
  'audio/wav': endOfSamples,
  'audio/mpeg': endOfFrames,
  'audio/flac': endOfFlac,
  'audio/webm': endOfSegment,
}

/** More parts than any player would walk through. */
const maxSteps = 100_000

/** ISO/IEC 14496-12, 4.2: 32-bit size and type, a 64-bit size after it when that is 1, to the end when it is 0. */
async function endOfBoxes(file: FileHandle, sizeBytes: number): Promise<number | null> {
  let position = 0
  for (let step = 0; position < sizeBytes && step < maxSteps; step += 1) {
    const header = await readAt(file, position, 16)
    if (header.length < 8) return position
    let boxBytes = header.readUInt32BE(0)
    if (boxBytes === 0) return null
    if (boxBytes === 1) boxBytes = header.length < 16 ? 0 : Number(header.readBigUInt64BE(8))
    if (boxBytes < 8) return Infinity
    position += boxBytes
  }
  return position
}

const streamedLength = 0xff_ff_ff_ff

/** RIFF: chunks of type and 32-bit little-endian size after a header of 12 bytes, padded to even positions. */
async function endOfSamples(file: FileHandle, sizeBytes: number): Promise<number | null> {
  let position = 12
  for (let step = 0; position + 8 <= sizeBytes && step < maxSteps; step += 1) {
    const header = await readAt(file, position, 8)
    const chunkBytes = header.readUInt32LE(4)
    if (header.toString('latin1', 0, 4) === 'data') {
      return chunkBytes === 0 || chunkBytes === streamedLength ? null : position + 8 + chunkBytes
    }
    position += 8 + chunkBytes + (chunkBytes % 2)
  }
  return Infinity
}

/** Some editors trim a few frames and leave the count. */
const frameTolerance = 0.95

/** The first frame of most MP3 files holds the length of all: `Xing` or `Info`, flags, then what they announce. */
async function endOfFrames(file: FileHandle): Promise<number | null> {
  const tag = await readAt(file, 0, 10)
  const start = tag.toString('latin1', 0, 3) === 'ID3' ? 10 + syncSafe(tag) : 0
  const frame = await readAt(file, start, 64)
  const at = Math.max(frame.indexOf('Xing', 0, 'latin1'), frame.indexOf('Info', 0, 'latin1'))
  if (at < 4 || at + 16 > frame.length) return null
  const flags = frame.readUInt32BE(at + 4)
  if ((flags & 2) === 0) return null
  const bytes = frame.readUInt32BE(at + ((flags & 1) === 0 ? 8 : 12))
  return start + bytes * frameTolerance
}

/** ID3v2: 28 bits in four bytes. */
function syncSafe(tag: Buffer): number {
  return tag.subarray(6, 10).reduce((value, byte) => value * 128 + (byte & 0x7f), 0)
}

/** RFC 9639, 8.2: so many blocks of at most so many samples, each of at least so many bytes. */
async function endOfFlac(file: FileHandle): Promise<number | null> {
  const head = await readAt(file, 0, 42)
  if (head.toString('latin1', 0, 4) !== 'fLaC') return null
  if (head.length < 42) return Infinity
  const maxBlockSamples = head.readUInt16BE(10)
  const minFrameBytes = head.readUIntBE(12, 3)
  const samples = (head.readUInt8(21) & 0x0f) * 2 ** 32 + head.readUInt32BE(22)
  return 42 + Math.ceil(samples / Math.max(1, maxBlockSamples)) * minFrameBytes
}

/** RFC 8794: elements of a number, a length and content; all ones is an unknown length. */
async function endOfSegment(file: FileHandle): Promise<number | null> {
  const head = await readAt(file, 0, 16)
  const headLength = head.length < 16 ? null : elementLength(head, 4)
  if (headLength === null) return null
  const segmentAt = headLength.end + headLength.bytes
  const segment = await readAt(file, segmentAt, 12)
  const length = segment.length < 12 ? null : elementLength(segment, 4)
  return length === null ? null : segmentAt + length.end + length.bytes
}

/** The length at `at`, and where it ends. */
function elementLength(buffer: Buffer, at: number): { bytes: number; end: number } | null {
  const first = buffer.readUInt8(at)
  const width = Math.clz32(first) - 23
  if (width > 8) return null
  let bytes = first & (2 ** (8 - width) - 1)
  let isUnknown = bytes === 2 ** (8 - width) - 1
  for (let next = at + 1; next < at + width; next += 1) {
    const byte = buffer.readUInt8(next)
    bytes = bytes * 256 + byte
    isUnknown &&= byte === 0xff
  }
  return isUnknown ? null : { bytes, end: at + width }
}

async function readAt(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position)
  return buffer.subarray(0, bytesRead)
}
