import { waveHead, waveHeadBytes as headBytes } from '../../src/testing/wave-file.ts'

/**
 * A recording whose bytes tell where they stand and in which file: whoever listens anywhere hears at once when they are
 * given what belongs elsewhere.
 */

const wordBytes = 8
/** Numbers up to 2⁵³ are exact. */
const fileFactor = 2 ** 40

/** A RIFF/WAVE file: 16 bits, 8 kHz, one channel, which is 128 kbit/s. */
export function numberedFile(sizeBytes: number, number: number): Buffer<ArrayBuffer> {
  const file = Buffer.alloc(headBytes + Math.floor((sizeBytes - headBytes) / wordBytes) * wordBytes)
  waveHead({ soundBytes: file.length - headBytes, rate: bytesPerSecond / 2, bits: 16 }).copy(file)
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
