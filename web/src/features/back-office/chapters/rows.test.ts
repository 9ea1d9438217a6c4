import { expect, it } from 'vitest'
import {
  added,
  changesCount,
  limitsOf,
  middleBelow,
  newRow,
  nudged,
  problemsOf,
  removed,
  type Rows,
  shifted,
  sorted,
  withStart,
  withTitle,
  withTyped,
} from './rows.ts'

const duration = 60_000
const rows = [newRow(0, 'One'), newRow(20_000, 'Two'), newRow(40_000, 'Three')]
const [one, two, three] = rows.map(({ id }) => id) as [number, number, number]
const said = (list: Rows) => list.map(({ startMs, title }) => `${startMs / 1000} ${title}`.trim()).join(', ')

it.each<[string, Rows, string]>([
  ['a new time', withStart(rows, two, 25_000), '0 One, 25 Two, 40 Three'],
  ['a time behind the next one', withStart(rows, two, 50_000), '0 One, 40 Three, 50 Two'],
  ['a typed time', withTyped(rows, two, '0:00:25.5'), '0 One, 25.5 Two, 40 Three'],
  ['a typed text', withTyped(rows, two, 'noon'), '0 One, 20 Two, 40 Three'],
  ['a title', withTitle(rows, two, 'Deux'), '0 One, 20 Deux, 40 Three'],
  ['a nudge', nudged(rows, two, -100, duration), '0 One, 19.9 Two, 40 Three'],
  ['a nudge before the beginning', nudged(rows, one, -1000, duration), '0 One, 20 Two, 40 Three'],
  ['a nudge past the end', nudged(rows, three, 30_000, duration), '0 One, 20 Two, 59.9 Three'],
  ['a nudge to the next one', nudged(rows, two, 30_000, duration), '0 One, 39.9 Two, 40 Three'],
  ['a shift', shifted(rows, two, 1500), '0 One, 21.5 Two, 41.5 Three'],
  ['a shift of nothing that is there', shifted(rows, -1, 1500), '0 One, 20 Two, 40 Three'],
  ['one more', added(rows, newRow(30_000)), '0 One, 20 Two, 30, 40 Three'],
  ['one more at the end', added(rows, newRow(50_000, 'Four')), '0 One, 20 Two, 40 Three, 50 Four'],
  ['one more at the time of another', added(rows, newRow(20_000, 'b')), '0 One, 20 Two, 20 b, 40 Three'],
  ['one less', removed(rows, two), '0 One, 40 Three'],
  ['sorting', sorted([newRow(2000, 'b'), newRow(1000, 'a'), newRow(2000, 'c')]), '1 a, 2 b, 2 c'],
])('%s', (_name, list, expected) => {
  expect(said(list)).toBe(expected)
})

it('has room for one more in the middle of the chapter above', () => {
  expect([middleBelow(rows, one, duration), middleBelow(rows, three, duration)]).toEqual([10_000, 50_000])
})

it('is dragged as far as its neighbours', () => {
  expect(limitsOf(rows, one, duration)).toEqual({ least: 0, most: 19_900 })
  expect(limitsOf(rows, two, duration)).toEqual({ least: 100, most: 39_900 })
  expect(limitsOf(rows, three, duration)).toEqual({ least: 20_100, most: 59_900 })
})

it.each<[string, Rows, (string | undefined)[]]>([
  ['a text for a time', withTyped(rows, two, 'noon'), [undefined, 'A time is needed, such as 1:02:03.4']],
  ['a time that was mended', withTyped(withTyped(rows, two, 'noon'), two, '21'), []],
  ['one before the recording', shifted(rows, one, -1), ['This is before the recording']],
  [
    'one past the end',
    shifted(rows, two, 20_000),
    [undefined, undefined, 'This is past the end of the recording'],
  ],
  ['one too near', withStart(rows, two, 99), [undefined, 'At least 0.1 s after the one before']],
  ['one near enough', withStart(rows, two, 100), []],
  ['300 characters', withTitle(rows, one, '🚂'.repeat(300)), []],
  ['301 characters', withTitle(rows, one, 'x'.repeat(301)), ['At most 300 characters']],
])('what has to be mended: %s', (_name, list, expected) => {
  const problems = problemsOf(list, duration)
  expect(list.map(({ id }) => problems.get(id))).toEqual(list.map((_row, place) => expected[place]))
})

it('has 2000 at most', () => {
  const many = Array.from({ length: 2001 }, (_each, place) => newRow(place * 1000))
  expect([...problemsOf(many, 1e9).values()]).toEqual(['At most 2000 chapters'])
})

it.each<[string, Rows, number]>([
  ['nothing', rows, 0],
  ['the same list anew', rows.map(({ startMs, title }) => newRow(startMs, title)), 0],
  ['a title', withTitle(rows, one, 'Un'), 1],
  ['a text for a time', withTyped(rows, one, 'noon'), 1],
  ['one less', removed(rows, one), 1],
  ['one more', added(rows, newRow(1000)), 1],
  ['a shift of two', shifted(rows, two, 1), 2],
])('changes are counted: %s', (_name, list, count) => {
  expect(changesCount(list, rows)).toBe(count)
})
