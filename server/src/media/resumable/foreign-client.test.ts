import { randomBytes, randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { Upload } from 'tus-js-client'
import { expect, it } from 'vitest'
import { startCuttingProxy } from '../../testing/cutting-proxy.ts'
import { forAllTests } from '../../testing/for-all-tests.ts'
import { makePerson } from '../../testing/people.ts'
import { startTestServer } from '../../testing/server.ts'

const server = await forAllTests(
  startTestServer({ environment: { MAX_INCOMING_BYTES: '1000000000', RATE_LIMITS: 'false' } }),
)
const { port } = new URL(await server.app.listen({ port: 0, host: '127.0.0.1' }))
const { headers } = await makePerson(server, 'Editor')
const bytes = randomBytes(8_000_000)
const cutsAt = [1_000_000, 3_000_000, 7_500_000]

it('the client of the tus project creates an upload, goes on after each cut of its line, and ends it', async () => {
  const cuts = [...cutsAt]
  await using line = await startCuttingProxy({
    port: () => Number(port),
    onBytes: (received) => {
      if (received < (cuts[0] ?? Number.POSITIVE_INFINITY)) return
      cuts.shift()
      line.cut()
    },
  })
  const ended = Promise.withResolvers<void>()
  const offsets: number[] = []
  const upload = new Upload(Buffer.from(bytes), {
    endpoint: `http://127.0.0.1:${line.port}/api/uploads`,
    headers,
    metadata: { fileName: '01.mp3', relativePath: 'Book/01.mp3', batch: randomUUID() },
    retryDelays: [0, 0, 0, 0, 0, 0],
    onAfterResponse: (request, response) => {
      if (request.getMethod() === 'HEAD') offsets.push(Number(response.getHeader('Upload-Offset')))
    },
    onSuccess: () => ended.resolve(),
    onError: ended.reject,
  })
  upload.start()
  await ended.promise
  expect(cuts).toEqual([])
  expect(offsets.length).toBeGreaterThanOrEqual(cutsAt.length)
  const id = upload.url?.split('/').at(-1) ?? ''
  expect((await readFile(server.deps.storage.resumable.pathOf(id))).equals(bytes)).toBe(true)
  expect(line.receivedBytes).toBeLessThan(bytes.length + cutsAt.length * 1024 ** 2)
  await upload.abort(true)
  const left = await server.deps.db.connection.selectFrom('uploads').select('id').execute()
  expect(left).toEqual([])
})
