import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { type ClientRequest, type IncomingMessage, request } from 'node:http'
import { connect } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, it } from 'vitest'
import type { AudioBook } from '@earmark/contract/audio-books.ts'
import { bookForm, isProof, openFaultSite, patienceMs, read, recoveryMs, tell } from './fault-site.ts'
import { untilTrue } from '../../src/testing/upload-server.ts'
import { forAllTests } from '../../src/testing/for-all-tests.ts'

/** SIGTERM while much is going on. */

const streamCount = 50
const uploadCount = 10
const mebibyte = 1024 ** 2

// More than what the connections of both sides take in by themselves.
const site = await forAllTests(openFaultSite({ audioBytes: 12 * mebibyte, settings: { METRICS: 'true' } }))

async function beginStream(): Promise<IncomingMessage> {
  const asked = request({ port: site.program.port, path: site.audioUrl, agent: false }).end()
  const [response] = (await once(asked, 'response')) as [IncomingMessage]
  return response
}

async function readToEnd(response: IncomingMessage): Promise<number> {
  let bytes = 0
  for await (const chunk of response as AsyncIterable<Buffer>) bytes += chunk.length
  return bytes
}

interface Upload {
  readonly name: string
  readonly asked: ClientRequest
  readonly rest: Buffer
  readonly answer: Promise<IncomingMessage | null>
}

function beginUpload(name: string): Upload {
  const { type, body } = bookForm(name, mebibyte)
  const { port } = site.program
  const headers = { ...site.headers, 'content-type': type, 'content-length': body.length }
  const asked = request({ port, method: 'POST', path: '/api/audio-books', headers, agent: false })
  const half = body.length / 2
  asked.write(body.subarray(0, half))
  const answer = once(asked, 'response').then(
    ([response]) => response as IncomingMessage,
    () => null,
  )
  return { name, asked, rest: body.subarray(half), answer }
}

const range = (count: number) => Array.from({ length: count }, (_, index) => index)

async function namesOfBooks(): Promise<string[]> {
  const books = read<AudioBook[]>(await site.program.call({ method: 'GET', path: '/api/audio-books' }))
  return books.map(({ name }) => name)
}

async function metric(name: string): Promise<number> {
  const answer = await site.program.call({ method: 'GET', path: '/metrics' })
  return Number(new RegExp(`^${name} (.*)$`, 'm').exec(answer?.body.toString() ?? '')?.[1])
}

it(`SIGTERM with ${streamCount} streams and ${uploadCount} uploads: all that goes on is finished, nothing half`, {
  timeout: patienceMs,
}, async () => {
  const streams = await Promise.all(range(streamCount).map(beginStream))
  const uploads = range(uploadCount).map((number) => beginUpload(`Upload ${number}`))
  await untilTrue(async () => (await metric('earmark_uploads')) === uploadCount, recoveryMs)
  expect(await metric('earmark_media_streams')).toBe(streamCount)
  const asking = connect(site.program.port, '127.0.0.1')
  asking.write('GET /health/ready HTTP/1.1\r\nhost: x\r\n')
  const before = await namesOfBooks()

  process.kill(site.program.pid, 'SIGTERM')
  await untilTrue(() => site.program.output().includes('stopping'), recoveryMs)
  asking.end('\r\n')
  expect(await text(asking)).toMatch(/^HTTP\/1.1 503 /)
  expect(await site.program.call({ method: 'GET', path: '/health/ready' })).toBeNull()

  const [finishing, leaving] = [uploads.slice(0, uploadCount / 2), uploads.slice(uploadCount / 2)]
  for (const { asked, rest } of finishing) asked.end(rest)
  for (const { asked } of leaving) asked.destroy()
  const answers = await Promise.all(finishing.map(({ answer }) => answer))
  expect(answers.map((answer) => answer?.statusCode)).toEqual(finishing.map(() => 201))
  for (const answer of answers) answer?.resume()
  const lengths = await Promise.all(streams.map(readToEnd))
  expect(new Set(lengths)).toEqual(new Set([site.audioBytes]))
  expect(await site.program.exited).toEqual([0, null])

  expect(await readdir(join(site.dataDir, 'media', 'incoming'))).toEqual([])
  await site.start()
  expect((await namesOfBooks()).toSorted()).toEqual(
    [...before, ...finishing.map(({ name }) => name)].toSorted(),
  )
})

it.runIf(isProof)(
  'cuts what has not ended after 30 seconds, and still ends well',
  { timeout: patienceMs },
  async () => {
    const streams = await Promise.all(range(streamCount).map(beginStream))
    const uploads = range(uploadCount).map((number) => beginUpload(`Endless ${number}`))
    await untilTrue(async () => (await metric('earmark_uploads')) === uploadCount, recoveryMs)
    const before = await namesOfBooks()
    const begun = performance.now()
    process.kill(site.program.pid, 'SIGTERM')
    expect(await site.program.exited).toEqual([0, null])
    const seconds = (performance.now() - begun) / 1000
    tell('SIGTERM, nobody reads', { endedAfterSeconds: seconds })
    expect(seconds).toBeGreaterThan(29)
    expect(seconds).toBeLessThan(34)
    for (const stream of streams) stream.destroy()
    for (const { answer } of uploads) expect((await answer)?.statusCode ?? 0).not.toBe(201)
    await site.start()
    expect(await namesOfBooks()).toEqual(before)
  },
)
