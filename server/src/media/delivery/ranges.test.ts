import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { contentRange, parseRange } from './ranges.ts'

const size = 10_000

describe('the examples of RFC 9110, 14.1.2, for a file of 10 000 bytes', () => {
  it.each([
    ['the first 500 bytes', 'bytes=0-499', { start: 0, end: 499 }],
    ['the second 500 bytes', 'bytes=500-999', { start: 500, end: 999 }],
    ['the final 500 bytes', 'bytes=-500', { start: 9500, end: 9999 }],
    ['the final 500 bytes, from a position', 'bytes=9500-', { start: 9500, end: 9999 }],
    ['the whole file for several ranges', 'bytes= 0-999, 4500-5499, -1000', 'whole'],
  ])('gives %s', (_what, header, expected) => {
    expect(parseRange(header, size)).toEqual(expected)
  })
})

describe('a range', () => {
  it.each([
    ['the very first byte', 'bytes=0-0', { start: 0, end: 0 }],
    ['the very last byte', 'bytes=-1', { start: 9999, end: 9999 }],
    ['the end beyond the file', 'bytes=9990-99999', { start: 9990, end: 9999 }],
    ['a suffix longer than the file', 'bytes=-20000', { start: 0, end: 9999 }],
    ['an end beyond every number', `bytes=5-${'9'.repeat(400)}`, { start: 5, end: 9999 }],
    ['a suffix beyond every number', `bytes=-${'9'.repeat(400)}`, { start: 0, end: 9999 }],
    ['leading zeros', 'bytes=0000-0009', { start: 0, end: 9 }],
    ['the unit in capitals', 'Bytes=1-2', { start: 1, end: 2 }],
    ['empty list elements', 'bytes=,, 1-2 ,', { start: 1, end: 2 }],
  ])('may have %s', (_what, header, expected) => {
    expect(parseRange(header, size)).toEqual(expected)
  })

  it.each([
    ['at the end of the file', 'bytes=10000-'],
    ['beyond it', 'bytes=10000-10001'],
    ['beyond every number', `bytes=${'9'.repeat(400)}-`],
    ['of the last no bytes', 'bytes=-0'],
  ])('cannot be satisfied %s', (_what, header) => {
    expect(parseRange(header, size)).toBe('unsatisfiable')
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
  ])('is refused when it is %s', (_what, header) => {
    expect(parseRange(header, size)).toBe('unsatisfiable')
  })

  it.each([
    ['of another unit', 'seconds=0-10'],
    ['without a unit', '0-10'],
    ['without a unit that is known', 'bytes =1-2'],
    ['one of several', 'bytes=0-99,500-600'],
    ['one of several, outside of the file', 'bytes=10000-,20000-30000'],
    ['one of several, malformed', 'bytes=0-1,x'],
    ['given in two headers', 'bytes=0-1, bytes=3-4'],
    ['a thousand times', `bytes=${'0-,'.repeat(1000)}`],
  ])('is ignored when it is %s', (_what, header) => {
    expect(parseRange(header, size)).toBe('whole')
  })

  it('is ignored for an empty file, and where there is none', () => {
    expect(parseRange('bytes=0-', 0)).toBe('whole')
    expect(parseRange('bytes=-1', 0)).toBe('whole')
    expect(parseRange(undefined, size)).toBe('whole')
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

  it('one range holds what the words of 14.1.1 select', () => {
    fc.assert(
      fc.property(spec, fc.integer({ min: 1, max: 30 }), (text, size) => {
        const selected = select(text, size)
        const range = parseRange(`bytes=${text}`, size)
        if (typeof range === 'string') expect([range, selected]).toEqual(['unsatisfiable', []])
        else expect(upTo(size).slice(range.start, range.end + 1)).toEqual(selected)
      }),
    )
  })

  it('no header breaks the reading', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.nat(1000), (text, size) => {
        const range = parseRange(`bytes=${text}`, size)
        if (typeof range === 'string') expect(['whole', 'unsatisfiable']).toContain(range)
        else expect(range.end).toBeLessThan(size)
      }),
    )
  })
})

function upTo(size: number): number[] {
  return Array.from({ length: size }, (_, at) => at)
}

/** The model: which bytes of the file a range-spec selects; none when it is invalid. */
function select(spec: string, size: number): number[] {
  const [first, last] = spec.split('-') as [string, string]
  if (first === '') return upTo(size).slice(Math.max(0, size - Number(last)))
  if (last !== '' && Number(last) < Number(first)) return []
  return upTo(size).filter((at) => at >= Number(first) && (last === '' || at <= Number(last)))
}
