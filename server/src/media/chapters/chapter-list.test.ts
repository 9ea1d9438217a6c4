import { describe, expect, it } from 'vitest'
import { cleanTitle, type FileChapter, orderChapters } from './chapter-list.ts'

const minute = 60_000
const at = (startMs: number, title = `At ${startMs}`): FileChapter => ({ startMs, title })

describe('chapters as a source has them', () => {
  it.each<[why: string, found: FileChapter[], expected: FileChapter[]]>([
    ['stay as they are', [at(0), at(30_000)], [at(0), at(30_000)]],
    ['are in the order of time', [at(30_000), at(0)], [at(0), at(30_000)]],
    ['end with the sound', [at(0), at(minute - 1), at(minute)], [at(0), at(minute - 1)]],
    ['have no times before the beginning', [at(-1), at(10)], [at(0, 'At 10')]],
    ['are at least a tenth of a second apart', [at(0), at(99), at(100), at(150)], [at(0), at(100)]],
    ['of one time are one', [at(9000, 'One'), at(9000, 'Other')], [at(9000, 'One')]],
    ['begin with the sound where they begin soon', [at(4_999, 'One')], [at(0, 'One')]],
    ['begin where they begin', [at(5_000)], [at(5_000)]],
    ['have whole milliseconds', [at(5_000.4, 'One')], [at(5_000, 'One')]],
    ['without titles are counted', [at(0, ' '), at(7_000, '')], [at(0, 'Chapter 1'), at(7_000, 'Chapter 2')]],
    ['have times', [at(Number.NaN), at(Infinity)], []],
  ])('%s', (_why, found, expected) => {
    expect(orderChapters(found, minute)).toEqual(expected)
  })

  it('are 2 000 at most', () => {
    const many = Array.from({ length: 100_000 }, (_, place) => at(place * 1000))
    expect(orderChapters(many, 100_000_000)).toEqual(many.slice(0, 2_000))
  })
})

describe('a title', () => {
  it.each([
    ['keeps its characters', 'Über – 東京 🎧', 'Über – 東京 🎧'],
    ['is one line', ' One\r\nTwo\u2028Three\u0000', 'One Two Three'],
    ['has no halves of characters', 'a\ud800b', 'a\ufffdb'],
    ['is cut at 300 characters', '🎧'.repeat(301), '🎧'.repeat(300)],
    ['of ten million characters is cut', 'a'.repeat(10_000_000), 'a'.repeat(300)],
  ])('%s', (_what, title, expected) => {
    expect(cleanTitle(title)).toBe(expected)
  })
})
