import { AppError } from '../../../errors.ts'
import type { FileWindow } from './file-window.ts'
import { type MeasuredDuration, StrayBytes } from './duration.ts'
import { OggChain } from './ogg-chain.ts'

const headBytes = 27
const maxHeadBytes = headBytes + 255
const maxPages = 10_000_000

/** RFC 3533, 6. Only an end within a page is truncated: a captured live stream ends between pages. */
export async function measureOgg(file: FileWindow): Promise<MeasuredDuration> {
  const chain = new OggChain()
  const stray = new StrayBytes()
  let position = 0
  let isTruncated = false
  for (let pages = 0; position < file.sizeBytes; pages += 1) {
    if (pages > maxPages) throw new AppError('BrokenMedia')
    const chunk = await file.from(position, maxHeadBytes)
    const bytes = pageBytes(chunk)
    if (bytes === 0) {
      isTruncated = isPage(chunk) && chunk.length < maxHeadBytes
      if (isTruncated) break
      const next = chunk.indexOf('OggS', 1, 'latin1')
      const skipped = next < 0 ? Math.max(1, chunk.length - 3) : next
      stray.skip(skipped)
      position += skipped
      continue
    }
    isTruncated = position + bytes > file.sizeBytes
    if (!isTruncated) chain.add((await file.from(position, bytes)).subarray(0, bytes))
    position += bytes
  }
  return { seconds: chain.seconds, isTruncated: isTruncated && !chain.hasEnded }
}

function pageBytes(chunk: Buffer): number {
  if (chunk.length < headBytes || !isPage(chunk) || chunk[4] !== 0) return 0
  const segments = chunk[26] as number
  if (chunk.length < headBytes + segments) return 0
  let bytes = headBytes + segments
  for (let at = headBytes; at < headBytes + segments; at += 1) bytes += chunk[at] as number
  return bytes
}

function isPage(chunk: Buffer): boolean {
  return chunk.toString('latin1', 0, 4) === 'OggS'
}
