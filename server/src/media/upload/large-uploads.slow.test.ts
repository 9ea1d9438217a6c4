import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { expect, it } from 'vitest'
import { forAllTests } from '../../testing/for-all-tests.ts'
import {
  boundary,
  fixture,
  formType,
  readAnswer,
  requestHead,
  startUploadServer,
} from '../../testing/upload-server.ts'

/** A file of hundreds of megabytes, made while it is sent. */

const megabytes = 200
const block = Buffer.alloc(1_000_000, 0x20)
const target = await forAllTests(startUploadServer())
const tone = await fixture('tone.mp3')

/** A recording of `head`, then so many megabytes, then `tail`. */
async function send(head: Buffer, tail: Buffer): Promise<Socket> {
  const before = `--${boundary}\r\nContent-Disposition: form-data; name="Audio"; filename="a.mp3"\r\n\r\n`
  const after = `\r\n--${boundary}--\r\n`
  const bytes = before.length + head.length + megabytes * block.length + tail.length + after.length
  const socket = connect(target.port, '127.0.0.1')
  socket.on('error', () => undefined)
  socket.write(requestHead({ 'content-type': formType, 'content-length': String(bytes) }))
  socket.write(before)
  socket.write(head)
  for (let sent = 0; sent < megabytes && !socket.destroyed; sent += 1)
    if (!socket.write(block)) await once(socket, 'drain')
  socket.write(tail)
  socket.write(after)
  return socket
}

function id3Head(sizeBytes: number): Buffer {
  const head = Buffer.from('ID3\x04\0\0\0\0\0\0', 'latin1')
  for (let byte = 0; byte < 4; byte += 1) head[9 - byte] = Math.floor(sizeBytes / 128 ** byte) & 0x7f
  return head
}

it('a tag of 200 MB in front of a good recording is refused in time, and nothing of it stays', {
  timeout: 60_000,
}, async () => {
  const socket = await send(id3Head(megabytes * block.length), tone)
  const begun = performance.now()
  const answer = await readAnswer(socket)
  expect(performance.now() - begun).toBeLessThan(10_000)
  expect(answer).toMatchObject({ status: 413, codes: ['FileTooLarge'], field: 'audio' })
  expect(await target.listFiles()).toEqual([])
  expect(await target.countMedia()).toBe(0)
})
