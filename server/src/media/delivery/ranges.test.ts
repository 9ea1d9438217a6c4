import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type ByteRange, contentRange, parseRange } from './ranges.ts'

const size = 10_000

function parts(header: string, sizeBytes = size): readonly ByteRange[] | string {
  const answer = parseRange(header, sizeBytes)
  return answer.kind === 'parts' ? answer.parts : answer.kind
}

describe('the examples of RFC 9110, 14.1.2, for a file of 10 000 bytes', () => {
  it.each([
    ['the first 500 bytes', 'bytes=0-499', [{ start: 0, end: 499 }]],
    ['the second 500 bytes', 'bytes=500-999', [{ start: 500, end: 999 }]],
    ['the final 500 bytes', 'bytes=-500', [{ start: 9500, end: 9999 }]],
    ['the final 500 bytes, from a position', 'bytes=9500-', [{ start: 9500, end: 9999 }]],
    [
      'the first, middle and last 1000 bytes',
      'bytes= 0-999, 4500-5499, -1000',
      [
        { start: 0, end: 999 },
        { start: 4500, end: 5499 },
        { start: 9000, end: 9999 },
      ],
    ],
    [
      'two ranges side by side',
      'bytes=500-600,601-999',
      [
        { start: 500, end: 600 },
        { start: 601, end: 999 },
      ],
    ],
    ['overlapping ranges', 'bytes=500-700,601-999', 'whole'],
  ])('gives %s', (_what, header, expected) => {
    expect(parts(header)).toEqual(expected)
  })
})

describe('a range', () => {
  it.each([
    ['the very first byte', 'bytes=0-0', [{ start: 0, end: 0 }]],
    ['the very last byte', 'bytes=-1', [{ start: 9999, end: 9999 }]],
    ['the end beyond the file', 'bytes=9990-99999', [{ start: 9990, end: 9999 }]],
    ['a suffix longer than the file', 'bytes=-20000', [{ start: 0, end: 9999 }]],
    ['an end beyond every number', `bytes=5-${'9'.repeat(400)}`, [{ start: 5, end: 9999 }]],
    ['a suffix beyond every number', `bytes=-${'9'.repeat(400)}`, [{ start: 0, end: 9999 }]],
    ['leading zeros', 'bytes=0000-0009', [{ start: 0, end: 9 }]],
    ['the unit in capitals', 'Bytes=1-2', [{ start: 1, end: 2 }]],
    ['empty list elements', 'bytes=,, 1-2 ,', [{ start: 1, end: 2 }]],
    ['one of two outside the file', 'bytes=20000-,1-2', [{ start: 1, end: 2 }]],
  ])('may have %s', (_what, header, expected) => {
    expect(parts(header)).toEqual(expected)
  })

  it.each([
    ['at the end of the file', 'bytes=10000-'],
    ['beyond it', 'bytes=10000-10001'],
    ['beyond every number', `bytes=${'9'.repeat(400)}-`],
    ['of the last no bytes', 'bytes=-0'],
    ['twice outside', 'bytes=10000-,20000-30000'],
  ])('cannot be satisfied %s', (_what, header) => {
    expect(parts(header)).toBe('unsatisfiable')
  })

  it.each([
    ['without a set', 'bytes='],
    ['of empty elements alone', 'bytes=, ,'],
    ['with its ends swapped', 'bytes=9-3'],
    ['with a sign', 'bytes=+1-2'],
    ['with a fraction', 'bytes=1.5-2'],
    ['in hexadecimal', 'bytes=0x1-0x2'],
    ['with digits of another script', 'bytes=١-٢'],
    ['with a space inside', 'bytes=1 -2'],
    ['of a dash alone', 'bytes=-'],
    ['with three ends', 'bytes=1-2-3'],
    ['good and malformed at once', 'bytes=0-1,x'],
    ['given in two headers', 'bytes=0-1, bytes=3-4'],
  ])('is refused when it is %s', (_what, header) => {
    expect(parts(header)).toBe('unsatisfiable')
  })

  it.each([
    ['of another unit', 'seconds=0-10'],
    ['without a unit', '0-10'],
    ['without a unit that is known', 'bytes =1-2'],
    ['not ascending', 'bytes=500-600,0-99'],
    ['the same twice', 'bytes=0-1,0-1'],
    [
      'of more than eight parts',
      `bytes=${Array.from({ length: 9 }, (_, i) => `${i * 10}-${i * 10 + 1}`).join(',')}`,
    ],
    ['a thousand times', `bytes=${'0-,'.repeat(1000)}`],
  ])('is ignored when it is %s', (_what, header) => {
    expect(parts(header)).toBe('whole')
  })

  it('is ignored for an empty file, and where there is none', () => {
    expect(parts('bytes=0-', 0)).toBe('whole')
    expect(parts('bytes=-1', 0)).toBe('whole')
    expect(parseRange(undefined, size).kind).toBe('whole')
  })

  it('is told to the client in the words of 14.4', () => {
    expect(contentRange({ start: 42, end: 1233 }, 1234)).toBe('bytes 42-1233/1234')
  })
})

describe('whatever is asked', () => {
  const number = fc.oneof(fc.nat(40), fc.maxSafeNat())
  const spec = fc.oneof(
    fc.tuple(number, number).map(([first, last]) => `${first}-${last}`),
    number.map((first) => `${first}-`),
    number.map((suffix) => `-${suffix}`),
  )

  it('the parts lie inside the file, ascend, do not overlap and hold what the words of 14.1.1 select', () => {
    fc.assert(
      fc.property(
        fc.array(spec, { minLength: 1, maxLength: 4 }),
        fc.integer({ min: 1, max: 30 }),
        (specs, size) => {
          const answer = parseRange(`bytes=${specs.join(',')}`, size)
          const selected = specs.map((text) => select(text, size))
          if (answer.kind === 'unsatisfiable')
            expect(selected.includes(null) || selected.every((bytes) => bytes?.length === 0)).toBe(true)
          if (answer.kind !== 'parts') return
          const bytes = answer.parts.map(({ start, end }) =>
            upTo(size).filter((at) => at >= start && at <= end),
          )
          expect(bytes).toEqual(selected.filter((found) => found?.length !== 0))
          expect(bytes.flat()).toEqual([...new Set(bytes.flat())].toSorted((a, b) => a - b))
        },
      ),
    )
  })

  it('one satisfiable range is honoured', () => {
    fc.assert(
      fc.property(spec, fc.integer({ min: 1, max: 30 }), (text, size) => {
        const selected = select(text, size)
        const expected = selected === null || selected.length === 0 ? 'unsatisfiable' : 'parts'
        expect(parseRange(`bytes=${text}`, size).kind).toBe(expected)
      }),
    )
  })

  it('no header breaks the reading', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.nat(1000), (text, size) => {
        expect(['whole', 'parts', 'unsatisfiable']).toContain(parseRange(`bytes=${text}`, size).kind)
      }),
    )
  })
})

function upTo(size: number): number[] {
  return Array.from({ length: size }, (_, at) => at)
}

/** The model: which bytes of the file a range-spec selects; null when it is invalid. */
function select(spec: string, size: number): number[] | null {
  const [first, last] = spec.split('-') as [string, string]
  if (first === '') return upTo(size).slice(Math.max(0, size - Number(last)))
  if (last !== '' && Number(last) < Number(first)) return null
  return upTo(size).filter((at) => at >= Number(first) && (last === '' || at <= Number(last)))
}
