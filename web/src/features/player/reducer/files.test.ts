import fc from 'fast-check'
import { expect, it } from 'vitest'
import { fileAt, wholeSeconds } from './files.ts'
import { files } from './testing/tracks.ts'

it.each([
  ['the start', 0, 0],
  ['a moment before a boundary', 59.999, 0],
  ['a boundary', 60, 1],
  ['a moment after it', 60.001, 1],
  ['the last file', 150, 2],
  ['the very end', 180, 2],
  ['past the end', 9999, 2],
  ['before the start', -5, 0],
])('at %s, second %s, the file of index %s plays', (_name, second, expected) => {
  expect(fileAt(files, second)).toBe(expected)
})

it('without files it is the whole', () => {
  expect([fileAt([], 30), wholeSeconds([]), wholeSeconds(files)]).toEqual([0, null, 180])
})

it('every second of every file is in that file', () => {
  const lengths = fc.array(fc.integer({ min: 1, max: 40_000_000 }), { minLength: 1, maxLength: 60 })
  fc.assert(
    fc.property(
      lengths,
      fc.nat(),
      fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
      (all, nat, part) => {
        let end = 0
        const some = all.map((milliseconds) => {
          const startSeconds = end / 1000
          end += milliseconds
          return { audioUrl: '', startSeconds, durationSeconds: milliseconds / 1000 }
        })
        const index = nat % some.length
        const { startSeconds, durationSeconds } = some[index] as (typeof some)[0]
        const second = Math.floor(durationSeconds * 1000 * part) / 1000
        expect(fileAt(some, startSeconds + second)).toBe(index)
        expect(wholeSeconds(some)).toBeCloseTo(end / 1000, 6)
      },
    ),
  )
})
