import { expect, it } from 'vitest'
import { type KeyPlace, type Stroke, wishFor } from './key-wishes.ts'

const plain = { shiftKey: false, ctrlKey: false, altKey: false, metaKey: false, repeat: false }
const page: KeyPlace = { isTyping: false, isUnderLayer: false, usesSpace: false, usesArrows: false }

function wish(key: string, stroke: Partial<Stroke> = {}, place: Partial<KeyPlace> = {}) {
  return wishFor({ ...plain, key, ...stroke }, { ...page, ...place })
}

it.each([
  [' ', 'toggle'],
  ['k', 'toggle'],
  ['K', 'toggle'],
  ['j', 'skip-back'],
  ['ArrowLeft', 'skip-back'],
  ['l', 'skip-forward'],
  ['ArrowRight', 'skip-forward'],
  ['<', 'slower'],
  ['>', 'faster'],
  ['m', 'mute'],
  ['q', 'queue'],
  ['z', 'back'],
  ['?', 'keys'],
  ['ArrowUp', null],
  ['x', null],
  ['Enter', null],
  ['constructor', null],
])('%s asks for %s', (key, expected) => {
  expect(wish(key)).toBe(expected)
})

it('steps through the queue with Shift and an arrow', () => {
  expect(wish('ArrowLeft', { shiftKey: true })).toBe('previous')
  expect(wish('ArrowRight', { shiftKey: true })).toBe('next')
})

it('takes characters as they are, with Shift or without', () => {
  expect(wish('?', { shiftKey: true })).toBe('keys')
  expect(wish('>', { shiftKey: true })).toBe('faster')
  expect(wish('M', { shiftKey: true })).toBeNull()
})

it.each(['ctrlKey', 'altKey', 'metaKey'] as const)('leaves keys with %s to the browser', (held) => {
  expect(wish('k', { [held]: true })).toBeNull()
})

it.each(['isTyping', 'isUnderLayer'] as const)('is silent where the listener %s', (where) => {
  for (const key of [' ', 'k', 'ArrowLeft', '?']) expect(wish(key, {}, { [where]: true })).toBeNull()
})

it('leaves a control the keys that it uses itself', () => {
  expect(wish(' ', {}, { usesSpace: true })).toBeNull()
  expect(wish('k', {}, { usesSpace: true })).toBe('toggle')
  expect(wish('ArrowLeft', {}, { usesArrows: true })).toBeNull()
  expect(wish('j', {}, { usesArrows: true })).toBe('skip-back')
})

it('repeats jumps while a key is held, but not toggles', () => {
  expect(wish('l', { repeat: true })).toBe('skip-forward')
  expect(wish('>', { repeat: true })).toBe('faster')
  for (const key of [' ', 'm', 'q']) expect(wish(key, { repeat: true })).toBeNull()
})
