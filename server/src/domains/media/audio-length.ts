import { type FileHandle, open } from 'node:fs/promises'
import type { MediaContentType } from './content-type.ts'

/**
 * Whether a recording ends before its container says it does: parsers read the beginning and would not notice.
 * Containers that do not state their length (MP3, AAC, Ogg, streamed WAV and WebM) play up to where they end.
 */
export async function isCutShort(path: string, sizeBytes: number, type: MediaContentType): Promise<boolean> {
  if (type !== 'audio/mp4' && type !== 'audio/wav') return false
  const file = await open(path)
  try {
    return type === 'audio/mp4'
      ? await endsInsideBox(file, sizeBytes)
      : await endsInsideChunk(file, sizeBytes)
  } finally {
    await file.close()
  }
}

/** More boxes than any player would walk through. */
const maxBoxes = 100_000

/** ISO/IEC 14496-12, 4.2: 32-bit size and type, a 64-bit size after it when that is 1, to the end when it is 0. */
async function endsInsideBox(file: FileHandle, sizeBytes: number): Promise<boolean> {
  let position = 0
  for (let boxes = 0; position < sizeBytes && boxes < maxBoxes; boxes += 1) {
    const header = await readAt(file, position, 16)
    if (header.length < 8) return true
    let boxBytes = header.readUInt32BE(0)
    if (boxBytes === 0) return false
    if (boxBytes === 1) {
      if (header.length < 16) return true
      boxBytes = Number(header.readBigUInt64BE(8))
    }
    if (boxBytes < 8) return true
    position += boxBytes
  }
  return position > sizeBytes
}

const streamedLength = 0xff_ff_ff_ff

/** RIFF: chunks of type and 32-bit little-endian size after a header of 12 bytes, padded to even positions. */
async function endsInsideChunk(file: FileHandle, sizeBytes: number): Promise<boolean> {
  let position = 12
  for (let chunks = 0; position + 8 <= sizeBytes && chunks < maxBoxes; chunks += 1) {
    const header = await readAt(file, position, 8)
    const chunkBytes = header.readUInt32LE(4)
    if (header.toString('latin1', 0, 4) === 'data') {
      const isStreamed = chunkBytes === 0 || chunkBytes === streamedLength
      return !isStreamed && position + 8 + chunkBytes > sizeBytes
    }
    position += 8 + chunkBytes + (chunkBytes % 2)
  }
  return true
}

async function readAt(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position)
  return buffer.subarray(0, bytesRead)
}
