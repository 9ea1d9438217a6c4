export interface OggCodec {
  readonly samplesPerSecond: number
  readonly preSkip: number
  samplesOf(packet: Buffer): number
}

export function openCodec(head: Buffer): OggCodec | null {
  const name = head.toString('latin1', 0, 8)
  if (name === 'OpusHead' && head.length >= 19) return openOpus(head.readUInt16LE(10))
  return name.startsWith('\x01vorbis') && head.length >= 30 ? new Vorbis(head) : null
}

const opusRate = 48_000
/** RFC 6716, 3.1: samples of a frame at 48 kHz by configuration: SILK, hybrid and CELT. */
const silk = [480, 960, 1920, 2880]
const hybrid = [480, 960]
const celt = [120, 240, 480, 960]
const opusFrames = [silk, silk, silk, hybrid, hybrid, celt, celt, celt, celt].flat()
const maxOpusPacket = 5760

/** RFC 6716, 3.1 and 3.2: the TOC byte, and a frame count in the second byte. */
function openOpus(preSkip: number): OggCodec {
  const samplesOf = (packet: Buffer): number => {
    const [first, second = 0] = packet
    if (first === undefined || packet.toString('latin1', 0, 8) === 'OpusTags') return 0
    const code = first & 3
    const frames = code === 3 ? second & 0x3f : code === 0 ? 1 : 2
    const samples = frames * (opusFrames[first >> 3] as number)
    return samples <= maxOpusPacket ? samples : 0
  }
  return { samplesPerSecond: opusRate, preSkip, samplesOf }
}

/** Vorbis I, 4.2 and 4.3: two block sizes; a packet yields a quarter of its block and a quarter of the previous one. */
class Vorbis implements OggCodec {
  readonly samplesPerSecond: number
  readonly preSkip = 0
  readonly #blockSamples: readonly [short: number, long: number]
  #modes: readonly boolean[] = []
  #before: number | null = null

  constructor(head: Buffer) {
    this.samplesPerSecond = head.readUInt32LE(12)
    const sizes = head.readUInt8(28)
    this.#blockSamples = [2 ** (sizes & 0x0f), 2 ** (sizes >> 4)]
  }

  samplesOf(packet: Buffer): number {
    const first = packet[0] ?? 1
    if ((first & 1) === 1) {
      if (packet.toString('latin1', 0, 7) === '\x05vorbis') this.#modes = readModes(packet)
      return 0
    }
    const numberBits = 32 - Math.clz32(this.#modes.length - 1)
    const isLong = this.#modes[(first >> 1) & (2 ** numberBits - 1)]
    if (isLong === undefined) return 0
    const block = this.#blockSamples[isLong ? 1 : 0]
    const samples = this.#before === null ? 0 : (this.#before + block) / 4
    this.#before = block
    return samples
  }
}

/** Blockflag, window type, transform type, mapping (Vorbis I, 4.2.4). */
const modeBits = 41
const [maxModes, maxMappings] = [64, 64]

/**
 * The block flags. Modes end the setup header behind their count, so they are read backwards without unpacking codebooks:
 * the longest run of valid modes whose length equals the count in front of it.
 */
function readModes(setup: Buffer): boolean[] {
  const bits = new TailBits(setup)
  const backwards: boolean[] = []
  let modes: boolean[] = []
  for (let at = bits.lastSet(); backwards.length < maxModes; at -= modeBits) {
    const begin = at - modeBits
    if (begin < 6 || bits.value(begin + 1, 32) !== 0 || bits.value(begin + 33, 8) >= maxMappings) break
    backwards.push(bits.value(begin, 1) === 1)
    if (bits.value(begin - 6, 6) + 1 === backwards.length) modes = backwards.toReversed()
  }
  return modes
}

/** Least significant bit first (Vorbis I, 2.1.4). */
class TailBits {
  readonly #bytes: Buffer

  constructor(packet: Buffer) {
    this.#bytes = packet.subarray(-Math.ceil((maxModes * modeBits + 16) / 8))
  }

  lastSet(): number {
    let at = this.#bytes.length * 8 - 1
    while (at > 0 && this.#bit(at) === 0) at -= 1
    return at
  }

  value(from: number, count: number): number {
    let value = 0
    for (let bit = 0; bit < count; bit += 1) value += this.#bit(from + bit) * 2 ** bit
    return value
  }

  #bit(at: number): number {
    return ((this.#bytes[at >> 3] ?? 0) >> (at & 7)) & 1
  }
}
