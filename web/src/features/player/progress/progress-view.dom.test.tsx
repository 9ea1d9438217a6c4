import { expect, it } from 'vitest'
import type { StoredPosition } from '../positions/store.ts'
import { recordLocal } from '../positions/merge.ts'
import { percentOf, wordsOf } from './progress-view.tsx'

function kept(position: number, playbackRate = 1, finished = false): StoredPosition {
  const recording = { kind: 'audio-book', id: 7 } as const
  return {
    ...recordLocal(null, { position, finished, at: 0 }, playbackRate),
    recording,
    durationSeconds: 3600,
    track: null,
  }
}

it.each([
  [kept(0), null, null],
  [kept(1), 1, '59 min left'],
  [kept(2220), 62, '23 min left'],
  [kept(2220, 2), 62, '11 min left'],
  [kept(3590), 99, '10 s left'],
  [kept(3600), 99, '1 s left'],
  [kept(3600, 1, true), 100, 'Finished'],
  [null, null, null],
])('%j is %s percent: %s', (place, percent, words) => {
  expect(percentOf(place, 60)).toBe(percent)
  expect(wordsOf(place, 60)).toBe(words)
})

it('tells the speed where it is asked for, and is another than the usual', () => {
  expect(wordsOf(kept(2220, 1.4), 60, true)).toBe('16 min left at 1.4×')
  expect(wordsOf(kept(2220), 60, true)).toBe('23 min left')
  expect(wordsOf(kept(3600, 2, true), 60, true)).toBe('Finished')
})

it('takes the catalogue’s length where none was measured, and says nothing without any', () => {
  const unmeasured = { ...kept(30), durationSeconds: null }
  expect(wordsOf(unmeasured, 60)).toBe('30 s left')
  expect(wordsOf(unmeasured, null)).toBeNull()
  expect(percentOf(unmeasured, null)).toBeNull()
})
