export interface Subframes {
  readonly bytes: number
  readonly blockSamples: number
  /** A difference channel has one more bit per sample. */
  readonly channelBits: readonly number[]
}

/** RFC 9639, 9.2, without decoding samples: the byte behind the subframes; null when invalid or incomplete. */
export function endOfSubframes(
  frame: Buffer,
  { bytes, blockSamples, channelBits }: Subframes,
): number | null {
  const bits = new BitWalk(frame, bytes)
  for (const sampleBits of channelBits)
    if (!skipSubframe(bits, sampleBits, blockSamples) || bits.isBeyond) return null
  return bits.byteAfter
}

/** RFC 9639, 9.2.1: a zero bit, a type of six bits, and wasted bits. */
function skipSubframe(bits: BitWalk, sampleBits: number, blockSamples: number): boolean {
  const [reserved, type, isWasting] = [bits.take(1), bits.take(6), bits.take(1)]
  if (reserved === 1) return false
  const ownBits = sampleBits - (isWasting === 1 ? bits.takeUnary() + 1 : 0)
  if (ownBits < 1) return false
  if (type === 0) bits.skip(ownBits)
  else if (type === 1) bits.skip(ownBits * blockSamples)
  else if (type >= 8 && type <= 12) return skipPredicted(bits, type - 8, ownBits, blockSamples)
  else if (type >= 32) {
    const order = type - 31
    bits.skip(order * ownBits)
    const precision = bits.take(4) + 1
    bits.skip(5 + order * precision)
    return precision <= 15 && skipResidual(bits, order, blockSamples)
  } else return false
  return true
}

function skipPredicted(bits: BitWalk, order: number, ownBits: number, blockSamples: number): boolean {
  bits.skip(order * ownBits)
  return skipResidual(bits, order, blockSamples)
}

/** RFC 9639, 9.2.7: partitions of Rice codes, or of verbatim integers. */
function skipResidual(bits: BitWalk, order: number, blockSamples: number): boolean {
  const [method, partitionOrder] = [bits.take(2), bits.take(4)]
  const partitionSamples = blockSamples >> partitionOrder
  if (method > 1 || partitionSamples << partitionOrder !== blockSamples || partitionSamples < order)
    return false
  const parameterBits = method === 0 ? 4 : 5
  for (let partition = 0; partition < 2 ** partitionOrder; partition += 1) {
    const count = partition === 0 ? partitionSamples - order : partitionSamples
    const parameter = bits.take(parameterBits)
    if (parameter === 2 ** parameterBits - 1) bits.skip(bits.take(5) * count)
    else for (let sample = 0; sample < count && !bits.isBeyond; sample += 1) bits.skipRice(parameter)
  }
  return true
}

/** Most significant bit first; beyond the end all bits are 1. */
class BitWalk {
  readonly #bytes: Buffer
  #at: number

  constructor(bytes: Buffer, byte: number) {
    this.#bytes = bytes
    this.#at = byte * 8
  }

  get isBeyond(): boolean {
    return this.#at > this.#bytes.length * 8
  }

  get byteAfter(): number {
    return Math.ceil(this.#at / 8)
  }

  skip(count: number): void {
    this.#at += count
  }

  take(count: number): number {
    const byte = Math.floor(this.#at / 8)
    const both = ((this.#bytes[byte] ?? 0xff) << 8) | (this.#bytes[byte + 1] ?? 0xff)
    const value = (both >> (16 - (this.#at % 8) - count)) & (2 ** count - 1)
    this.#at += count
    return value
  }

  takeUnary(): number {
    const begun = this.#at
    for (;;) {
      const left = 8 - (this.#at % 8)
      const rest = (this.#bytes[Math.floor(this.#at / 8)] ?? 0xff) & (2 ** left - 1)
      const zeros = Math.clz32(rest) - (32 - left)
      this.#at += zeros
      if (zeros === left) continue
      this.#at += 1
      return this.#at - begun - 1
    }
  }

  skipRice(parameter: number): void {
    this.takeUnary()
    this.#at += parameter
  }
}
