export interface ElementHead {
  readonly id: number
  /** Infinity for an unknown size (RFC 8794, 6.2). */
  readonly bytes: number
  readonly headBytes: number
}

export function elementHead(chunk: Buffer): ElementHead | null {
  const idWidth = widthAt(chunk, 0)
  if (idWidth === 0 || idWidth > 4 || chunk.length <= idWidth) return null
  const width = widthAt(chunk, idWidth)
  if (width === 0 || chunk.length < idWidth + width) return null
  const first = chunk.readUInt8(idWidth) & (2 ** (8 - width) - 1)
  let bytes = first
  let hasZero = first !== 2 ** (8 - width) - 1
  for (let at = idWidth + 1; at < idWidth + width; at += 1) {
    const byte = chunk.readUInt8(at)
    bytes = bytes * 256 + byte
    hasZero ||= byte !== 0xff
  }
  return { id: chunk.readUIntBE(0, idWidth), bytes: hasZero ? bytes : Infinity, headBytes: idWidth + width }
}

/** Bytes of a variable-size integer (RFC 8794, 4); 0 for more than 8. */
function widthAt(chunk: Buffer, at: number): number {
  const width = Math.clz32(chunk[at] ?? 0) - 23
  return width > 8 ? 0 : width
}
