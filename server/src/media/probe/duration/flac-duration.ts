import { AppError } from '../../../errors.ts'
import type { SoundPart } from '../../joined/joined-index.ts'
import { SoundSamples } from '../../joined/sound-samples.ts'
import { flacConfig } from '../../joined/track-config.ts'
import type { FileWindow } from './file-window.ts'
import {
  type FrameHeader,
  isNext,
  mostBytes,
  maxHeaderBytes,
  readHeader,
  wholeFrameBytes,
} from './flac-frames.ts'
import { endOfTags } from './id3.ts'
import { lacksTail, type ProbedRecording } from './duration.ts'

interface StreamInfo {
  readonly samplesPerSecond: number
  readonly bitsPerSample: number
  readonly channels: number
  readonly samples: number
}

/**
 * FLAC, RFC 9639. The duration is the sum of the samples of whole frames, since the stated total may be stale in
 * joined or split files. A file that ends within a frame before the stated total is truncated; one that ends between
 * frames was split on purpose.
 */
export async function readFlac(file: FileWindow): Promise<ProbedRecording | null> {
  const start = await endOfTags(file)
  const head = await file.piece(start, 42)
  if (head.toString('latin1', 0, 4) !== 'fLaC') return null
  if (head.length < 42) throw new AppError('BrokenMedia')
  const info = readInfo(head)
  const soundStart = await endOfMetadata(file, start + 4)
  const { samples, end } = await countSamples(file, soundStart, info)
  const endsInFrame = samples < info.samples && end !== (await startOfEndTags(file))
  const isCutShort = endsInFrame && lacksTail(file, samples, info.samples)
  const seconds = info.samplesPerSecond === 0 ? 0 : samples / info.samplesPerSecond
  return {
    contentType: 'audio/flac',
    seconds,
    tags: { start, bytes: file.sizeBytes - start },
    sound: [{ start: soundStart, bytes: end - soundStart }],
    isCutShort,
    joinKey: () => Promise.resolve(joinKeyOf(info)),
    readSamples: () => readSamples(file, soundStart, info),
  }
}

function joinKeyOf({ samplesPerSecond: rate, channels, bitsPerSample: bits }: StreamInfo): string | null {
  return rate > 0 ? flacConfig({ rate, channels, bits }).key : null
}

/** Each frame with what stands before the next; null where their format changes. */
async function readSamples(file: FileWindow, start: number, info: StreamInfo): Promise<SoundPart | null> {
  const samples = new SoundSamples()
  let isOne = info.samplesPerSecond > 0
  let before: FoundFrame | null = null
  const add = ({ start: at, header }: FoundFrame, end: number) => {
    isOne &&= header.channelBits.length === info.channels && !samples.isTooLong
    isOne &&= Math.min(...header.channelBits) === info.bitsPerSample
    if (isOne) samples.add(at, end - at, header.blockSamples)
  }
  const { end } = await countSamples(file, start, info, (frame) => {
    if (before) add(before, frame.start)
    before = frame
  })
  const last = before as FoundFrame | null
  if (last && end > last.start) add(last, end)
  const { samplesPerSecond: rate, channels, bitsPerSample: bits } = info
  return isOne ? { config: flacConfig({ rate, channels, bits }), samples } : null
}

interface FoundFrame {
  readonly start: number
  readonly header: FrameHeader
}

async function countSamples(
  file: FileWindow,
  soundStart: number,
  { bitsPerSample }: StreamInfo,
  visit?: (frame: FoundFrame) => void,
): Promise<{ samples: number; end: number }> {
  const sync = Buffer.from([0xff, (await file.piece(soundStart, 2))[1] === 0xf9 ? 0xf9 : 0xf8])
  let samples = 0
  let last: FoundFrame | null = null
  let position = soundStart
  while (position < file.sizeBytes) {
    const chunk = await file.from(position, 2 * maxHeaderBytes)
    const isAtEnd = position + chunk.length >= file.sizeBytes
    const searched = isAtEnd ? chunk.length : chunk.length - maxHeaderBytes
    for (let at = chunk.indexOf(sync); at >= 0 && at < searched; at = chunk.indexOf(sync, at + 1)) {
      const header = readHeader(chunk, at, bitsPerSample)
      if (!header) continue
      const found: FoundFrame = { start: position + at, header }
      // A header continues the numbering or begins a whole frame, unlike a sync code inside a frame's data.
      if (last !== null && !isNext(header, last.header) && (await wholeBytes(file, found)) === null) continue
      samples += last?.header.blockSamples ?? 0
      last = found
      visit?.(found)
    }
    position += searched
  }
  const lastBytes = last && (await wholeBytes(file, last))
  if (!last || lastBytes === null) return { samples, end: last?.start ?? soundStart }
  return { samples: samples + last.header.blockSamples, end: last.start + lastBytes }
}

async function wholeBytes(file: FileWindow, { start, header }: FoundFrame): Promise<number | null> {
  return wholeFrameBytes(await file.piece(start, mostBytes(header)), header)
}

function readInfo(head: Buffer): StreamInfo {
  return {
    samplesPerSecond: head.readUIntBE(18, 3) >> 4,
    bitsPerSample: ((head.readUInt16BE(20) >> 4) & 0x1f) + 1,
    channels: ((head.readUInt8(20) >> 1) & 7) + 1,
    samples: (head.readUInt8(21) & 0x0f) * 2 ** 32 + head.readUInt32BE(22),
  }
}

/** RFC 9639, 8.1. */
async function endOfMetadata(file: FileWindow, start: number): Promise<number> {
  for (let position = start; ; ) {
    const head = await file.piece(position, 4)
    if (head.length < 4) return position
    position += 4 + head.readUIntBE(1, 3)
    if (head.readUInt8(0) >> 7 === 1) return position
  }
}

/** ID3v1, APEv2 and ID3v2.4 (3.4), recognised by their footers. */
async function startOfEndTags(file: FileWindow): Promise<number> {
  let end = file.sizeBytes
  while (end >= 128) {
    const bytes = endTagBytes(await file.piece(end - 128, 128))
    if (bytes === 0) break
    end -= bytes
  }
  return end
}

function endTagBytes(end: Buffer): number {
  if (end.toString('latin1', 0, 3) === 'TAG') return 128
  if (end.toString('latin1', 96, 104) === 'APETAGEX') {
    const hasHeader = end.readUInt32LE(116) >>> 31 === 1
    return end.readUInt32LE(108) + (hasHeader ? 32 : 0)
  }
  if (end.toString('latin1', 118, 121) !== '3DI') return 0
  return end.subarray(124).reduce((value, byte) => value * 128 + byte, 0) + 20
}
