import { byteranges } from './byteranges.ts'
import { type ByteRange, contentRange, type RangeAnswer } from './ranges.ts'
import type { Served } from './served-media.ts'

/** The status, the headers of its own, and the bytes of an answer with content. */
export interface Representation {
  readonly status: 200 | 206
  readonly headers: Readonly<Record<string, string | number>>
  readonly chunks: AsyncGenerator<Uint8Array, void>
}

/** What a satisfiable Range, or its absence, is answered with: all of it, one part, or several. */
export function represent(
  media: Served,
  range: Exclude<RangeAnswer, { kind: 'unsatisfiable' }>,
  read: (range: ByteRange) => AsyncGenerator<Uint8Array, void>,
): Representation {
  const { contentType, sizeBytes } = media
  if (range.kind === 'whole') {
    const headers = { 'content-type': contentType, 'content-length': sizeBytes }
    return { status: 200, headers, chunks: read({ start: 0, end: sizeBytes - 1 }) }
  }
  const [first, second] = range.parts as [ByteRange, ByteRange?]
  if (second) {
    const joined = byteranges(range.parts, contentType, sizeBytes, read)
    const headers = { 'content-type': joined.contentType, 'content-length': joined.contentLength }
    return { status: 206, headers, chunks: joined.body }
  }
  const headers = {
    'content-type': contentType,
    'content-length': first.end - first.start + 1,
    'content-range': contentRange(first, sizeBytes),
  }
  return { status: 206, headers, chunks: read(first) }
}
