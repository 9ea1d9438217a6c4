import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { forAllTests } from '../../testing/for-all-tests.ts'
import { openFilesIn } from '../../testing/process-state.ts'
import {
  type Answer,
  encodeForm,
  formType,
  readAnswer,
  requestHead,
  startUploadServer,
  untilTrue,
} from '../../testing/upload-server.ts'
import { waveFile } from '../../testing/wave-file.ts'

/** Uploads over a real connection, at the pace of a clock that the test moves; see `http/upload-pace.test.ts` for the pace. */

const target = await forAllTests(startUploadServer())
let served: Socket | undefined
target.app.server.on('connection', (socket) => {
  served = socket
})
const form = encodeForm([
  { name: 'Name', content: 'A book' },
  { name: 'Audio', fileName: 'a.wav', content: waveFile(600_044) },
])
beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] }))
afterEach(() => void vi.useRealTimers())

async function isClean(): Promise<boolean> {
  const folder = join(target.server.deps.config.dataDir, 'media')
  const [files, media] = [await target.listFiles(), await target.countMedia()]
  return files.length === 0 && media === 0 && openFilesIn(folder).length === 0
}

/** Sends the form at this pace until it is answered or all of it is sent; a second is as long as it takes. */
async function send(bytesPerSecond: number, isChunked: boolean) {
  served = undefined
  const socket = connect(target.port, '127.0.0.1')
  socket.on('error', () => undefined)
  const length: Record<string, string> = isChunked
    ? { 'transfer-encoding': 'chunked' }
    : { 'content-length': String(form.length) }
  let sentBytes = 0
  const put = (bytes: Buffer | string) => {
    sentBytes += bytes.length
    socket.write(bytes)
  }
  put(requestHead({ 'content-type': formType, ...length }))
  const end: { answer?: Answer } = {}
  const answering = readAnswer(socket).then((answer) => Object.assign(end, { answer }))
  const isRead = () => (served?.bytesRead ?? 0) >= sentBytes || end.answer !== undefined
  let [at, seconds, most] = [0, 0, 0]
  for (; at < form.length && end.answer === undefined; at += bytesPerSecond) {
    const piece = form.subarray(at, at + bytesPerSecond)
    put(
      isChunked
        ? Buffer.concat([Buffer.from(`${piece.length.toString(16)}\r\n`), piece, Buffer.from('\r\n')])
        : piece,
    )
    await untilTrue(isRead)
    vi.advanceTimersByTime(1000)
    seconds += 1
    most = Math.max(most, (await target.listFiles()).length)
  }
  if (isChunked) socket.write('0\r\n\r\n')
  return { ...(await answering), seconds, most }
}

it.each([false, true])('a slow one that is fine passes (chunked: %s)', async (isChunked) => {
  const { answer, seconds } = await send(12_000, isChunked)
  expect(answer).toMatchObject({ status: 200, body: { fields: { name: 'A book' } } })
  expect(answer.body.audio?.sizeBytes).toBe(600_044)
  expect(seconds).toBeGreaterThan(45)
  await untilTrue(isClean)
})

it.each([false, true])(
  'one that drips is refused in time, and nothing of it stays (chunked: %s)',
  async (isChunked) => {
    const { answer, seconds, most } = await send(2_000, isChunked)
    expect(answer).toMatchObject({ status: 408, codes: ['RequestTimeout'], headers: { connection: 'close' } })
    expect(seconds).toBeGreaterThan(30)
    expect(seconds).toBeLessThan(120)
    expect(most).toBe(1)
    await untilTrue(isClean)
  },
)
