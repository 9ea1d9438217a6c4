import { expect, it } from 'vitest'
import { readFileName } from './file-name.ts'

it.each<[what: string, given: string | null, name: string | null]>([
  ['as it is', '01 - Тон.mp3', '01 - Тон.mp3'],
  ['of a folder', 'Book/CD 1/01.mp3', '01.mp3'],
  ['of a folder of Windows', 'C:\\fakepath\\01.mp3', '01.mp3'],
  ['with controls', ' One\u0000\r\n\u2028two.mp3\t', 'One two.mp3'],
  ['with half a character', '\uD83C.mp3', '\uFFFD.mp3'],
  ['too long', '🎧'.repeat(300), '🎧'.repeat(255)],
  ['of blanks', ' \u0000 ', null],
  ['of a folder alone', 'Book/', null],
  ['empty', '', null],
  ['absent', null, null],
])('the name of a file: %s', (_what, given, name) => {
  expect(readFileName(given)).toBe(name)
})
