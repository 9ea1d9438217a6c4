/** Boxes of MP4 and AVIF (ISO/IEC 14496-12, 4.2), which may lie about their size. */

export function box(type: string, content: Uint8Array = Buffer.alloc(0)): Buffer {
  return lyingBox(8 + content.length, type, content)
}

/** @param stated the size that it says it has */
export function lyingBox(stated: number, type: string, content: Uint8Array = Buffer.alloc(0)): Buffer {
  const head = Buffer.alloc(8)
  head.writeUInt32BE(stated)
  head.write(type, 4, 'latin1')
  return Buffer.concat([head, content])
}

/** One in another, that many deep. */
export function boxesInBoxes(type: string, depth: number): Buffer {
  const all = Buffer.alloc(8 * depth)
  for (let at = 0; at < all.length; at += 8) {
    all.writeUInt32BE(all.length - at, at)
    all.write(type, at + 4, 'latin1')
  }
  return all
}
