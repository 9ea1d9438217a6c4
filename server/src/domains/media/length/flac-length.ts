import type { FileWindow } from './file-window.ts'
import { findLastFrame } from './flac-frames.ts'
import { endOfTags } from './id3.ts'
import type { Length } from './length.ts'

/** What of the end is looked through at least, and at most; frames may be of any size. */
const [leastTailBytes, mostTailBytes] = [256 * 1024, 16 * 1024 ** 2]

/**
 * FLAC, RFC 9639, 8.2: the first block says how many samples there are, or 0 when that was not known; each frame says
 * where it stands. A file whose last whole frame does not end where the samples do is cut short.
 */
export async function measureFlac(file: FileWindow): Promise<Length> {
  const start = await endOfTags(file)
  const head = await file.piece(start, 42)
  if (head.length < 42 || head.toString('latin1', 0, 4) !== 'fLaC') return { seconds: null, isCutShort: true }
  const samplesPerSecond = head.readUIntBE(18, 3) >> 4
  const samples = (head.readUInt8(21) & 0x0f) * 2 ** 32 + head.readUInt32BE(22)
  const maxFrameBytes = head.readUIntBE(15, 3) || 512 * 1024
  const tailBytes = Math.min(mostTailBytes, Math.max(leastTailBytes, 2 * maxFrameBytes))
  const tailStart = Math.max(start + 42, file.sizeBytes - tailBytes)
  const last = findLastFrame(withoutTags(await file.piece(tailStart, tailBytes)), {
    minBlockSamples: head.readUInt16BE(8),
    isFixed: head.readUInt16BE(8) === head.readUInt16BE(10),
  })
  const end = samples || (last?.endSample ?? 0)
  const isWhole = last?.isWhole === true && last.endSample >= samples
  return {
    seconds: samplesPerSecond > 0 ? end / samplesPerSecond : null,
    isCutShort: samples > 0 && !isWhole,
  }
}

/** ID3v1, APEv2 and padding, which some programs append. */
function withoutTags(tail: Buffer): Buffer {
  if (tail.toString('latin1', tail.length - 128, tail.length - 125) === 'TAG')
    return withoutTags(tail.subarray(0, -128))
  const footer = tail.length - 32
  if (footer < 0 || tail.toString('latin1', footer, footer + 8) !== 'APETAGEX') return tail
  const hasHeader = tail.readUInt32LE(footer + 20) >>> 31 === 1
  const bytes = tail.readUInt32LE(footer + 12) + (hasHeader ? 32 : 0)
  return tail.subarray(0, Math.max(0, tail.length - bytes))
}
