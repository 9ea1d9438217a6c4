import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import {
  encodeForm,
  fixture,
  formType,
  post,
  readAnswer,
  requestHead,
  startUploadServer,
  type UploadServer,
  untilTrue,
} from '../../testing/upload-server.ts'
import { createProbeProcess } from './probe-process.ts'
import { forAllTests } from '../../testing/for-all-tests.ts'

/** Files that take too much, and clients that do not wait for theirs. */

const script = join(import.meta.dirname, '../../../resilience/faults/stuck-probe.ts')
const patient = createProbeProcess({ uploadMs: 3_600_000, mebibyteMs: 0 }, script)

const waiting = await forAllTests(startUploadServer({ reading: patient }))
const good = audioForm(await fixture('tone.mp3'))

function audioForm(content: string | Uint8Array): Buffer {
  return encodeForm([
    { name: 'Audio', fileName: 'a.mp3', content },
    // More behind the file than fits between the client and the server's reading.
    { name: 'Notes', content: 'x'.repeat(200_000) },
  ])
}

function begin({ port }: UploadServer, form: Buffer): Socket {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => undefined)
  socket.write(requestHead({ 'content-type': formType, 'content-length': String(form.length) }))
  socket.write(form)
  return socket
}

it('nobody waits for the files of those who have gone', async () => {
  const stuck = audioForm('STUCK'.repeat(1_000))
  const sockets = Array.from({ length: 20 }, () => begin(waiting, stuck))
  await untilTrue(async () => (await waiting.listFiles()).length === 20)
  const answer = readAnswer(begin(waiting, good))
  await untilTrue(async () => (await waiting.listFiles()).length === 21)
  for (const [at, socket] of sockets.entries()) {
    if (at % 2 === 0) socket.destroy()
    else socket.resetAndDestroy()
  }
  expect(await answer).toMatchObject({ status: 200, body: { audio: { contentType: 'audio/mpeg' } } })
  await untilTrue(async () => (await waiting.listFiles()).length === 0)
})

it('who goes while others are looked into leaves nothing, at once', async () => {
  const stuck = audioForm('STUCK')
  const first = begin(waiting, stuck)
  await untilTrue(async () => (await waiting.listFiles()).length === 1)
  const second = begin(waiting, stuck)
  await untilTrue(async () => (await waiting.listFiles()).length === 2)
  second.destroy()
  await untilTrue(async () => (await waiting.listFiles()).length === 1)
  first.destroy()
  await untilTrue(async () => (await waiting.listFiles()).length === 0)
  expect(await waiting.countMedia()).toBe(0)
})

it('a file that takes too long is refused, and not called broken', async () => {
  await using hurried = await startUploadServer({
    reading: createProbeProcess({ uploadMs: 500, mebibyteMs: 0, mostWaiting: 1_000 }, script),
  })
  const answer = await post(hurried.port, audioForm('LOOPS'))
  expect(answer).toMatchObject({ status: 422, codes: ['UnreadableMedia'], field: 'audio' })
  expect(await hurried.listFiles()).toEqual([])
})

it.runIf(process.platform === 'linux')('a machine too busy to look into a file blames itself', async () => {
  await using hurried = await startUploadServer({
    reading: createProbeProcess({ uploadMs: 60_000, mebibyteMs: 0, mostWaiting: 0.01 }, script),
  })
  expect(await post(hurried.port, audioForm('STUCK'))).toMatchObject({
    status: 503,
    codes: ['ServiceUnavailable'],
  })
  expect(await hurried.listFiles()).toEqual([])
})

it('a file that takes all memory is refused, and the next one is read', async () => {
  const answer = await post(waiting.port, audioForm('GREED'))
  expect(answer).toMatchObject({ status: 422, codes: ['UnreadableMedia'], field: 'audio' })
  expect(await waiting.listFiles()).toEqual([])
  expect(await post(waiting.port, good)).toMatchObject({ status: 200 })
})
