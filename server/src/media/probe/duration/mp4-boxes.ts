/** ISO/IEC 14496-12, 4.2. */
export interface Box {
  readonly type: string
  readonly start: number
  readonly end: number
}

export interface BoxHead {
  readonly type: string
  readonly headBytes: number
  /** Infinity for a box up to the end, NaN when malformed. */
  readonly bytes: number
}

/** Size 1 announces a 64-bit size. Null when bytes are missing. */
export function boxHead(buffer: Buffer, at: number, end = buffer.length): BoxHead | null {
  if (at + 8 > end) return null
  const type = buffer.toString('latin1', at + 4, at + 8)
  const size = buffer.readUInt32BE(at)
  if (size !== 1) return { type, headBytes: 8, bytes: size === 0 ? Infinity : size >= 8 ? size : Number.NaN }
  const long = at + 16 > end ? 0 : Number(buffer.readBigUInt64BE(at + 8))
  return { type, headBytes: 16, bytes: long >= 16 ? long : Number.NaN }
}

/** Up to the first malformed box. */
export function* boxesIn(buffer: Buffer, { start, end }: Pick<Box, 'start' | 'end'>): Generator<Box> {
  for (let at = start; at < end; ) {
    const head = boxHead(buffer, at, end)
    if (head === null || !(head.bytes > 0)) return
    const next = Math.min(at + head.bytes, end)
    yield { type: head.type, start: at + head.headBytes, end: next }
    at = next
  }
}

export function findBox(
  buffer: Buffer,
  within: Pick<Box, 'start' | 'end'>,
  ...path: string[]
): Box | undefined {
  let box: Box | undefined
  for (const type of path) {
    box = boxesIn(buffer, box ?? within).find((inner) => inner.type === type)
    if (!box) return undefined
  }
  return box
}
