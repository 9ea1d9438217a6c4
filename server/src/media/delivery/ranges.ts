import { maxRangeLength } from '../../http/connections/limits.ts'

/** A part of a file: both ends inclusive, as RFC 9110, 14.1.2 counts. */
export interface ByteRange {
  readonly start: number
  readonly end: number
}

/**
 * What to answer to a Range header:
 * `whole` ignores it (RFC 9110, 14.2 leaves that open for every request), `parts` are the satisfiable ranges in
 * the order asked for, `unsatisfiable` is a 416: also for what is not of the form.
 */
export type RangeAnswer =
  | { readonly kind: 'whole' }
  | { readonly kind: 'parts'; readonly parts: readonly ByteRange[] }
  | { readonly kind: 'unsatisfiable' }

/** Players ask for one; readers of indexes for a few. More is a way to make a server work. */
const maxParts = 8

const whole: RangeAnswer = { kind: 'whole' }
const unsatisfiable: RangeAnswer = { kind: 'unsatisfiable' }

const unitForm = /^bytes=/i
const rangeForm = /^(?:(\d+)-(\d*)|-(\d+))$/

/**
 * Reads a Range header (RFC 9110, 14.2) for a file of `size` bytes. Another unit than bytes, more than a few
 * ranges, and ranges that overlap or do not ascend are ignored: the whole file is always a right answer to them
 * (14.2, 17.15). A set of bytes that is malformed or inverted is refused, as 14.2 allows, so that a broken
 * client learns of it instead of receiving a whole file.
 */
export function parseRange(header: string | undefined, size: number): RangeAnswer {
  if (header === undefined || size === 0 || header.length > maxRangeLength) return whole
  if (!unitForm.test(header)) return whole
  const specs = header
    .slice('bytes='.length)
    .split(',')
    .map((spec) => spec.replace(/^[ \t]+|[ \t]+$/g, ''))
    .filter((spec) => spec !== '')
  if (specs.length > maxParts) return whole

  const parts: ByteRange[] = []
  for (const spec of specs) {
    const part = parseSpec(spec, size)
    if (part === 'malformed') return unsatisfiable
    if (part !== null) parts.push(part)
  }
  if (parts.length === 0) return unsatisfiable
  return isAscending(parts) ? { kind: 'parts', parts } : whole
}

/** One range, cut to the file; null when it lies outside of it. */
function parseSpec(spec: string, size: number): ByteRange | 'malformed' | null {
  const [found, first, last, suffix] = rangeForm.exec(spec) ?? []
  if (found === undefined) return 'malformed'
  if (suffix !== undefined) {
    const length = position(suffix)
    return length === 0 ? null : { start: Math.max(0, size - length), end: size - 1 }
  }
  const start = position(first as string)
  const end = last === '' || last === undefined ? Number.MAX_SAFE_INTEGER : position(last)
  if (end < start) return 'malformed'
  return start >= size ? null : { start, end: Math.min(end, size - 1) }
}

/** Positions beyond what a number holds exactly lie beyond every file: they are all alike. */
function position(digits: string): number {
  return Math.min(Number(digits), Number.MAX_SAFE_INTEGER)
}

function isAscending(parts: readonly ByteRange[]): boolean {
  return parts.every((part, index) => index === 0 || part.start > (parts[index - 1] as ByteRange).end)
}

/** The value of Content-Range (RFC 9110, 14.4). */
export function contentRange(range: ByteRange, sizeBytes: number): string {
  return `bytes ${range.start}-${range.end}/${sizeBytes}`
}
