import { expect, test } from 'vitest'
import { timesIn } from './note-times.ts'

const anHour = 3600

/** The times in square brackets. */
function marked(text: string, durationSeconds: number | null = anHour): string {
  return timesIn(text, durationSeconds)
    .map((piece) => (piece.seconds === null ? piece.text : `[${piece.text}=${piece.seconds}]`))
    .join('')
}

test.for([
  ['00:00 Welcome', '[00:00=0] Welcome'],
  ['(12:34) The harbour', '([12:34=754]) The harbour'],
  ['0:59:59, the end', '[0:59:59=3599], the end'],
  ['From 1:05–2:10.', 'From [1:05=65]–[2:10=130].'],
  ['5:00\n6:00', '[5:00=300]\n[6:00=360]'],
  ['1:00:00 is past the end', '1:00:00 is past the end'],
  ['12:60 is no time', '12:60 is no time'],
  ['1:2 ratios', '1:2 ratios'],
  ['10:30:15:20', '10:30:15:20'],
  ['2026/12:30', '2026/12:30'],
  ['at 12:30.5', 'at 12:30.5'],
  ['+01:00', '+01:00'],
  ['nothing', 'nothing'],
  ['', ''],
])('%j is read as %j', ([text, read]) => {
  expect(marked(text as string)).toBe(read)
})

test('a recording of unknown length has no times', () => {
  expect(marked('12:34', null)).toBe('12:34')
})

test('the pieces are the text', () => {
  const text = 'a 1:00 b 2:00'
  expect(
    timesIn(text, anHour)
      .map((piece) => piece.text)
      .join(''),
  ).toBe(text)
})
