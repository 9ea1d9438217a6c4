import { PassThrough } from 'node:stream'
import type { WriteStream } from 'node:tty'
import { expect, it } from 'vitest'
import { showStep } from './terminal-steps.mjs'

/** All that is written to something that passes for a terminal, or for none. */
function makeOutput(isTTY: boolean) {
  const stream = new PassThrough({ encoding: 'utf8' })
  const out = Object.assign(stream, { isTTY, columns: 60, hasColors: () => false }) as unknown as WriteStream
  return { out, written: () => String(stream.read() ?? '') }
}

it('a step is one line on a terminal, drawn over until it has ended', async () => {
  const { out, written } = makeOutput(true)
  expect(await showStep('Doing it', async () => 7, out)).toBe(7)
  const lines = written().split('\r\x1b[K')
  expect(lines[1]).toMatch(/^ {2}\S Doing it +0\.0 s {2}$/)
  expect(lines.at(-1)).toMatch(/^ {2}✓ Doing it +0\.\d s {2}\n$/)
})

it('a step that fails says so, and how is told to its caller', async () => {
  const { out, written } = makeOutput(true)
  const failing = showStep('Doing it', () => Promise.reject(new Error('no')), out)
  await expect(failing).rejects.toThrow('no')
  expect(written()).toMatch(/ {2}✗ Doing it +0\.\d s {2}\n$/)
})

it('a step is never wider than its terminal', async () => {
  const { out, written } = makeOutput(true)
  await showStep('Doing it '.repeat(20), async () => undefined, out)
  for (const line of written().split('\r\x1b[K')) expect(line.trimEnd().length).toBeLessThan(60)
})

it('a step is named at its beginning where there is no terminal', async () => {
  const { out, written } = makeOutput(false)
  await showStep('Doing it', async (progress) => progress('half'), out)
  expect(written()).toBe('▸ Doing it\n')
})
