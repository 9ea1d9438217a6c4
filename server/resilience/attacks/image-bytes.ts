import { constants, crc32, deflateRawSync } from 'node:zlib'
import { megabyte, repeat } from './bombs.ts'

/** Pictures of any shape, valid or not, written byte by byte. */

export interface PngShape {
  readonly width: number
  readonly height: number
  /** Bits of a sample of grey. */
  readonly depth?: 8 | 16
  readonly interlaced?: boolean
}

export type Chunk = readonly [type: string, content: Uint8Array]

/** W3C PNG, 5.3 and 11.2.1: the chunks stand between the head and the end. */
export function png({ width, height, depth = 8, interlaced }: PngShape, chunks: readonly Chunk[]): Buffer {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([depth, 0, 0, 0, interlaced ? 1 : 0], 8)
  const all: readonly Chunk[] = [['IHDR', head], ...chunks, ['IEND', Buffer.alloc(0)]]
  const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')
  return Buffer.concat([signature, ...all.map(([type, content]) => pngChunk(type, content))])
}

export function pngChunk(type: string, content: Uint8Array): Buffer {
  const chunk = Buffer.alloc(12 + content.length)
  chunk.writeUInt32BE(content.length, 0)
  chunk.write(type, 4, 'latin1')
  chunk.set(content, 8)
  chunk.writeUInt32BE(crc32(chunk.subarray(4, -4)), 8 + content.length)
  return chunk
}

/** So many zeros as zlib writes them (RFC 1950), without having had them. */
export function packedZeros(bytes: number): Buffer {
  const part = deflateRawSync(Buffer.alloc(megabyte), { finishFlush: constants.Z_FULL_FLUSH })
  const rest = deflateRawSync(Buffer.alloc(bytes % megabyte))
  const checksum = Buffer.alloc(4)
  checksum.writeUInt32BE((bytes % 65_521) * 65_536 + 1)
  return Buffer.concat([
    Buffer.from([0x78, 0x9c]),
    repeat(part, Math.floor(bytes / megabyte)),
    rest,
    checksum,
  ])
}

/** A GIF on a canvas of that size, whose pictures are one dot each. */
export function gif(width: number, height: number, count: number): Buffer {
  const head = Buffer.from('GIF89a\0\0\0\0\x80\0\0\0\0\0\xff\xff\xff', 'latin1')
  head.writeUInt16LE(width, 6)
  head.writeUInt16LE(height, 8)
  const frame = '21f904 00010000 00 2c 00000000 01000100 00 0202 4401 00'
  return Buffer.concat([head, repeat(frame, count), Buffer.from(';')])
}

/** One segment of a JPEG (ITU-T T.81, B.1.1.4). */
export function jpegSegment(marker: number, content: Uint8Array): Buffer {
  const segment = Buffer.alloc(4 + content.length)
  segment.set([0xff, marker])
  segment.writeUInt16BE(2 + content.length, 2)
  segment.set(content, 4)
  return segment
}

/** Puts segments right behind the start of a JPEG. */
export function withSegments(jpeg: Buffer, ...segments: readonly Uint8Array[]): Buffer {
  return Buffer.concat([jpeg.subarray(0, 2), ...segments, jpeg.subarray(2)])
}

/** The size that a JPEG's frame states (ITU-T T.81, B.2.2). */
export function sizedJpeg(jpeg: Buffer, width: number, height: number): Buffer {
  const copy = Buffer.from(jpeg)
  const frame = copy.indexOf(Buffer.from('ffc0', 'hex'))
  copy.writeUInt16BE(height, frame + 5)
  copy.writeUInt16BE(width, frame + 7)
  return copy
}

/** A WebP of chunks (RFC 9649, 2.4). */
export function webp(...chunks: readonly Chunk[]): Buffer {
  const parts = chunks.map(([type, content]) => {
    const chunk = Buffer.alloc(8 + content.length + (content.length % 2))
    chunk.write(type, 'latin1')
    chunk.writeUInt32LE(content.length, 4)
    chunk.set(content, 8)
    return chunk
  })
  return stating32LE(Buffer.concat([Buffer.from('RIFF\0\0\0\0WEBP', 'latin1'), ...parts]), 4)
}

function stating32LE(file: Buffer, at: number): Buffer {
  file.writeUInt32LE(file.length - at - 4, at)
  return file
}
