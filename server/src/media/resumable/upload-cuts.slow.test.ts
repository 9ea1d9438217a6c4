import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { bytesType } from '@earmark/contract/endpoint.ts'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { buildApp } from '../../app.ts'
import { forAllTests } from '../../testing/for-all-tests.ts'
import { startNode } from '../../testing/nodes.ts'
import { makePerson } from '../../testing/people.ts'
import { startTestServer } from '../../testing/server.ts'
import { beginTus, sendTus, tus, type TusTarget, tusOffset } from '../../testing/tus.ts'
import { readAnswer, untilTrue } from '../../testing/upload-server.ts'

/** Requests that end too early, or are two at once. */

const server = await forAllTests(
  startTestServer({ environment: { MAX_INCOMING_BYTES: '1000000000', RATE_LIMITS: 'false' } }),
)
const origin = await server.app.listen({ port: 0, host: '127.0.0.1' })
const { headers } = await makePerson(server, 'Editor')
const target = { address: `${origin}/api`, headers }
const bytes = randomBytes(2_000_000)

const pathOf = (path: string) => server.deps.storage.resumable.pathOf(path.split('/').at(-1) as string)

interface Sending {
  readonly socket: Socket
  readonly answer: ReturnType<typeof readAnswer>
}

/** Announces all the rest, and sends some of it. */
async function begin({ address }: TusTarget, path: string, offset: number, count: number): Promise<Sending> {
  const socket = connect(Number(new URL(address).port), '127.0.0.1')
  socket.on('error', () => undefined)
  const told = {
    ...headers,
    host: 'x',
    connection: 'close',
    'tus-resumable': '1.0.0',
    'content-type': bytesType,
    'upload-offset': String(offset),
    'content-length': String(bytes.length - offset),
  }
  const lines = Object.entries(told).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.write(`PATCH /api${path} HTTP/1.1\r\n${lines.join('')}\r\n`)
  if (count > 0) await new Promise((sent) => socket.write(bytes.subarray(offset, offset + count), sent))
  else await once(socket, 'connect')
  const answer = readAnswer(socket)
  // Of one that is cut off there is none.
  answer.catch(() => undefined)
  return { socket, answer }
}

const writes = async (path: string) =>
  (await server.deps.db.connection.selectFrom('uploads').selectAll().execute()).some(
    ({ id, owner }) => path.endsWith(id) && owner !== null,
  )

it('The second of two that send at once is refused, and the first goes on', async () => {
  const path = await beginTus(target, bytes.length)
  const first = await begin(target, path, 0, 500_000)
  await untilTrue(() => writes(path))
  const second = await sendTus(target, path, 0, bytes)
  expect(second).toMatchObject({ status: 423, codes: ['UploadBusy'] })
  first.socket.write(bytes.subarray(500_000))
  expect(await first.answer).toMatchObject({ status: 204 })
  expect((await readFile(pathOf(path))).equals(bytes)).toBe(true)
})

it('A request that has fallen silent makes way for one that asks where to go on', async () => {
  const path = await beginTus(target, bytes.length)
  const dead = await begin(target, path, 0, 700_000)
  await untilTrue(() => writes(path))
  expect(await tusOffset(target, path)).toBe(700_000)
  expect(await dead.answer).toMatchObject({ status: 423, codes: ['UploadBusy'] })
  expect((await sendTus(target, path, 700_000, bytes.subarray(700_000))).status).toBe(204)
  expect((await readFile(pathOf(path))).equals(bytes)).toBe(true)
})

it('An upload that ends while bytes come is gone, and its sender is told', async () => {
  const path = await beginTus(target, bytes.length)
  const sending = await begin(target, path, 0, 1000)
  await untilTrue(() => writes(path))
  expect((await tus(target, 'DELETE', path)).status).toBe(204)
  expect(await sending.answer).toMatchObject({ status: 404, codes: ['NotFound'] })
  await expect(readFile(pathOf(path))).rejects.toMatchObject({ code: 'ENOENT' })
})

it('A server that stops keeps what has come, and tells the client to come again', async () => {
  const app = await buildApp(server.deps, { webFolder: null })
  const stopping = { address: `${await app.listen({ port: 0, host: '127.0.0.1' })}/api`, headers }
  const path = await beginTus(stopping, bytes.length)
  const sending = await begin(stopping, path, 0, 600_000)
  await untilTrue(async () => (await writes(path)) && (await sizeOf(path)) > 0)
  const [answer] = await Promise.all([sending.answer, app.close()])
  expect(answer).toMatchObject({ status: 503, codes: ['ServiceUnavailable'] })
  expect(await writes(path)).toBe(false)
  const offset = await tusOffset(target, path)
  expect(offset).toBeGreaterThan(0)
  expect((await sendTus(target, path, offset, bytes.subarray(offset))).status).toBe(204)
  expect((await readFile(pathOf(path))).equals(bytes)).toBe(true)
})

const sizeOf = (path: string) => server.deps.storage.resumable.sizeOf(path.split('/').at(-1) as string)

it('What a node has written that ended without saying so is found again', async () => {
  const path = await beginTus(target, bytes.length)
  const id = path.split('/').at(-1) as string
  const lost = await begin(target, path, 0, 600_000)
  await untilTrue(async () => (await sizeOf(path)) > 0)
  const { connection } = server.deps.db
  const { owner } = await connection
    .selectFrom('uploads')
    .select('owner')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const written = await sizeOf(path)
  // As it is after a kill: the row says nothing of these bytes.
  await connection
    .updateTable('uploads')
    .set({ owner: `${owner}-other` })
    .where('id', '=', id)
    .execute()
  lost.socket.destroy()
  server.time.now += 10_001
  await using node = await startNode(server)
  const fresh = { address: `${await node.app.listen({ port: 0, host: '127.0.0.1' })}/api`, headers }
  const offset = await tusOffset(fresh, path)
  expect(offset).toBeGreaterThanOrEqual(written)
  expect((await sendTus(fresh, path, offset, bytes.subarray(offset))).status).toBe(204)
  expect((await readFile(pathOf(path))).equals(bytes)).toBe(true)
})

it('A file arrives whole wherever its line is cut, and nothing that was acknowledged is lost', async () => {
  const cuts = fc.array(fc.tuple(fc.nat(800_000), fc.boolean(), fc.boolean()), { maxLength: 6 })
  await fc.assert(
    fc.asyncProperty(cuts, async (places) => {
      const path = await beginTus(target, bytes.length)
      let acknowledged = 0
      for (const [count, isReset, isAsked] of places) {
        const offset = await tusOffset(target, path)
        expect(offset).toBeGreaterThanOrEqual(acknowledged)
        acknowledged = offset
        if (offset === bytes.length) break
        const { socket } = await begin(target, path, offset, Math.min(count, bytes.length - offset - 1))
        if (isReset) socket.resetAndDestroy()
        else if (!isAsked) socket.destroy()
      }
      // A request that was cut off may begin to be read after the next one, so that clients ask again.
      for (let status = 0; status !== 204; ) {
        const offset = await tusOffset(target, path)
        expect(offset).toBeGreaterThanOrEqual(acknowledged)
        acknowledged = offset
        status = (await sendTus(target, path, offset, bytes.subarray(offset))).status
        expect([204, 409, 423]).toContain(status)
      }
      expect((await readFile(pathOf(path))).equals(bytes)).toBe(true)
      expect((await tus(target, 'DELETE', path)).status).toBe(204)
    }),
    { numRuns: 8 },
  )
})
