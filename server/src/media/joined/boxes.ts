/** Boxes of ISO/IEC 14496-12, 4.2: a size, a type, and what is inside. */
export function box(type: string, ...contents: readonly Uint8Array[]): Buffer {
  const head = Buffer.alloc(8)
  head.writeUInt32BE(8 + contents.reduce((sum, { length }) => sum + length, 0))
  head.write(type, 4, 'latin1')
  return Buffer.concat([head, ...contents])
}

export function fullBox(type: string, version: number, flags: number, ...contents: readonly Uint8Array[]) {
  return box(type, bytes(version), u24(flags), ...contents)
}

export const bytes = (...values: readonly number[]): Buffer => Buffer.from(values)
export const text = (value: string): Buffer => Buffer.from(value, 'latin1')
export const zeros = (count: number): Buffer => Buffer.alloc(count)
export const u16 = (value: number): Buffer => bytes((value >> 8) & 0xff, value & 0xff)
export const u24 = (value: number): Buffer => bytes((value >> 16) & 0xff, (value >> 8) & 0xff, value & 0xff)

export const u32 = (...values: readonly number[]): Buffer => u32List(values)

export function u32List(values: readonly number[]): Buffer {
  const buffer = Buffer.allocUnsafe(4 * values.length)
  for (const [index, value] of values.entries()) buffer.writeUInt32BE(value, 4 * index)
  return buffer
}

export function u64(value: number | bigint): Buffer {
  const buffer = Buffer.allocUnsafe(8)
  buffer.writeBigUInt64BE(BigInt(value))
  return buffer
}
