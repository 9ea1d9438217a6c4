import { box, bytes, fullBox, text, u16, u24, u32, u64, zeros } from './boxes.ts'

/** What the samples of one track have in common. */
export interface TrackConfig {
  /** Equal where one decoder plays both. */
  readonly key: string
  /** Units of a second. */
  readonly timescale: number
  /** The sample entry of `stsd`. */
  readonly entry: Buffer
}

interface Format {
  readonly channels: number
  /** Samples a second. */
  readonly rate: number
  /** Of a sample; 16 of what is not lossless. */
  readonly bits?: number
}

const mpeg1Audio = 0x6b
const mpeg2Audio = 0x69
const mpeg1LeastRate = 32_000

/** MP3, ISO/IEC 14496-1, 7.2.6.6.2. */
export function mp3Config(format: Format): TrackConfig {
  const objectType = format.rate >= mpeg1LeastRate ? mpeg1Audio : mpeg2Audio
  return config('mp3', format, soundEntry('mp4a', format, esds(objectType)))
}

const mpeg4Audio = 0x40
const maxSpecificBytes = 64

/** A signal of ISO/IEC 14496-3, 1.6.5.3, that there is no spectral band replication, which says what its absence says. */
const noSpectralBand = Buffer.from([0x56, 0xe5, 0x00])

/**
 * AAC, ISO/IEC 14496-14, 5.6.
 *
 * @param specific the AudioSpecificConfig, ISO/IEC 14496-3, 1.6.2.1
 * @param timescale units of a second, where they are not samples
 * @returns null beyond the lengths that are in use
 */
export function aacConfig(format: Format, specific: Buffer, timescale = format.rate): TrackConfig | null {
  if (specific.length < 2 || specific.length > maxSpecificBytes) return null
  const isPlain = specific.length === 5 && specific.subarray(2).equals(noSpectralBand)
  const meant = isPlain ? specific.subarray(0, 2) : specific
  const entry = soundEntry('mp4a', format, esds(mpeg4Audio, meant))
  return { key: `aac ${meant.toString('hex')} ${timescale}`, timescale, entry }
}

const opusRate = 48_000

/**
 * "Encapsulation of Opus in ISO Base Media File Format" 0.6.8, 4.3. What decoders skip at the beginning is played: it is
 * once in each part.
 *
 * @param head the identification header, RFC 7845, 5.1
 * @returns null for more than two channels, which have a mapping
 */
export function opusConfig(head: Buffer): TrackConfig | null {
  const [channels, family] = [head.readUInt8(9), head.readUInt8(18)]
  if (family !== 0 || channels < 1 || channels > 2) return null
  const [rate, gain] = [head.readUInt32LE(12), head.readInt16LE(16)]
  const specific = box('dOps', bytes(0, channels), u16(0), u32(rate), u16(gain & 0xff_ff), bytes(family))
  const format = { channels, rate: opusRate }
  return config(`opus ${gain}`, format, soundEntry('Opus', format, specific))
}

const [leastBlock, mostBlock] = [16, 65_535]

/**
 * "Encapsulation of FLAC in ISO Base Media File Format" 0.0.4, 3.3. What STREAMINFO (RFC 9639, 8.2) says of one file's
 * blocks, frames and sum is left open.
 */
export function flacConfig(format: Required<Format>): TrackConfig {
  const { rate, channels, bits } = format
  const rest = BigInt(rate) * 2n ** 44n + BigInt(((channels - 1) << 5) | (bits - 1)) * 2n ** 36n
  const info = [u16(leastBlock), u16(mostBlock), zeros(6), u64(rest), zeros(16)]
  const last = bytes(0x80, 0, 0, 34)
  return config(`flac ${bits}`, format, soundEntry('fLaC', format, fullBox('dfLa', 0, 0, last, ...info)))
}

function config(key: string, { channels, rate }: Format, entry: Buffer): TrackConfig {
  return { key: `${key} ${channels} ${rate}`, timescale: rate, entry }
}

/** ISO/IEC 14496-12, 12.2.3; a rate that 16 bits do not hold is told by the codec's own box. */
function soundEntry(
  type: string,
  { channels, rate, bits = 16 }: Format,
  ...boxes: readonly Buffer[]
): Buffer {
  const place = Buffer.concat([zeros(6), u16(1), zeros(8)])
  const fixedRate = rate > 0xff_ff ? 0 : rate * 0x1_00_00
  return box(type, place, u16(channels), u16(bits), zeros(4), u32(fixedRate), ...boxes)
}

const [esDescriptor, decoderConfig, decoderSpecific, slConfig] = [3, 4, 5, 6]
const audioStream = 0x15

/** ISO/IEC 14496-1, 7.2.6.5 to 7.2.6.8. */
function esds(objectType: number, specific?: Buffer): Buffer {
  const own = specific ? [descriptor(decoderSpecific, specific)] : []
  const decoder = descriptor(decoderConfig, bytes(objectType, audioStream), u24(0), u32(0, 0), ...own)
  return fullBox(
    'esds',
    0,
    0,
    descriptor(esDescriptor, u16(1), bytes(0), decoder, descriptor(slConfig, bytes(2))),
  )
}

function descriptor(tag: number, ...contents: readonly Buffer[]): Buffer {
  const content = Buffer.concat(contents)
  return Buffer.concat([bytes(tag, content.length), content])
}

export const brands = box('ftyp', text('isom'), u32(0x200), text('isommp42'))
