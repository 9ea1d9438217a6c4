import { afterAll, describe, expect, it } from 'vitest'
import { isProof } from '../../../resilience/attacks/operation-sinks.ts'
import { badUploads, hostileFileNames } from '../../testing/bad-uploads.ts'
import { forAllTests } from '../../testing/for-all-tests.ts'
import { encodeForm, fixture, post, startUploadServer } from '../../testing/upload-server.ts'
import { createProbeProcess } from '../probe/probe-process.ts'

/** Every bad file is answered by name in time, others are answered meanwhile, and nothing of it stays. */

const patienceMs = 10_000
/** On PostgreSQL some of them: that nothing of them comes into a database is all that it has to do with them. */
const isPostgres = process.env.EARMARK_TEST_ENGINE === 'postgres'
const tried = isPostgres ? badUploads.filter((_, number) => number % 4 === 0) : badUploads
// What takes for ever is cut off sooner than it would be, so that the test ends sooner.
const target = await forAllTests(startUploadServer({ reading: createProbeProcess({ uploadMs: 3_000 }) }))
const over = new AbortController()
const healthMs: number[] = []
const watching = watchHealth()
afterAll(async () => {
  over.abort()
  await watching
})

async function watchHealth(): Promise<void> {
  while (!over.signal.aborted) {
    const begun = performance.now()
    const answer = await fetch(`http://127.0.0.1:${target.port}/health/ready`)
    await answer.text()
    healthMs.push(performance.now() - begun)
    await new Promise((wait) => setTimeout(wait, 5))
  }
}

describe('a bad file is refused by name, in time, and nothing stays:', () => {
  it.each(tried)('$what as $field', async ({ field, fileName, content, codes, mayPass = false }) => {
    const form = encodeForm([
      { name: 'Name', content: 'x' },
      { name: field, fileName, content: await content() },
    ])
    const begun = performance.now()
    const answer = await post(target.port, form)
    expect(performance.now() - begun).toBeLessThan(patienceMs)
    if (answer.status !== 200 || !mayPass) {
      expect(codes).toContain(answer.codes[0])
      expect(answer.status).toBeLessThan(500)
      expect(answer.field).toBe(field === 'Audio' ? 'audio' : 'coverImage')
    }
    expect(await target.listFiles()).toEqual([])
    expect(await target.countMedia()).toBe(0)
  })
})

it('a file is taken whatever it is called', async () => {
  const content = await fixture('tone.mp3')
  for (const fileName of hostileFileNames) {
    const answer = await post(target.port, encodeForm([{ name: 'Audio', fileName, content }]))
    expect(answer).toMatchObject({ status: 200, body: { audio: { sizeBytes: content.length } } })
  }
  expect(await target.listFiles()).toEqual([])
})

it('others are answered meanwhile', () => {
  const sorted = healthMs.toSorted((a, b) => a - b)
  expect(sorted.length).toBeGreaterThan(50)
  // How soon says something of the server only while the machine has nothing else to do.
  if (isProof) expect(sorted[Math.floor(sorted.length * 0.99)]).toBeLessThan(500)
})
