import { expect, test } from 'vitest'
import { clothHue, clothInitial } from './cloth.ts'

test.each([
  ['The Lamplighter of Quiet Harbour', 'L'],
  ['A Field Guide to Small Weather', 'F'],
  ['An Almanac for Bees', 'A'],
  ['Another Country', 'A'],
  ['The', 'T'],
  ['the  quick', 'Q'],
  ['A', 'A'],
  ['“Łąkowa Street”', 'Ł'],
  ['élan', 'É'],
  ['e\u0301lan', 'É'],
  ['1984', '1'],
  ['… and so on', 'A'],
  ['שלום', 'ש'],
  ['???', ''],
])('the initial of %s is %s', (name, initial) => {
  expect(clothInitial(name)).toBe(initial)
})

test('a name has its cloth however it is written', () => {
  expect(clothHue('Crème Brûlée')).toBe(clothHue('creme   brulee!'))
})

test('many names are bound in all twelve hues, about as many in each', () => {
  const counts = new Map<number, number>()
  for (let number = 0; number < 1200; number += 1) {
    const hue = clothHue(`Book ${number}`)
    counts.set(hue, (counts.get(hue) ?? 0) + 1)
  }
  expect([...counts.keys()].toSorted((one, other) => one - other)).toEqual(
    Array.from({ length: 12 }, (_, place) => place * 30),
  )
  expect(Math.min(...counts.values())).toBeGreaterThan(50)
})
