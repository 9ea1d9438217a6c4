import { AppError } from '../../../errors.ts'
import type { FileWindow } from './file-window.ts'
import { countFrames, type FrameFormat } from './frames.ts'
import type { ProbedRecording } from './duration.ts'

/** ISO/IEC 14496-3, 1.6.3.4 */
const samplingRates = [
  96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8_000, 7_350,
]
const samplesOfBlock = 1024

/** AAC in ADTS, ISO/IEC 14496-3, 1.A.2.2. The stream states no duration. */
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
  const { seconds } = await countFrames(file, start, adts)
  return { contentType: 'audio/aac', seconds }
}
