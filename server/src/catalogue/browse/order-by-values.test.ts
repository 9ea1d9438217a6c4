import fc from 'fast-check'
import { expect, it } from 'vitest'
import { orderByValues, rankTexts } from './order-by-values.ts'

const value = fc.oneof(
  fc.integer({ min: 0, max: 5 }),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.constant(Number.NaN),
)
const records = fc.uniqueArray(fc.tuple(fc.nat(), value), { selector: ([id]) => id, maxLength: 60 })

it('records stand in the order of their values, then of their ids, those without a value last', async () => {
  await fc.assert(
    fc.asyncProperty(records, fc.integer({ min: 1, max: 9 }), async (given, runLength) => {
      const ids = given.map(([id]) => id)
      const values = given.map(([, number]) => number)
      const has = given.filter(([, number]) => !Number.isNaN(number))
      const hasNot = given.filter(([, number]) => Number.isNaN(number))
      const sorted = [
        ...has.toSorted(([id, one], [otherId, other]) =>
          one === other ? id - otherId : one < other ? -1 : 1,
        ),
        ...hasNot.toSorted(([id], [otherId]) => id - otherId),
      ]
      expect(await orderByValues(ids, values, runLength)).toEqual({
        ids: sorted.map(([id]) => id),
        present: has.length,
      })
    }),
  )
})

it('texts have their places in the ascending order, equal ones the same', async () => {
  const texts = fc.array(fc.oneof(fc.constantFrom('', 'a', 'b'), fc.string()), { maxLength: 60 })
  await fc.assert(
    fc.asyncProperty(texts, fc.integer({ min: 1, max: 9 }), async (given, runLength) => {
      const inOrder = [...new Set(given)].toSorted((one, other) => (one < other ? -1 : 1))
      expect(await rankTexts(given, runLength)).toEqual(given.map((text) => inOrder.indexOf(text)))
    }),
  )
})
