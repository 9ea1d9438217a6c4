import { PassThrough } from 'node:stream'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { atPace, uploadPace } from './upload-pace.ts'

/** By a clock of the test's own: an hour takes no time. */

beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] }))
afterEach(() => void vi.useRealTimers())

/** What has come so far is read, and whoever waits waits. */
const settle = () => new Promise<void>((resolve) => setImmediate(resolve))

async function pass(seconds: number): Promise<void> {
  for (let second = 0; second < seconds; second += 1) {
    vi.advanceTimersByTime(1000)
    await settle()
  }
}

/** @returns the bytes read until the end, or the code of the refusal */
async function read(
  source: PassThrough,
  work: (chunk: Buffer) => unknown = () => null,
): Promise<number | string> {
  let sizeBytes = 0
  try {
    for await (const chunk of atPace(source, uploadPace)) {
      sizeBytes += chunk.length
      await work(chunk)
    }
  } catch (error) {
    return (error as { code: string }).code
  }
  return sizeBytes
}

/** @returns what became of it, and after how many seconds */
async function drip(bytesPerSecond: number, seconds: number) {
  const source = new PassThrough()
  const end: { outcome?: number | string } = {}
  const reading = read(source).then((outcome) => Object.assign(end, { outcome }))
  await settle()
  const chunk = Buffer.alloc(bytesPerSecond)
  let second = 0
  for (; second < seconds && end.outcome === undefined; second += 1) {
    source.write(chunk)
    await settle()
    await pass(1)
  }
  source.end()
  await reading
  expect(vi.getTimerCount()).toBe(0)
  return { ...end, second }
}

describe('an upload', () => {
  it.each([8 * 1024, 16 * 1024, 1024 ** 2])('of %i bytes a second may take an hour', async (rate) => {
    expect(await drip(rate, 3600)).toEqual({ outcome: rate * 3600, second: 3600 })
  })

  it.each([
    [1, 31],
    [4 * 1024, 61],
    [8 * 1024 - 100, 2500],
  ])('of %i bytes a second is refused after about %i seconds', async (rate, after) => {
    const { outcome, second } = await drip(rate, 3600)
    expect(outcome).toBe('RequestTimeout')
    expect(second).toBeGreaterThan(after * 0.95)
    expect(second).toBeLessThan(after * 1.05)
  })

  it.each([
    [29, 7],
    [31, 'RequestTimeout'],
  ])('that says nothing for %i seconds ends as %s', async (seconds, outcome) => {
    const source = new PassThrough()
    const reading = read(source)
    source.write('begun')
    await settle()
    await pass(seconds)
    source.end('!!')
    expect(await reading).toBe(outcome)
  })

  it('has earned no more than one pause, however quick it was before', async () => {
    const source = new PassThrough()
    const reading = read(source)
    for (let second = 0; second < 60; second += 1) {
      source.write(Buffer.alloc(1024 ** 2))
      await settle()
      await pass(1)
    }
    await pass(31)
    source.end()
    expect(await reading).toBe('RequestTimeout')
  })

  it('does not pay for our own slowness', async () => {
    const source = new PassThrough()
    let done = () => {}
    const reading = read(source, () => new Promise<void>((resolve) => (done = resolve)))
    for (let turn = 0; turn < 5; turn += 1) {
      source.write('more')
      await settle()
      await pass(600)
      done()
      await settle()
    }
    source.end()
    expect(await reading).toBe(20)
  })
})
