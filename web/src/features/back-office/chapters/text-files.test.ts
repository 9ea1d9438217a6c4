import { expect, it } from 'vitest'
import { decodeText } from './text-files.ts'

const line = '0:00 Café'

it.each([
  ['UTF-8', new TextEncoder().encode(line)],
  ['UTF-8 behind a mark of it', new TextEncoder().encode(`\uFEFF${line}`)],
  ['Windows', Uint8Array.from(line, (letter) => letter.charCodeAt(0))],
  ['UTF-16', new Uint8Array(Uint16Array.from(`\uFEFF${line}`, (letter) => letter.charCodeAt(0)).buffer)],
])('a text file in %s is read', (_encoding, bytes) => {
  expect(decodeText(bytes)).toBe(line)
})
