/** Where a stream ends. */
export interface LastFrame {
  /** One after its last sample. */
  readonly endSample: number
  /** Whether all of it is there. */
  readonly isWhole: boolean
}

export interface Blocks {
  readonly minBlockSamples: number
  readonly isFixed: boolean
}

/** The last frame that begins in `tail`, RFC 9639, 9.1: found by its 15 bits of sync code and the checksum of its header. */
export function findLastFrame(tail: Buffer, blocks: Blocks): LastFrame | null {
  for (let at = tail.lastIndexOf(0xff); at >= 0; at = at === 0 ? -1 : tail.lastIndexOf(0xff, at - 1)) {
    const endSample = frameEnd(tail.subarray(at), blocks)
    // The checksum of a whole frame is part of it, and makes that of all of it nothing.
    if (endSample !== null) return { endSample, isWhole: crc(tail.subarray(at), 16, 0x80_05) === 0 }
  }
  return null
}

/** Where the frame ends that begins there; null when none does. */
function frameEnd(bytes: Buffer, { minBlockSamples, isFixed }: Blocks): number | null {
  if (bytes.length < 16 || ((bytes[1] as number) & 0xfe) !== 0xf8) return null
  const sizeCode = (bytes[2] as number) >> 4
  const rateCode = (bytes[2] as number) & 0x0f
  const number = codedNumber(bytes)
  if (sizeCode === 0 || rateCode === 15 || number === null) return null
  const afterNumber = 4 + number.bytes
  const sizeBytes = sizeCode === 6 ? 1 : sizeCode === 7 ? 2 : 0
  const rateBytes = rateCode === 12 ? 1 : rateCode === 13 || rateCode === 14 ? 2 : 0
  const checksumAt = afterNumber + sizeBytes + rateBytes
  if (crc(bytes.subarray(0, checksumAt), 8, 0x07) !== bytes[checksumAt]) return null
  const blockSamples = sizeBytes > 0 ? bytes.readUIntBE(afterNumber, sizeBytes) + 1 : blockSize(sizeCode)
  const countsSamples = ((bytes[1] as number) & 1) === 1
  const frameSamples = isFixed ? minBlockSamples : blockSamples
  return number.value * (countsSamples ? 1 : frameSamples) + blockSamples
}

/** RFC 9639, 9.1.1 */
function blockSize(code: number): number {
  if (code === 1) return 192
  return code <= 5 ? 144 * 2 ** code : 2 ** code
}

/** RFC 9639, 9.1.5: as UTF-8 codes a character, up to 36 bits. */
function codedNumber(bytes: Buffer): { value: number; bytes: number } | null {
  const first = bytes[4] as number
  const ones = Math.clz32(~(first << 24))
  if (ones === 0) return { value: first, bytes: 1 }
  if (ones === 1 || ones > 7) return null
  let value = ones < 7 ? first & (2 ** (7 - ones) - 1) : 0
  for (const byte of bytes.subarray(5, 4 + ones)) {
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
