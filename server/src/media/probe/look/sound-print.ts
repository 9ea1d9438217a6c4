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

/** A page of Ogg has its stream, its number and its check sum here (RFC 3533, 6): writers of comments change them. */
const [pageHead, numbersAt, numbersBytes] = ['OggS', 14, 12]

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
    pieces.push(await readPiece(file, span, before, bytes))
    left -= bytes
    before = 0
    if (left === 0) break
  }
  return Buffer.concat(pieces)
}

/** A page's head may begin before the piece. */
async function readPiece(file: FileWindow, span: Span, start: number, bytes: number): Promise<Buffer> {
  const ahead = Math.min(start, numbersAt + numbersBytes)
  const piece = await file.piece(span.start + start - ahead, ahead + bytes)
  for (let at = piece.indexOf(pageHead, 0, 'latin1'); at >= 0; at = piece.indexOf(pageHead, at + 4, 'latin1'))
    piece.fill(
      0,
      Math.min(piece.length, at + numbersAt),
      Math.min(piece.length, at + numbersAt + numbersBytes),
    )
  return piece.subarray(ahead)
}
