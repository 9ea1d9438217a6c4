import { randomBytes } from 'node:crypto'
import { type ByteRange, contentRange } from './ranges.ts'

/** An answer of several ranges (RFC 9110, 14.6), its length known before a byte is read. */
export interface Byteranges {
  readonly contentType: string
  readonly contentLength: number
  readonly body: AsyncGenerator<Uint8Array, void>
}

type ReadRange = (range: ByteRange) => AsyncGenerator<Uint8Array, void>

/** @param read is called for one part after the other, each when what came before has been taken */
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
    body: join(parts, heads, tail, read),
  }
}

/** Whoever returns early ends the part that is being read as well. */
async function* join(
  parts: readonly ByteRange[],
  heads: readonly Buffer[],
  tail: Buffer,
  read: ReadRange,
): AsyncGenerator<Uint8Array, void> {
  for (const [index, part] of parts.entries()) {
    const bytes = read(part)
    try {
      // Read before its head is sent: what cannot be read at all can then still be answered as an error.
      let next = await bytes.next()
      yield heads[index] as Buffer
      for (; !next.done; next = await bytes.next()) yield next.value
    } finally {
      await bytes.return()
    }
  }
  yield tail
}
