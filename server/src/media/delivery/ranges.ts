import { maxRangeLength } from '../../http/connections/limits.ts'

/** Both ends inclusive (RFC 9110, 14.1.2). */
export interface ByteRange {
  readonly start: number
  readonly end: number
}

/** `whole`: the header is ignored and the answer is 200; `unsatisfiable`: 416. */
export type RequestedRange = ByteRange | 'whole' | 'unsatisfiable'

const unitForm = /^bytes=/i
const rangeForm = /^(?:(\d+)-(\d*)|-(\d+))$/

/** RFC 9110, 14.2 for a file of `size` bytes. Other units and several ranges are ignored, malformed ones refused (0008). */
export function parseRange(header: string | undefined, size: number): RequestedRange {
  if (header === undefined || size === 0 || header.length > maxRangeLength) return 'whole'
  if (!unitForm.test(header)) return 'whole'
  const specs = header
    .slice('bytes='.length)
    .split(',')
    .map((spec) => spec.replace(/^[ \t]+|[ \t]+$/g, ''))
    .filter((spec) => spec !== '')
  return specs.length > 1 ? 'whole' : parseSpec(specs[0] ?? '', size)
}

function parseSpec(spec: string, size: number): ByteRange | 'unsatisfiable' {
  const [found, first, last, suffix] = rangeForm.exec(spec) ?? []
  if (found === undefined) return 'unsatisfiable'
  if (suffix !== undefined) {
    const length = position(suffix)
    return length === 0 ? 'unsatisfiable' : { start: Math.max(0, size - length), end: size - 1 }
  }
  const start = position(first as string)
  const end = last === '' || last === undefined ? Number.MAX_SAFE_INTEGER : position(last)
  return end < start || start >= size ? 'unsatisfiable' : { start, end: Math.min(end, size - 1) }
}

function position(digits: string): number {
  return Math.min(Number(digits), Number.MAX_SAFE_INTEGER)
}

/** RFC 9110, 14.4. */
export function contentRange(range: ByteRange, sizeBytes: number): string {
  return `bytes ${range.start}-${range.end}/${sizeBytes}`
}
