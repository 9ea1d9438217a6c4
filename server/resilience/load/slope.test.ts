import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type Sample, slopeOf } from './slope.ts'

const line = (perHour: number, noise: (place: number) => number = () => 0): Sample[] =>
  Array.from({ length: 60 }, (_, place) => ({
    hours: place / 60,
    value: 100 + (perHour * place) / 60 + noise(place),
  }))

it('of a line is its own', () => {
  const { perHour, between } = slopeOf(line(3))
  expect(perHour).toBeCloseTo(3)
  expect(between[0]).toBeCloseTo(3)
  expect(between[1]).toBeCloseTo(3)
})

it('heeds no single peaks', () => {
  const { perHour } = slopeOf(line(3, (place) => (place % 9 === 8 ? 1_000 : 0)))
  expect(perHour).toBeGreaterThan(2.5)
  expect(perHour).toBeLessThan(60)
})

it('is between its bounds, which are wider the more noise there is', () => {
  const unsteady = fc.array(fc.double({ min: -1, max: 1, noNaN: true }), { minLength: 60, maxLength: 60 })
  fc.assert(
    fc.property(unsteady, (noise) => {
      const { perHour, between } = slopeOf(line(0, (place) => noise[place] ?? 0))
      const wide = slopeOf(line(0, (place) => 10 * (noise[place] ?? 0))).between
      expect(between[0]).toBeLessThanOrEqual(perHour)
      expect(between[1]).toBeGreaterThanOrEqual(perHour)
      expect(wide[1] - wide[0]).toBeCloseTo(10 * (between[1] - between[0]))
    }),
  )
})
