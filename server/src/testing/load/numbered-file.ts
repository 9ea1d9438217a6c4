/**
 * A recording whose bytes tell where they stand and in which file: whoever listens anywhere hears at once when they are
 * given what belongs elsewhere.
 */

const headBytes = 44
const wordBytes = 8
/** Numbers up to 2⁵³ are exact. */
const fileFactor = 2 ** 40

/** A RIFF/WAVE file: 16 bits, 8 kHz, one channel, which is 128 kbit/s. */
export function numberedFile(sizeBytes: number, number: number): Buffer<ArrayBuffer> {
  const file = Buffer.alloc(headBytes + Math.floor((sizeBytes - headBytes) / wordBytes) * wordBytes)
  file.write('RIFF')
  file.writeUInt32LE(file.length - 8, 4)
  file.write('WAVEfmt ', 8)
  file.writeUInt32LE(16, 16)
  file.writeUInt16LE(1, 20)
  file.writeUInt16LE(1, 22)
  file.writeUInt32LE(bytesPerSecond / 2, 24)
  file.writeUInt32LE(bytesPerSecond, 28)
  file.writeUInt16LE(2, 32)
  file.writeUInt16LE(16, 34)
  file.write('data', 36)
  file.writeUInt32LE(file.length - headBytes, 40)
  for (let at = headBytes; at < file.length; at += wordBytes) {
    file.writeDoubleLE(number * fileFactor + at, at)
  }
  return file
}

/** Of the sound. */
export const bytesPerSecond = 16_000

/** Whether bytes are those from `start` on: their first whole word and their last one are looked at. */
export function isNumbered(bytes: Buffer, start: number, number: number): boolean {
  const first = Math.max(0, Math.ceil((start - headBytes) / wordBytes)) * wordBytes + headBytes
  const last = Math.floor((start + bytes.length - headBytes) / wordBytes - 1) * wordBytes + headBytes
  // Of less than a word nothing can be said.
  if (last < first) return true
  return [first, last].every((at) => bytes.readDoubleLE(at - start) === number * fileFactor + at)
}
