import { expect, test } from 'vitest'
import { audioKind, formatSize, imageKind, refusalOf } from './file-kinds.ts'

const fileOf = (name: string, type: string) => new File(['x'], name, { type })

test.each([
  ['cover.jpg', 'image/jpeg', imageKind, true],
  ['cover.avif', '', imageKind, true],
  ['cover.svg', 'image/svg+xml', imageKind, false],
  ['cover.heic', 'image/heic', imageKind, false],
  ['tone.mp3', 'audio/mpeg', imageKind, false],
  ['tone.mp3', 'audio/mpeg', audioKind, true],
  ['book.m4b', '', audioKind, true],
  ['talk.webm', 'video/webm', audioKind, true],
  ['cover.jpg', 'image/jpeg', audioKind, false],
  ['notes.txt', 'text/plain', audioKind, false],
] as const)('%s (%s)', (name, type, kind, taken) => {
  expect(refusalOf(kind, fileOf(name, type)) === undefined).toBe(taken)
})

test('a refusal says what was chosen and what to choose', () => {
  expect(refusalOf(imageKind, fileOf('notes.txt', 'text/plain'))).toBe(
    '“notes.txt” cannot be taken. Choose an image: JPEG, PNG, WebP, AVIF or GIF.',
  )
  expect(refusalOf(audioKind, fileOf('notes.txt', 'text/plain'))).toBe(
    '“notes.txt” cannot be taken. Choose an audio file: MP3, M4A, M4B, AAC, Ogg, Opus, FLAC, WAV or WebM.',
  )
  expect(refusalOf(imageKind, new File([], 'a.png', { type: 'image/png' }))).toBe('“a.png” is empty.')
})

test.each([
  [0, '0 bytes'],
  [999, '999 bytes'],
  [31_400, '31 KB'],
  [4_240_000, '4.2 MB'],
  [52_000_000, '52 MB'],
  [4_294_967_296, '4.3 GB'],
])('%i bytes are %s', (bytes, text) => {
  expect(formatSize(bytes)).toBe(text)
})
