import { AppError } from '../../../errors.ts'
import type { FileWindow } from './file-window.ts'
import { lacksTail, type ProbedRecording, type Span } from './duration.ts'

const maxChunks = 100_000
const maxFormatBytes = 64

/** Bytes per sample by format tag (RFC 2361): PCM, IEEE float, A-law, µ-law. */
const playableBytes = new Map([
  [1, [1, 2, 3, 4]],
  [3, [4]],
  [6, [1]],
  [7, [1]],
])
/** Chromium's limits. */
const [minRate, maxRate, maxChannels] = [3_000, 768_000, 31]
const extensible = 0xff_fe
/** The GUID suffix of extensible formats. */
const codecFamily = '000000001000800000aa00389b71'
const mpegTags = new Set([0x50, 0x55])

interface Format {
  readonly tag: number
  readonly channels: number
  readonly samplesPerSecond: number
  readonly sampleBytes: number
}

/** RIFF (Multimedia Programming Interface and Data Specifications 1.0) and RF64 (EBU Tech 3306). */
export async function readWav(file: FileWindow): Promise<ProbedRecording | null> {
  if (!/^(RIFF|RF64|BW64)....WAVE$/s.test((await file.piece(0, 12)).toString('latin1'))) return null
  let format: Format | undefined
  let longBytes = 0
  let position = 12
  for (let chunk = 0; position + 8 <= file.sizeBytes && chunk < maxChunks; chunk += 1) {
    const header = await file.piece(position, 8 + maxFormatBytes)
    const type = header.toString('latin1', 0, 4)
    const bytes = header.readUInt32LE(4)
    const content = header.subarray(8, 8 + bytes)
    position += 8
    if (type === 'fmt ' && content.length >= 16) format = readFormat(content)
    else if (type === 'ds64' && content.length >= 16) longBytes = Number(content.readBigUInt64LE(8))
    else if (type === 'data' && format && mpegTags.has(format.tag)) return null
    else if (type === 'data') {
      const { isCutShort, ...sound } = soundOf(
        file,
        position,
        bytes === 0xff_ff_ff_ff ? longBytes || bytes : bytes,
      )
      return { contentType: 'audio/wav', seconds: secondsOf(format, sound.bytes), sound: [sound], isCutShort }
    }
    position += bytes + (bytes % 2)
  }
  throw new AppError('BrokenMedia')
}

function readFormat(content: Buffer): Format {
  const [tag, channels, samplesPerSecond] = [
    content.readUInt16LE(0),
    content.readUInt16LE(2),
    content.readUInt32LE(4),
  ]
  const sampleBytes = Math.ceil(content.readUInt16LE(14) / 8)
  const format = { tag, channels, samplesPerSecond, sampleBytes }
  if (tag !== extensible || content.toString('hex', 26, 40) !== codecFamily) return format
  const usedBytes = Math.ceil(content.readUInt16LE(18) / 8)
  const isPadded = usedBytes > 0 && usedBytes !== sampleBytes
  return { ...format, tag: isPadded ? tag : content.readUInt16LE(24) }
}

function secondsOf(format: Format | undefined, bytes: number): number {
  if (!format || format.samplesPerSecond === 0 || format.channels === 0) throw new AppError('BrokenMedia')
  const { tag, channels, samplesPerSecond, sampleBytes } = format
  const isPlayable = playableBytes.get(tag)?.includes(sampleBytes) === true && channels <= maxChannels
  if (!isPlayable || samplesPerSecond < minRate || samplesPerSecond > maxRate)
    throw new AppError('UnsupportedMedia')
  return bytes / (samplesPerSecond * channels * sampleBytes)
}

function soundOf(file: FileWindow, start: number, stated: number): Span & { readonly isCutShort: boolean } {
  const here = file.sizeBytes - start
  const isCutShort = !isUnknown(stated) && lacksTail(file, here, stated)
  return { start, bytes: stated > 0 ? Math.min(stated, here) : here, isCutShort }
}

/** Streaming encoders: 0, SoX 0x7FFFF000, GStreamer 0x7FFF0000, arecord 0x80000000, others 0xFFFFFFFF less the header. */
function isUnknown(stated: number): boolean {
  return stated === 0 || stated >= 0xff_ff_00_00 || (stated >= 0x7f_ff_00_00 && stated <= 0x80_00_01_00)
}
