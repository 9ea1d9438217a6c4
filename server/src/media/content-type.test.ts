import { expect, it } from 'vitest'
import { makeMediaKey, mediaKeyOf, mediaUrl } from './content-type.ts'

it('A key has 128 random bits, and no two are alike', () => {
  const keys = Array.from({ length: 1000 }, makeMediaKey)
  expect(new Set(keys).size).toBe(1000)
  for (const key of keys) expect(Buffer.from(key, 'base64url')).toHaveLength(16)
})

it.each([
  ['audio/mpeg', 'mp3'],
  ['audio/mp4', 'm4a'],
  ['audio/aac', 'aac'],
  ['audio/ogg', 'ogg'],
  ['audio/flac', 'flac'],
  ['audio/wav', 'wav'],
  ['audio/webm', 'webm'],
  ['image/webp', 'webp'],
])('The address of %s ends in .%s and gives its key back', (contentType, extension) => {
  const key = makeMediaKey()
  const url = mediaUrl(key, contentType)
  expect(url).toBe(`/media/${key}.${extension}`)
  expect(mediaKeyOf(url.replace('/media/', ''))).toBe(key)
})

it.each([
  '',
  '.mp3',
  'short.mp3',
  `${'a'.repeat(23)}.mp3`,
  `${'a'.repeat(22)}`,
  `${'a'.repeat(21)}%.mp3`,
  '../etc/passwd',
])('No key: %s', (file) => {
  expect(mediaKeyOf(file)).toBeNull()
})
