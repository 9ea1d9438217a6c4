import { expect, it } from 'vitest'
import { basisOf } from './settle.ts'
import { beyondLimit } from './compare-files.ts'

const file = { path: 'a.mp3', pathKey: 'a.mp3', sizeBytes: 1001, modifiedSeconds: 5 } as never
const there = (isRefused: boolean) => new Map([['a.mp3', { isRefused }]])
const nowhere = new Map()

it.each([
  ['that is new', true, nowhere, []],
  ['that was refused', true, there(true), []],
  ['that was taken', false, there(false), []],
  ['that was taken at another place', false, nowhere, [{ sizeBytes: 1001, modifiedSeconds: 5 }]],
  ['beside another that was taken', true, nowhere, [{ sizeBytes: 2000, modifiedSeconds: 5 }]],
])('a file beyond the limit %s is refused: %s', (_what, isRefused, known, taken) => {
  expect(beyondLimit(1000, known, taken)(file)).toBe(isRefused)
})

it('a file within the limit is taken', () => {
  expect(beyondLimit(1001, nowhere, [])(file)).toBe(false)
})

it('with another limit a folder is planned anew', () => {
  const folder = { id: 1, path: null, setting: { name: 'books', path: '/books', isCopied: false } } as const
  expect(basisOf(folder, { maxAudioBytes: 1 })).not.toBe(basisOf(folder, { maxAudioBytes: 2 }))
})
