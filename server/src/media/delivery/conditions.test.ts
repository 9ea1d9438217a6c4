import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { allowsRange, type ConditionHeaders, evaluateConditions } from './conditions.ts'

const now = Date.UTC(2026, 5, 1)
const current = { etag: '"abc"', lastModified: Date.UTC(2026, 0, 2, 3, 4, 5) }
const its = 'Fri, 02 Jan 2026 03:04:05 GMT'
const before = 'Fri, 02 Jan 2026 03:04:04 GMT'
const after = 'Fri, 02 Jan 2026 03:04:06 GMT'

function verdict(headers: ConditionHeaders): string {
  return evaluateConditions(headers, current, now)
}

describe('If-None-Match', () => {
  it.each([
    ['"abc"', 'not modified'],
    ['W/"abc"', 'not modified'],
    ['*', 'not modified'],
    ['"x", "abc"', 'not modified'],
    ['"x,y" ,\t, W/"abc",', 'not modified'],
    ['"x"', 'go on'],
    ['abc', 'go on'],
    ['w/"abc"', 'go on'],
    ['"abc', 'go on'],
    ['"abc" "x"', 'go on'],
    ['"x, "abc"', 'go on'],
    ['', 'go on'],
  ])('%s → %s', (tags, expected) => {
    expect(verdict({ 'if-none-match': tags })).toBe(expected)
  })

  it('hides If-Modified-Since (13.1.3)', () => {
    expect(verdict({ 'if-none-match': '"x"', 'if-modified-since': after })).toBe('go on')
    expect(verdict({ 'if-none-match': '"abc"', 'if-modified-since': before })).toBe('not modified')
  })
})

describe('If-Modified-Since', () => {
  it.each([
    [its, 'not modified'],
    [after, 'not modified'],
    [before, 'go on'],
    ['Friday, 02-Jan-26 03:04:05 GMT', 'not modified'],
    ['Fri Jan  2 03:04:05 2026', 'not modified'],
    ['Thursday, 01-Jan-26 00:00:00 GMT', 'go on'],
    ['2026-03-01', 'go on'],
    ['tomorrow', 'go on'],
    ['', 'go on'],
  ])('%s → %s', (date, expected) => {
    expect(verdict({ 'if-modified-since': date })).toBe(expected)
  })
})

describe('If-Match', () => {
  it.each([
    ['"abc"', 'go on'],
    ['"x", "abc"', 'go on'],
    ['*', 'go on'],
    ['W/"abc"', 'precondition failed'],
    ['"x"', 'precondition failed'],
    ['abc', 'precondition failed'],
  ])('%s → %s', (tags, expected) => {
    expect(verdict({ 'if-match': tags })).toBe(expected)
  })

  it('hides If-Unmodified-Since (13.1.4)', () => {
    expect(verdict({ 'if-match': '"abc"', 'if-unmodified-since': before })).toBe('go on')
  })

  it('comes before If-None-Match (13.2.2)', () => {
    expect(verdict({ 'if-match': '"x"', 'if-none-match': '"abc"' })).toBe('precondition failed')
    expect(verdict({ 'if-match': '"abc"', 'if-none-match': '"abc"' })).toBe('not modified')
  })
})

describe('If-Unmodified-Since', () => {
  it.each([
    [its, 'go on'],
    [after, 'go on'],
    [before, 'precondition failed'],
    ['yesterday', 'go on'],
  ])('%s → %s', (date, expected) => {
    expect(verdict({ 'if-unmodified-since': date })).toBe(expected)
  })
})

describe('If-Range', () => {
  it.each([
    [undefined, true],
    ['"abc"', true],
    ['W/"abc"', false],
    ['"x"', false],
    ['"abc", "x"', false],
    ['*', false],
    [its, true],
    ['Fri Jan  2 03:04:05 2026', true],
    [after, false],
    [before, false],
    ['abc', false],
  ])('%s allows the range: %s', (ifRange, expected) => {
    expect(allowsRange(ifRange, current, now)).toBe(expected)
  })
})

it('No header breaks the evaluation', () => {
  const anything = fc.option(fc.string({ unit: 'binary' }), { nil: undefined })
  const names = ['if-match', 'if-none-match', 'if-modified-since', 'if-unmodified-since'] as const
  fc.assert(
    fc.property(fc.tuple(anything, anything, anything, anything), (values) => {
      const headers = Object.fromEntries(names.map((name, index) => [name, values[index]]))
      expect(['go on', 'not modified', 'precondition failed']).toContain(verdict(headers))
    }),
  )
})

it('The tag is found in any list that holds it, and in none that does not', () => {
  const opaque = fc
    .string({ unit: fc.constantFrom('a', 'b', ',', ' ', '!', 'W', '/') })
    .map((text) => text.replaceAll(' ', '#'))
  fc.assert(
    fc.property(fc.array(opaque, { minLength: 1 }), fc.boolean(), (tags, isHeld) => {
      const others = tags.filter((tag) => tag !== 'abc').map((tag) => `"${tag}"`)
      const header = (isHeld ? [...others, '"abc"'] : others).join(', ')
      expect(verdict({ 'if-none-match': header })).toBe(isHeld ? 'not modified' : 'go on')
    }),
  )
})
