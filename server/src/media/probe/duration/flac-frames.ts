import { endOfSubframes, type Subframes } from './flac-subframes.ts'

/** A frame header, RFC 9639, 9.1. */
export interface FrameHeader extends Subframes {
  /** The number of the first sample, or of the frame in a stream with a fixed block size. */
  readonly number: number
  readonly countsSamples: boolean
}

export const maxHeaderBytes = 16

/** The upper bound of a frame's bytes: twice its verbatim samples. */
export function mostBytes({ blockSamples, channelBits }: FrameHeader): number {
  const sampleBits = channelBits.reduce((sum, bits) => sum + bits, 0)
  return 1024 + 2 * Math.ceil((blockSamples * sampleBits) / 8)
}

export function isNext(frame: FrameHeader, before: FrameHeader): boolean {
  const step = before.countsSamples ? before.blockSamples : 1
  return frame.countsSamples === before.countsSamples && frame.number === before.number + step
}

/** Bytes; null when the frame is incomplete or invalid. */
export function wholeFrameBytes(bytes: Buffer, header: FrameHeader): number | null {
  const soundEnd = endOfSubframes(bytes, header)
  if (soundEnd === null || soundEnd + 2 > bytes.length) return null
  return crc(bytes.subarray(0, soundEnd + 2), 16, 0x80_05) === 0 ? soundEnd + 2 : null
}

/** Null unless sync code, reserved bits and CRC are right. `bitsPerSample` of the stream is the default of frames. */
export function readHeader(bytes: Buffer, start: number, bitsPerSample: number): FrameHeader | null {
  const [sync, strategy, sizes, format] = bytes.subarray(start, start + 4)
  if (sync !== 0xff || (strategy as number) >> 1 !== 0xf8 >> 1) return null
  const [sizeCode, rateCode] = [(sizes as number) >> 4, (sizes as number) & 0x0f]
  const channelBits = channelsOf(format as number, bitsPerSample)
  const number = codedNumber(bytes.subarray(start + 4, start + 11))
  if (sizeCode === 0 || rateCode === 15 || channelBits === null || number === null) return null
  const sizeAt = start + 4 + number.bytes
  const sizeBytes = sizeCode === 6 ? 1 : sizeCode === 7 ? 2 : 0
  const rateBytes = rateCode === 12 ? 1 : rateCode >= 13 ? 2 : 0
  const checksumAt = sizeAt + sizeBytes + rateBytes
  if (crc(bytes.subarray(start, checksumAt), 8, 0x07) !== bytes[checksumAt]) return null
  return {
    bytes: checksumAt + 1 - start,
    blockSamples: sizeBytes > 0 ? bytes.readUIntBE(sizeAt, sizeBytes) + 1 : blockSize(sizeCode),
    number: number.value,
    countsSamples: ((strategy as number) & 1) === 1,
    channelBits,
  }
}

/** RFC 9639, 9.1.1 */
function blockSize(code: number): number {
  if (code === 1) return 192
  return code <= 5 ? 144 * 2 ** code : 2 ** code
}

/** RFC 9639, 9.1.4; code 0 means the stream's depth. */
const bitDepths = [0, 8, 12, null, 16, 20, 24, 32] as const

/** RFC 9639, 9.1.3: independent channels, or stereo with a difference channel. Null for reserved codes. */
function channelsOf(format: number, bitsPerSample: number): number[] | null {
  const [code, depth, reserved] = [format >> 4, bitDepths[(format >> 1) & 7], format & 1]
  if (code > 10 || depth === null || depth === undefined || reserved === 1) return null
  const bits = depth || bitsPerSample
  if (code < 8) return Array<number>(code + 1).fill(bits)
  return code === 9 ? [bits + 1, bits] : [bits, bits + 1]
}

/** RFC 9639, 9.1.5: an integer of up to 36 bits, coded like UTF-8. */
function codedNumber(bytes: Buffer): { value: number; bytes: number } | null {
  const [first] = bytes
  if (first === undefined) return null
  const ones = Math.clz32(~(first << 24))
  if (ones === 0) return { value: first, bytes: 1 }
  if (ones === 1 || ones > 7 || bytes.length < ones) return null
  let value = ones < 7 ? first & (2 ** (7 - ones) - 1) : 0
  for (const byte of bytes.subarray(1, ones)) {
    if (byte >> 6 !== 2) return null
    value = value * 64 + (byte & 0x3f)
  }
  return { value, bytes: ones }
}

function crc(bytes: Buffer, width: 8 | 16, polynomial: number): number {
  const [top, mask] = [1 << (width - 1), (1 << width) - 1]
  let remainder = 0
  for (const byte of bytes) {
    remainder ^= byte << (width - 8)
    for (let bit = 0; bit < 8; bit += 1) {
      remainder = (remainder & top) === 0 ? remainder << 1 : (remainder << 1) ^ polynomial
    }
    remainder &= mask
  }
  return remainder
}
