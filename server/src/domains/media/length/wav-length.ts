import type { FileWindow } from './file-window.ts'
import type { Length } from './length.ts'

const maxChunks = 100_000

/** What programs write that cannot go back to say how much it was: nothing, the most, and what SoX writes. */
const streamedBytes = new Set([0, 0xff_ff_ff_ff, 0x7f_ff_f0_00])

/**
 * RIFF (Multimedia Programming Interface and Data Specifications 1.0): chunks of type and 32-bit little-endian size
 * after a header of 12 bytes, padded to even positions; the format says how many bytes sound for a second.
 */
export async function measureWav(file: FileWindow): Promise<Length> {
  let position = 12
  let bytesPerSecond = 0
  for (let chunk = 0; position + 8 <= file.sizeBytes && chunk < maxChunks; chunk += 1) {
    const header = await file.piece(position, 24)
    const type = header.toString('latin1', 0, 4)
    const bytes = header.readUInt32LE(4)
    position += 8
    if (type === 'fmt ' && header.length >= 20) bytesPerSecond = header.readUInt32LE(16)
    if (type === 'data') {
      const here = file.sizeBytes - position
      if (!streamedBytes.has(bytes)) return { seconds: null, isCutShort: bytes > here }
      return { seconds: bytesPerSecond > 0 ? here / bytesPerSecond : null, isCutShort: false }
    }
    position += bytes + (bytes % 2)
  }
  return { seconds: null, isCutShort: true }
}
