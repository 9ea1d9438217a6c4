import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { MovedFile } from '../library/moved-library.ts'
import { mappedTime, type SoundHere } from './mapped-time.ts'

const theirs: MovedFile[] = [
  { path: '/a/1.mp3', durationSeconds: 60 },
  { path: '/a/2.mp3', durationSeconds: 30.5 },
  { path: '/a/3.mp3', durationSeconds: 10 },
]
const ours: SoundHere[] = [
  { path: '/a/1.mp3', durationMs: 60_048 },
  { path: '/a/2.mp3', durationMs: 30_400 },
  { path: '/a/3.mp3', durationMs: 10_000 },
]

describe('a time in a recording of three files is', () => {
  it.each<[what: string, seconds: number, ms: number, here?: readonly SoundHere[]]>([
    ['the same in the first', 12.345, 12_345],
    ['the same offset in the second', 70, 70_048],
    ['the beginning of the second where the first ends', 60, 60_048],
    ['at most the end of its file', 90.45, 90_448],
    ['the end past the end', 1000, 100_448],
    ['the offset in its file wherever that stands here', 70, 10_000, ours.slice(1)],
    [
      'of files of other paths that of the same number',
      70,
      70_048,
      ours.map((file) => ({ ...file, path: null })),
    ],
    ['the same where the files are others', 70, 70_000, [{ path: null, durationMs: 99_000 }]],
    ['the end where the others are shorter', 70, 9_000, [{ path: null, durationMs: 9_000 }]],
  ])('%s', (_what, seconds, ms, here = ours) => {
    expect(mappedTime(seconds, theirs, here)).toBe(ms)
  })

  it('the same of one file whose length was not known', () => {
    expect(mappedTime(42, [{ path: '/a', durationSeconds: 0 }], [{ path: '/a', durationMs: 60_000 }])).toBe(
      42_000,
    )
  })
})

it('times keep their order, and stay within the recording', () => {
  const lengths = fc.array(fc.tuple(fc.nat(1e5), fc.nat(1e5)), { minLength: 1, maxLength: 12 })
  fc.assert(
    fc.property(lengths, fc.nat(2e6), fc.nat(2e6), (files, one, other) => {
      const there = files.map(([ms], index) => ({ path: `${index}`, durationSeconds: ms / 1000 }))
      const here = files.map(([, durationMs], index) => ({ path: `${index}`, durationMs }))
      const [early, late] = [Math.min(one, other) / 1000, Math.max(one, other) / 1000]
      const [first, second] = [mappedTime(early, there, here), mappedTime(late, there, here)]
      const whole = here.reduce((sum, { durationMs }) => sum + durationMs, 0)
      return first <= second && second <= whole
    }),
  )
})
