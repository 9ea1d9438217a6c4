import { expect, it } from 'vitest'
import { type KeyPlace, type Stroke, commandFor } from './key-commands.ts'

const plain = { shiftKey: false, ctrlKey: false, altKey: false, metaKey: false, repeat: false }
const page: KeyPlace = { isTyping: false, isUnderLayer: false, usesSpace: false, usesArrows: false }

function command(key: string, stroke: Partial<Stroke> = {}, place: Partial<KeyPlace> = {}) {
  return commandFor({ ...plain, key, ...stroke }, { ...page, ...place })
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
  expect(command(key)).toBe(expected)
})

it('steps through the queue with Shift and an arrow', () => {
  expect(command('ArrowLeft', { shiftKey: true })).toBe('previous')
  expect(command('ArrowRight', { shiftKey: true })).toBe('next')
})

it('takes characters as they are, with Shift or without', () => {
  expect(command('?', { shiftKey: true })).toBe('keys')
  expect(command('>', { shiftKey: true })).toBe('faster')
  expect(command('M', { shiftKey: true })).toBeNull()
})

it.each(['ctrlKey', 'altKey', 'metaKey'] as const)('leaves keys with %s to the browser', (held) => {
  expect(command('k', { [held]: true })).toBeNull()
})

it.each(['isTyping', 'isUnderLayer'] as const)('is silent where the listener %s', (where) => {
  for (const key of [' ', 'k', 'ArrowLeft', '?']) expect(command(key, {}, { [where]: true })).toBeNull()
})

it('leaves a control the keys that it uses itself', () => {
  expect(command(' ', {}, { usesSpace: true })).toBeNull()
  expect(command('k', {}, { usesSpace: true })).toBe('toggle')
  expect(command('ArrowLeft', {}, { usesArrows: true })).toBeNull()
  expect(command('j', {}, { usesArrows: true })).toBe('skip-back')
})

it('repeats jumps while a key is held, but not toggles', () => {
  expect(command('l', { repeat: true })).toBe('skip-forward')
  expect(command('>', { repeat: true })).toBe('faster')
  for (const key of [' ', 'm', 'q']) expect(command(key, { repeat: true })).toBeNull()
})
