import type { FileWindow } from './file-window.ts'

const headBytes = 10

/** Bytes of a leading ID3v2 tag (ID3v2.4.0, 3.1 and 3.4); 0 without one. */
export function tagBytes(head: Buffer): number {
  if (head.length < headBytes || head.toString('latin1', 0, 3) !== 'ID3') return 0
  const sizes = head.subarray(6, headBytes)
  if (sizes.some((byte) => byte > 0x7f)) return 0
  const hasFooter = (head.readUInt8(5) & 0x10) !== 0
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
