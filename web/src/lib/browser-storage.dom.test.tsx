import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import {
  onStoredElsewhere,
  readFields,
  readStored,
  storedNames,
  writeFields,
  writeStored,
} from './browser-storage.ts'

const refusals = {
  'is full': ['setItem'],
  'refuses everything': ['getItem', 'setItem', 'removeItem'],
} as const

beforeEach(() => localStorage.clear())
afterEach(() => {
  vi.restoreAllMocks()
  for (const name of ['theme', ...storedNames('position:')] as const) writeStored(name, null)
})

test('what is written is there for every tab, and gone when it is removed', () => {
  writeStored('theme', 'dark')
  expect([readStored('theme'), localStorage.getItem('theme')]).toEqual(['dark', 'dark'])
  writeStored('theme', null)
  expect([readStored('theme'), localStorage.length]).toEqual([null, 0])
})

test.each(Object.entries(refusals))('a browser that %s keeps a value as long as the page', (_name, calls) => {
  for (const call of calls)
    vi.spyOn(Storage.prototype, call).mockImplementation(() => {
      throw new DOMException('no', 'QuotaExceededError')
    })
  writeFields('position:ada:audio-book:1', { at: 3 })
  expect(readFields('position:ada:audio-book:1')).toEqual({ at: 3 })
  expect(storedNames('position:ada:')).toEqual(['position:ada:audio-book:1'])
  vi.restoreAllMocks()
  expect(localStorage.length).toBe(0)
})

test('another tab’s later text wins over one that was refused here', () => {
  const full = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })
  writeStored('theme', 'dark')
  full.mockRestore()
  localStorage.setItem('theme', 'light')
  expect(readStored('theme')).toBe('light')
})

test.each([
  ['nothing', null],
  ['no JSON', '{'],
  ['no object', '1'],
  ['null', 'null'],
])('%s has no fields', (_name, text) => {
  writeStored('playerJumps', text)
  expect(readFields('playerJumps')).toEqual({})
})

test('what another tab changes is told by its name, until nobody listens', () => {
  const told: (string | null)[] = []
  const stop = onStoredElsewhere((name) => told.push(name))
  window.dispatchEvent(new StorageEvent('storage', { key: 'theme' }))
  window.dispatchEvent(new StorageEvent('storage', { key: null }))
  stop()
  window.dispatchEvent(new StorageEvent('storage', { key: 'theme' }))
  expect(told).toEqual(['theme', null])
})
