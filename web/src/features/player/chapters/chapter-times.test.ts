import fc from 'fast-check'
import { expect, it } from 'vitest'
import { crossedStarts } from '../reducer/chapters.ts'
import { chaptersFrom } from '../reducer/testing/tracks.ts'
import {
  chapterAt,
  chapterPlace,
  drawnMarks,
  leftInChapter,
  nextStart,
  previousStart,
  shownAround,
  spokenChapter,
} from './chapter-times.ts'

const chapters = chaptersFrom([5, 20, 40])

it.each([
  ['before the first', 2, -1, null, 5],
  ['a while before the first', 4, -1, 0, 5],
  ['at a beginning', 20, 1, 5, 40],
  ['a moment before it, as after a seek', 19.9999, 1, 5, 40],
  ['three seconds in', 23, 1, 5, 40],
  ['more than three seconds in', 23.1, 1, 20, 40],
  ['in the first', 6, 0, 0, 20],
  ['later in the first', 12, 0, 5, 20],
  ['in the last', 59, 2, 40, null],
])('%s, at %s s, it is chapter %s, after %s and before %s', (_name, at, index, before, after) => {
  expect([chapterAt(chapters, at), previousStart(chapters, at), nextStart(chapters, at)]).toEqual([
    index,
    before,
    after,
  ])
})

it('goes to the track before from the beginning of the first chapter, and without chapters', () => {
  expect(previousStart(chaptersFrom([0, 20]), 2)).toBeNull()
  expect([previousStart([], 30), nextStart([], 30)]).toEqual([null, null])
})

it.each([
  [[0, 20, 40], 32, 'Chapter 2 of 3, Chapter at 20, 12 seconds of 20'],
  [[0], 59, 'Chapter 1 of 1, Chapter at 0, 0 minutes of 1'],
  [[5], 2, null],
])('of %j it says at %s s: %s', (starts, at, expected) => {
  expect(spokenChapter(chaptersFrom(starts), at)).toBe(expected)
})

it('tells minutes and what is left', () => {
  const lock = [
    ...chaptersFrom([0, 20, 40]),
    { startSeconds: 60, endSeconds: 1920, title: 'The Lock', trackNumber: 1 },
  ]
  expect(spokenChapter(lock, 780)).toBe('Chapter 4 of 4, The Lock, 12 minutes of 31')
  expect(leftInChapter(lock, 780)).toBe('19 min')
  expect(leftInChapter(lock, 1920)).toBe('1 s')
})

it('tells how far one is in a chapter whose end is unknown, and nothing of what is left', () => {
  const open = [
    ...chaptersFrom([0]),
    { startSeconds: 60, endSeconds: null, title: 'The Lock', trackNumber: 1 },
  ]
  expect(spokenChapter(open, 780)).toBe('Chapter 2 of 2, The Lock, 12 minutes')
  expect(spokenChapter(open, 61)).toBe('Chapter 2 of 2, The Lock, 1 second')
  expect(leftInChapter(open, 780)).toBeNull()
  expect(chapterPlace(open, 780)).toMatchObject({ index: 1, inSeconds: 720, lengthSeconds: null })
})

it.each([
  ['none of them has begun', -1, 30, [0, 6]],
  ['the third plays', 2, 30, [0, 8]],
  ['one alone would be folded before', 3, 30, [0, 9]],
  ['the seventh plays', 6, 30, [4, 12]],
  ['one alone would be folded after', 6, 13, [4, 13]],
  ['the last plays', 29, 30, [27, 30]],
  ['there are few', -1, 3, [0, 3]],
])('where %s a page shows those around it', (_name, index, count, shown) => {
  expect(shownAround(index, count)).toEqual(shown)
})

it('draws at most four hundred marks, evenly', () => {
  const many = Array.from({ length: 2000 }, (_, index) => index * 2)
  expect(drawnMarks(chaptersFrom(many))).toHaveLength(399)
  expect(drawnMarks(chaptersFrom([0, 20, 40]))).toEqual([20, 40])
})

it('steps through every chapter in both directions, and crosses each boundary once', () => {
  const anyStarts = fc.uniqueArray(fc.integer({ min: 0, max: 590 }), { minLength: 1, maxLength: 40 })
  fc.assert(
    fc.property(anyStarts, fc.array(fc.double({ min: 0, max: 60, noNaN: true })), (tenths, stops) => {
      const some = chaptersFrom(tenths.map((tenth) => tenth / 10))
      const starts = some.map(({ startSeconds }) => startSeconds)
      const forward: number[] = []
      for (let at = nextStart(some, -1); at !== null; at = nextStart(some, at)) forward.push(at)
      expect(forward).toEqual(starts)
      const back: number[] = []
      for (let at = previousStart(some, 60); at !== null && back.length < 50; at = previousStart(some, at))
        back.unshift(at)
      expect(back.filter((at) => starts.includes(at))).toEqual(
        starts.filter((start) => start < 57 || start !== starts.at(-1)),
      )
      for (const at of stops) {
        const place = chapterPlace(some, at)
        expect(place?.index ?? -1).toBe(chapterAt(some, at))
        expect(
          place === null || (place.inSeconds >= 0 && place.inSeconds <= (place.lengthSeconds ?? 0)),
        ).toBe(true)
      }
      const walk = [0, ...stops.toSorted((one, other) => one - other), 60]
      const crossed = walk.slice(1).flatMap((to, index) => crossedStarts(some, walk[index] ?? 0, to))
      expect(crossed.every((start, index) => start > (crossed[index - 1] ?? 0))).toBe(true)
    }),
  )
})
