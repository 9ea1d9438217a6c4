import type { SoundPart } from '../../joined/joined-index.ts'
import { SoundSamples } from '../../joined/sound-samples.ts'
import { mp3Config, type TrackConfig } from '../../joined/track-config.ts'
import type { FileWindow } from './file-window.ts'
import { countFrames, type FrameFormat, type FrameVisitor } from './frames.ts'
import { lacksTail, type ProbedRecording, type Span } from './duration.ts'

/** Kilobits per second, ISO/IEC 11172-3, 2.4.2.3 (MPEG 1), and ISO/IEC 13818-3, 2.4.2.3 (MPEG 2). */
const bitRates = [
  [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
  [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
] as const
/** By the version bits: MPEG 2.5, reserved, MPEG 2, MPEG 1. */
const samplingRates = [
  [11_025, 12_000, 8_000],
  [],
  [22_050, 24_000, 16_000],
  [44_100, 48_000, 32_000],
] as const

/** By the second and third byte of the header. */
const frameBytes = new Uint16Array(65_536)
const frameSeconds = new Float64Array(65_536)
for (let header = 0xe200; header <= 0xffff; header += 1) describe(header)

function describe(header: number): void {
  const version = (header >> 11) & 3
  const [isMpeg1, isLayer3] = [version === 3, ((header >> 9) & 3) === 1]
  const samplingRate = samplingRates[version as 0 | 2 | 3]?.[(header >> 2) & 3]
  const bitRate = bitRates[isMpeg1 ? 1 : 0][(header >> 4) & 15]
  if (header >> 13 !== 7 || !isLayer3 || !samplingRate || !bitRate) return
  const samples = isMpeg1 ? 1152 : 576
  frameBytes[header] = Math.floor((samples * 125 * bitRate) / samplingRate) + ((header >> 1) & 1)
  frameSeconds[header] = samples / samplingRate
}

/** MP3, ISO/IEC 11172-3, 2.4.1.3 and 2.4.3.1. */
export const layer3: FrameFormat = {
  sameBits: 0xff_fe_0c_00,
  headerBytes: 4,
  maxFrameBytes: 2881,
  bytesOf(buffer, at) {
    return buffer[at] === 0xff
      ? (frameBytes[((buffer[at + 1] as number) << 8) | (buffer[at + 2] as number)] as number)
      : 0
  },
  secondsOf(buffer, at) {
    return frameSeconds[((buffer[at + 1] as number) << 8) | (buffer[at + 2] as number)] as number
  },
}

/** Some editors trim a few frames and leave the count. */
const trimmedFrames = 2
const trimmedShare = 0.005

/** The `Xing` or `Info` count may be stale in joined or split files; clearly fewer frames mean a truncated file. */
export async function readMpeg(file: FileWindow, tagsEnd: number, start: number): Promise<ProbedRecording> {
  const tag = await readTag(file, start)
  const soundStart = tag ? start + tag.bytes : start
  const evenness = new Evenness()
  const { count, seconds } = await countFrames(file, soundStart, layer3, evenness.visit)
  const missing = (tag?.frames ?? 0) - count
  const isTrimmed = missing <= trimmedFrames + count * trimmedShare
  if (!isTrimmed) lacksTail(file, count, count + missing)
  // Players honour the tag only at the beginning of the file; elsewhere its frame plays as silence.
  const unheardSeconds = tag === null ? 0 : start === tagsEnd ? tag.paddingSeconds : -tag.seconds
  return {
    contentType: 'audio/mpeg',
    seconds: seconds - unheardSeconds,
    isUneven: evenness.isUneven(seconds),
    isCutShort: missing > trimmedFrames,
    sound: [evenness.sound],
    joinKey: () => Promise.resolve(evenness.joinKey),
    readSamples: () => readSamples(file, soundStart),
  }
}

const mono = 3

/** The frames as they are, the encoder's delay with them; null where their format changes. */
async function readSamples(file: FileWindow, start: number): Promise<SoundPart | null> {
  const samples = new SoundSamples()
  let format: { readonly bits: number; readonly channels: number } | null = null
  let [isOne, config]: [boolean, TrackConfig | null] = [true, null]
  await countFrames(file, start, layer3, (buffer, at, position, bytes) => {
    const bits = buffer.readUInt32BE(at) & layer3.sameBits
    const channels = buffer.readUInt8(at + 3) >> 6 === mono ? 1 : 2
    const units = samplesOf(buffer, at)
    format ??= { bits, channels }
    config ??= configOf(buffer, at)
    isOne &&= bits === format.bits && channels === format.channels && !samples.isTooLong
    if (isOne) samples.add(position, bytes, units)
  })
  return config && isOne ? { config, samples } : null
}

function configOf(buffer: Buffer, at: number): TrackConfig {
  const channels = buffer.readUInt8(at + 3) >> 6 === mono ? 1 : 2
  return mp3Config({ channels, rate: Math.round(samplesOf(buffer, at) / layer3.secondsOf(buffer, at)) })
}

const heardSeconds = 0.5

/** Whether a frame's place tells its time: one bit rate, and nothing of note between the frames. */
class Evenness {
  #bitRate: number | null = null
  #isVariable = false
  #start = 0
  #end = 0
  #bytes = 0
  #config: TrackConfig | null = null

  readonly visit: FrameVisitor = (buffer, at, position, bytes) => {
    const bitRate = buffer.readUInt8(at + 2) >> 4
    if (this.#bitRate === null) this.#start = position
    this.#config ??= configOf(buffer, at)
    this.#bitRate ??= bitRate
    this.#isVariable ||= bitRate !== this.#bitRate
    this.#bytes += bytes
    this.#end = position + bytes
  }

  get sound(): Span {
    return { start: this.#start, bytes: this.#end - this.#start }
  }

  get joinKey(): string | null {
    return this.#config?.key ?? null
  }

  isUneven(seconds: number): boolean {
    const strayBytes = this.#end - this.#start - this.#bytes
    return this.#isVariable || strayBytes * seconds > heardSeconds * this.#bytes
  }
}

interface Tag {
  readonly bytes: number
  readonly frames: number
  readonly seconds: number
  readonly paddingSeconds: number
}

/** "Mp3 Info Tag" 1.0. */
async function readTag(file: FileWindow, start: number): Promise<Tag | null> {
  const frame = await file.piece(start, 256)
  const head = frame.subarray(0, 64)
  const at = Math.max(head.indexOf('Xing', 0, 'latin1'), head.indexOf('Info', 0, 'latin1'))
  if (at < 4 || at + 12 > frame.length) return null
  const flags = frame.readUInt32BE(at + 4)
  const frames = (flags & 1) === 1 ? frame.readUInt32BE(at + 8) : 0
  const encoderAt = at + 8 + [4, 4, 100, 4].reduce((sum, size, bit) => sum + ((flags >> bit) & 1) * size, 0)
  const seconds = layer3.secondsOf(frame, 0)
  const paddingSeconds =
    frames > 0 ? (paddingSamples(frame.subarray(encoderAt)) * seconds) / samplesOf(frame) : 0
  return { bytes: layer3.bytesOf(frame, 0), frames, seconds, paddingSeconds }
}

function samplesOf(frame: Buffer, at = 0): number {
  return (frame.readUInt8(at + 1) & 8) === 8 ? 1152 : 576
}

const decoderDelay = 529

function paddingSamples(encoder: Buffer): number {
  if (encoder.length < 24 || !/^(LAME|Lavf|Lavc)/.test(encoder.toString('latin1', 0, 4))) return 0
  const [before, behind] = [encoder.readUInt16BE(21) >> 4, encoder.readUInt16BE(22) & 0xf_ff]
  return before + decoderDelay + Math.max(0, behind - decoderDelay)
}
