import fc from 'fast-check'
import { expect, it } from 'vitest'
import { formatTenths, parseAmount, parseTime } from './times.ts'

it.each([
  ['1:02:03.4', 3_723_400],
  ['0:00:00.0', 0],
  ['62:03', 3_723_000],
  [' 75,5 ', 75_500],
  ['1:2:3', 3_723_000],
  ['12.345', 12_345],
  ['100:00:00', 360_000_000],
  ['1:60:00', null],
  ['1:00:60', null],
  ['0:75', null],
  ['-1', null],
  ['1:', null],
  ['1.2.3', null],
  ['', null],
  ['noon', null],
])('%j is %s ms', (text, ms) => {
  expect(parseTime(text)).toBe(ms)
})

it.each([
  ['2.5', 2500],
  ['+2.5', 2500],
  ['-2.5', -2500],
  ['− 1:30', -90_000],
  ['--1', null],
  ['', null],
])('the amount %j is %s ms', (text, ms) => {
  expect(parseAmount(text)).toBe(ms)
})

it.each([
  [3_723_449, '1:02:03.4'],
  [59_960, '0:01:00.0'],
  [-1500, '−0:00:01.5'],
])('%s ms are shown as %s', (ms, text) => {
  expect(formatTenths(ms)).toBe(text)
})

it('reads every time as it shows it', () => {
  fc.assert(
    fc.property(fc.nat(3_600_000), (tenths) => {
      expect(parseTime(formatTenths(tenths * 100))).toBe(tenths * 100)
    }),
  )
})
