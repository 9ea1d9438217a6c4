import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import fc from 'fast-check'
import pino from 'pino'
import sharp from 'sharp'
import { expect, it } from 'vitest'
import { forAllTests } from '../../testing/for-all-tests.ts'
import { openFilesIn } from '../../testing/process-state.ts'
import {
  encodeForm,
  fixture,
  formType,
  post,
  readAnswer,
  requestHead,
  startUploadServer,
  untilTrue,
} from '../../testing/upload-server.ts'

/** Uploads that end too early or are refused while they come. `UPLOAD_ABORTS=2000` for more of them. */

const aborts = Number(process.env.UPLOAD_ABORTS ?? 200)
const logged: string[] = []
const target = await forAllTests(
  startUploadServer({
    deps: async () => ({ log: pino({ level: 'warn' }, { write: (line) => void logged.push(line) }) }),
  }),
)
const cover = await sharp({ create: { width: 90, height: 90, channels: 3, background: '#246' } })
  .png()
  .toBuffer()
const form = encodeForm([
  { name: 'Name', content: 'A book' },
  { name: 'CoverImage', fileName: 'a.png', content: cover },
  { name: 'Audio', fileName: 'a.mp3', content: await fixture('tone.mp3') },
])

const mediaFolder = () => join(target.server.deps.config.dataDir, 'media')

function begin(headers: Record<string, string> = {}): Socket {
  const socket = connect(target.port, '127.0.0.1')
  socket.on('error', () => undefined)
  socket.write(requestHead({ 'content-type': formType, 'content-length': String(form.length), ...headers }))
  return socket
}

async function isClean(): Promise<boolean> {
  const files = await target.listFiles()
  return files.length === 0 && (await target.countMedia()) === 0 && openFilesIn(mediaFolder()).length === 0
}

async function abortAt(length: number, isReset: boolean): Promise<void> {
  const socket = begin()
  if (length > 0) await write(socket, form.subarray(0, length))
  else await once(socket, 'connect')
  if (isReset) socket.resetAndDestroy()
  else socket.destroy()
}

/** Twenty places in the form, others each time. */
function placesFrom(first: number): number[] {
  return Array.from({ length: 20 }, (_, at) => ((first + at) * 7919) % form.length)
}

function write(socket: Socket, bytes: Buffer): Promise<unknown> {
  return new Promise((written) => socket.write(bytes, written))
}

it('nothing stays of an upload that is cut off, wherever', async () => {
  await fc.assert(
    fc.asyncProperty(fc.nat(form.length - 1), fc.boolean(), async (length, isReset) => {
      await abortAt(length, isReset)
      await untilTrue(isClean)
    }),
    { numRuns: 60 },
  )
  expect(logged).toEqual([])
})

it('many uploads that are cut off leave descriptors and disk as they were', {
  timeout: 300_000,
}, async () => {
  for (let done = 0; done < aborts; done += 20) {
    const places = placesFrom(done)
    await Promise.all(places.map((place) => abortAt(place, place % 2 === 0)))
  }
  await untilTrue(isClean, 60_000)
  expect(logged).toEqual([])
  expect(await post(target.port, form)).toMatchObject({ status: 200 })
})

it('a form comes through whatever pieces it comes in', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.integer({ min: 1, max: 3000 }), { maxLength: 30 }), async (lengths) => {
      const socket = begin()
      let at = 0
      for (const length of [...lengths, form.length]) {
        await write(socket, form.subarray(at, at + length))
        at += length
        if (at >= form.length) break
      }
      expect(await readAnswer(socket)).toMatchObject({ status: 200, body: { fields: { name: 'A book' } } })
    }),
    { numRuns: 25 },
  )
})

it('a client that goes on gets to read why it is refused, and is cut off', async () => {
  const socket = begin({ 'content-length': String(3_000_000_000) })
  const wrong = encodeForm([{ name: 'Poster', fileName: 'x', content: 'x' }])
  const said: Buffer[] = []
  socket.on('data', (chunk: Buffer) => said.push(chunk))
  socket.write(wrong)
  const more = Buffer.alloc(256 * 1024)
  const pour = () => {
    while (!socket.destroyed && socket.write(more));
  }
  socket.on('drain', pour)
  pour()
  await untilTrue(() => socket.closed)
  expect(Buffer.concat(said).toString()).toMatch(/^HTTP\/1\.1 400 .*connection: close.*UnexpectedFile/is)
  expect(socket.bytesWritten).toBeLessThan(400_000_000)
})
