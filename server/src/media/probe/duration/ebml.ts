/** The outermost elements of a Matroska file, and its chapters. */
export const [header, segment, chapters] = [0x1a_45_df_a3, 0x18_53_80_67, 0x10_43_a7_70]

/** RFC 8794, 7.2. */
export function unsigned(content: Buffer): number {
  return content.subarray(0, 8).reduce((value, byte) => value * 256 + byte, 0)
}

/** RFC 8794, 7.3. */
export function float(content: Buffer): number {
  if (content.length === 4) return content.readFloatBE()
  return content.length === 8 ? content.readDoubleBE() : 0
}

export function text(content: Buffer): string {
  return content.toString('latin1').replace(/\0.*$/s, '')
}

export interface ElementHead {
  readonly id: number
  /** Infinity for an unknown size (RFC 8794, 6.2). */
  readonly bytes: number
  readonly headBytes: number
}

/** RFC 8794, 4 to 6. Null when bytes are missing or malformed. */
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
