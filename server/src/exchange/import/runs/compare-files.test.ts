import { expect, it } from 'vitest'
import { basisOf } from './settle.ts'
import { beyondLimit } from './compare-files.ts'

const file = { path: 'a.mp3', pathKey: 'a.mp3', sizeBytes: 1001, modifiedSeconds: 5 } as never
const before = { sizeBytes: 1001, modifiedSeconds: 5, readerVersion: 1, lookedAt: 0, isMissing: false }

it.each([
  ['that is new', true, {}],
  ['that was refused', true, { 'a.mp3': { ...before, isRefused: true } }],
  ['that was taken', false, { 'a.mp3': { ...before, isRefused: false } }],
  [
    'that was taken and written anew',
    false,
    { 'a.mp3': { ...before, modifiedSeconds: 1, isRefused: false } },
  ],
  ['that was taken at another place', false, { 'b.mp3': { ...before, isRefused: false } }],
  ['beside another that was taken', true, { 'b.mp3': { ...before, sizeBytes: 2000, isRefused: false } }],
])('a file beyond the limit %s is refused: %s', (_what, isRefused, known) => {
  const isTooLarge = beyondLimit(1000, new Map(Object.entries(known)))
  expect(isTooLarge(file)).toBe(isRefused)
  expect(beyondLimit(1001, new Map())(file)).toBe(false)
})

it('with another limit a folder is planned anew', () => {
  const folder = { id: 1, path: null, setting: { name: 'books', path: '/books', isCopied: false } } as const
  expect(basisOf(folder, { maxAudioBytes: 1 })).not.toBe(basisOf(folder, { maxAudioBytes: 2 }))
})
