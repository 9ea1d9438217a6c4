import { createHash } from 'node:crypto'
import type { MediaContentType } from '../../content-type.ts'
import type { Span } from '../duration/duration.ts'
import type { FileWindow } from '../duration/file-window.ts'

const windowBytes = 64 * 1024

interface Sound {
  readonly contentType: MediaContentType
  readonly spans: readonly Span[]
}

/**
 * What a sound is known by: SHA-256 over its codec, the number of its bytes, and 64 KiB of it from the beginning, the
 * middle and the end, without any tags. Re-tagging, renaming and moving keep it (0058).
 */
export async function soundPrint(file: FileWindow, { contentType, spans }: Sound): Promise<string> {
  const whole = spans.reduce((sum, { bytes }) => sum + bytes, 0)
  const hash = createHash('sha256').update(`${contentType}\n${whole}\n`)
  const starts = [0, Math.floor((whole - windowBytes) / 2), whole - windowBytes]
  for (const start of new Set(starts.map((each) => Math.max(0, each)))) {
    const bytes = await readAcross(file, spans, start, Math.min(windowBytes, whole - start))
    hash.update(bytes)
  }
  return hash.digest('hex')
}

/** @param start within all spans, one behind another */
async function readAcross(
  file: FileWindow,
  spans: readonly Span[],
  start: number,
  length: number,
): Promise<Buffer> {
  const pieces: Buffer[] = []
  let [before, left] = [start, length]
  for (const span of spans) {
    if (before >= span.bytes) {
      before -= span.bytes
      continue
    }
    const bytes = Math.min(left, span.bytes - before)
    pieces.push(await file.piece(span.start + before, bytes))
    left -= bytes
    before = 0
    if (left === 0) break
  }
  return Buffer.concat(pieces)
}
