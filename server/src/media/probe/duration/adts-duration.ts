import { AppError } from '../../../errors.ts'
import type { SoundPart } from '../../joined/joined-index.ts'
import { SoundSamples } from '../../joined/sound-samples.ts'
import { aacConfig } from '../../joined/track-config.ts'
import type { FileWindow } from './file-window.ts'
import { countFrames, type FrameFormat } from './frames.ts'
import type { ProbedRecording } from './duration.ts'

/** ISO/IEC 14496-3, 1.6.3.4 */
const samplingRates = [
  96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8_000, 7_350,
]
const samplesOfBlock = 1024

/** AAC in ADTS, ISO/IEC 14496-3, 1.A.2.2. The stream states no duration, and its frames differ in size. */
export const adts: FrameFormat = {
  sameBits: 0xff_fe_fc_00,
  headerBytes: 7,
  maxFrameBytes: 8191,
  bytesOf(buffer, at) {
    if (buffer[at] !== 0xff || ((buffer[at + 1] as number) & 0xf6) !== 0xf0) return 0
    if ((((buffer[at + 2] as number) >> 2) & 0x0f) >= samplingRates.length) return 0
    const high = ((buffer[at + 3] as number) & 0x03) << 11
    const bytes = high | ((buffer[at + 4] as number) << 3) | ((buffer[at + 5] as number) >> 5)
    return bytes > 7 ? bytes : 0
  },
  secondsOf(buffer, at) {
    const blocks = ((buffer[at + 6] as number) & 0x03) + 1
    return (blocks * samplesOfBlock) / (samplingRates[((buffer[at + 2] as number) >> 2) & 0x0f] as number)
  },
}

export async function readAdts(file: FileWindow, tagsEnd: number, start: number): Promise<ProbedRecording> {
  const leading = await file.piece(tagsEnd, start - tagsEnd)
  if (leading.some((byte, at) => byte === 0xff && ((leading[at + 1] ?? 0) & 0xf0) === 0xf0))
    throw new AppError('BrokenMedia')
  let [first, end]: [Buffer | null, number] = [null, start]
  const { seconds } = await countFrames(file, start, adts, (buffer, at, position, bytes) => {
    first ??= Buffer.from(buffer.subarray(at, at + adts.headerBytes))
    end = position + bytes
  })
  const header = first as Buffer | null
  return {
    contentType: 'audio/aac',
    seconds,
    isUneven: true,
    sound: [{ start, bytes: end - start }],
    joinKey: () => Promise.resolve((header && configOf(header))?.key ?? null),
    readSamples: () => readSamples(file, start),
  }
}

const maxChannelConfiguration = 7

/**
 * The blocks without their headers; null where their format changes, where a frame has several, and where the channels are
 * described within the blocks.
 */
async function readSamples(file: FileWindow, start: number): Promise<SoundPart | null> {
  const samples = new SoundSamples()
  let header: Buffer | null = null
  let isOne = true
  await countFrames(file, start, adts, (buffer, at, position, bytes) => {
    const own = buffer.subarray(at, at + adts.headerBytes)
    header ??= Buffer.from(own)
    const isSame = ((own.readUInt32BE(0) ^ header.readUInt32BE(0)) & sameFormatBits) === 0
    isOne &&= isSame && (own.readUInt8(6) & 0x03) === 0 && !samples.isTooLong
    const headBytes = (own.readUInt8(1) & 1) === 1 ? 7 : 9
    isOne &&= bytes > headBytes
    if (isOne) samples.add(position + headBytes, bytes - headBytes, samplesOfBlock)
  })
  const config = header && isOne ? configOf(header) : null
  return config && { config, samples }
}

/** Object type, rate and channels. */
const sameFormatBits = 0x00_00_fd_c0

function configOf(header: Buffer) {
  const [objectType, rateIndex] = [(header.readUInt8(2) >> 6) + 1, (header.readUInt8(2) >> 2) & 0x0f]
  const channels = ((header.readUInt8(2) & 1) << 2) | (header.readUInt8(3) >> 6)
  const rate = samplingRates[rateIndex]
  if (rate === undefined || channels === 0) return null
  const specific = Buffer.alloc(2)
  specific.writeUInt16BE((objectType << 11) | (rateIndex << 7) | (channels << 3))
  return aacConfig({ channels: channels === maxChannelConfiguration ? 8 : channels, rate }, specific)
}
