import type { FileWindow } from './file-window.ts'

const headBytes = 10

const mark = Buffer.from('ID3')

/** Bytes of the ID3v2 tag at `at` (ID3v2.4.0, 3.1 and 3.4); 0 without one. Asked at every byte of what comes before sound. */
export function tagBytes(buffer: Buffer, at = 0): number {
  if (buffer[at] !== mark[0] || buffer[at + 1] !== mark[1] || buffer[at + 2] !== mark[2]) return 0
  if (buffer.length < at + headBytes) return 0
  const sizes = buffer.subarray(at + 6, at + headBytes)
  if (sizes.some((byte) => byte > 0x7f)) return 0
  const hasFooter = (buffer.readUInt8(at + 5) & 0x10) !== 0
  return sizes.reduce((value, byte) => value * 128 + byte, 0) + headBytes * (hasFooter ? 2 : 1)
}

const maxTags = 10_000

/** May lie beyond the end of the file. */
export async function endOfTags(file: FileWindow): Promise<number> {
  let position = 0
  for (let tags = 0; tags < maxTags; tags += 1) {
    const bytes = tagBytes((await file.from(position, headBytes)).subarray(0, headBytes))
    if (bytes === 0) return position
    position += bytes
  }
  return position
}
