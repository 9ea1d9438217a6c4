import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { type ByteRange, contentRange } from './ranges.ts'

/** An answer of several ranges (RFC 9110, 14.6), its length known before a byte is read. */
export interface Byteranges {
  readonly contentType: string
  readonly contentLength: number
  readonly body: Readable
}

type ReadRange = (range: ByteRange) => Promise<Buffer | Readable>

/** @param read is called for one part after the other, only when the client has taken what came before */
export function byteranges(
  parts: readonly ByteRange[],
  partType: string,
  sizeBytes: number,
  read: ReadRange,
): Byteranges {
  const boundary = randomBytes(18).toString('base64url')
  const heads = parts.map((part, index) =>
    Buffer.from(
      `${index === 0 ? '' : '\r\n'}--${boundary}\r\n` +
        `Content-Type: ${partType}\r\nContent-Range: ${contentRange(part, sizeBytes)}\r\n\r\n`,
      'latin1',
    ),
  )
  const tail = Buffer.from(`\r\n--${boundary}--\r\n`, 'latin1')
  const headBytes = heads.reduce((sum, head) => sum + head.length, 0)
  const partBytes = parts.reduce((sum, part) => sum + part.end - part.start + 1, 0)
  return {
    contentType: `multipart/byteranges; boundary=${boundary}`,
    contentLength: headBytes + partBytes + tail.length,
    body: Readable.from(join(parts, heads, tail, read), { objectMode: false }),
  }
}

/** Whoever destroys the joined stream ends this generator, and with it the part that is being read. */
async function* join(
  parts: readonly ByteRange[],
  heads: readonly Buffer[],
  tail: Buffer,
  read: ReadRange,
): AsyncGenerator<Buffer> {
  for (const [index, part] of parts.entries()) {
    yield heads[index] as Buffer
    const bytes = await read(part)
    if (Buffer.isBuffer(bytes)) yield bytes
    else yield* bytes as AsyncIterable<Buffer>
  }
  yield tail
}
