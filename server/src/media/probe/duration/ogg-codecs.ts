/** What decoders make of the packets of one stream of sound. */
export interface OggCodec {
  readonly samplesPerSecond: number
  /** Samples at the beginning that are not to be heard. */
  readonly preSkip: number
  /** How many samples come out when this packet, whole, follows those before; 0 for headers. */
  samplesOf(packet: Buffer): number
}

/** By the first packet of a stream; null for what is no sound, or is not played by browsers. */
export function openCodec(head: Buffer): OggCodec | null {
  const name = head.toString('latin1', 0, 8)
  if (name === 'OpusHead' && head.length >= 19) return openOpus(head.readUInt16LE(10))
  return name.startsWith('\x01vorbis') && head.length >= 30 ? new Vorbis(head) : null
}

const opusRate = 48_000
/** RFC 6716, 3.1: samples of a frame at 48 kHz, by its configuration: SILK, hybrid and CELT. */
const silk = [480, 960, 1920, 2880]
const hybrid = [480, 960]
const celt = [120, 240, 480, 960]
const opusFrames = [silk, silk, silk, hybrid, hybrid, celt, celt, celt, celt].flat()
/** RFC 6716, 3.2.5: 120 ms. */
const maxOpusPacket = 5760

/** RFC 6716, 3.1 and 3.2: a first byte of configuration and code; one frame, two, or as many as the second byte says. */
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

/** Vorbis I, 4.2 and 4.3: packets have blocks of two sizes; what comes out is a quarter of a block and of the one before. */
class Vorbis implements OggCodec {
  readonly samplesPerSecond: number
  readonly preSkip = 0
  readonly #blockSamples: readonly [short: number, long: number]
  /** Whether each mode has the long block. */
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

/** Bits of a mode: a flag for the long block, two types of 16 bits that are 0, and a mapping (Vorbis I, 4.2.4). */
const modeBits = 41
const [maxModes, maxMappings] = [64, 64]

/**
 * Whether each mode has the long block. The modes end the setup header behind their number, and everything before them
 * has to be unpacked to get there from the front: so they are read from the end, as far as they are valid modes. The
 * most of them whose number is what stands before them are those.
 */
function readModes(setup: Buffer): boolean[] {
  const bits = new TailBits(setup)
  const backwards: boolean[] = []
  let modes: boolean[] = []
  // The last bit that is set is the framing bit.
  for (let at = bits.lastSet(); backwards.length < maxModes; at -= modeBits) {
    const begin = at - modeBits
    if (begin < 6 || bits.value(begin + 1, 32) !== 0 || bits.value(begin + 33, 8) >= maxMappings) break
    backwards.push(bits.value(begin, 1) === 1)
    if (bits.value(begin - 6, 6) + 1 === backwards.length) modes = backwards.toReversed()
  }
  return modes
}

/** The end of a packet as Vorbis packs bits: the lowest of a byte first (Vorbis I, 2.1.4). */
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
