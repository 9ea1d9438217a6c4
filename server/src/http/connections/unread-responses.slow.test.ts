import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { beforeEach, expect, it } from 'vitest'
import { buildApp } from '../../app.ts'
import { makeAudioBook } from '../../testing/records.ts'
import { startTestServer } from '../../testing/server.ts'
import { timeLimits } from './limits.ts'
import { openToEveryone } from '../guard/access.ts'
import { forAllTests } from '../../testing/for-all-tests.ts'

let finishWork: () => void
let work: Promise<void>
const server = await forAllTests(startTestServer())
beforeEach(() => {
  ;({ promise: work, resolve: finishWork } = Promise.withResolvers<void>())
})

/** More than the sockets of both sides hold. */
const largeBytes = 48 * 1024 ** 2

async function listen(unreadMs: number): Promise<FastifyInstance & AsyncDisposable> {
  const times = { ...timeLimits, unreadMs, checkMs: 5 }
  const app = await buildApp(server.deps, { webFolder: null, times })
  app.get('/large', openToEveryone, async () => 'x'.repeat(largeBytes))
  app.get('/work', openToEveryone, async () => await work.then(() => 'done'))
  await app.listen({ port: 0, host: '127.0.0.1' })
  return Object.assign(app, { [Symbol.asyncDispose]: () => app.close() })
}

/** Both ends of a new connection. */
async function open(app: FastifyInstance): Promise<[client: Socket, accepted: Socket]> {
  const accepted = once(app.server, 'connection') as Promise<[Socket]>
  const client = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
  return [client, (await accepted)[0]]
}

const ask = (path: string) => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`

/** Waits until an answer that ends so has come, and tells its status. */
async function hear(client: Socket, ending: string): Promise<string | undefined> {
  let heard = ''
  for await (const chunk of client.iterator({ destroyOnReturn: false })) {
    heard += (chunk as Buffer).toString('latin1')
    if (heard.endsWith(ending)) return [...heard.matchAll(/HTTP\/1\.1 (\d+) /g)].at(-1)?.[1]
  }
  throw new Error('The connection has been closed.')
}

it.each([
  ['that are large', '/large', 1],
  ['that are kept', '/api/audio-books/:id', 48],
])('answers %s and that nobody reads end, and nothing else does', async (_, path, times) => {
  await using app = await listen(100)
  const id = await makeAudioBook(server, { name: 'Long', description: 'x'.repeat(1024 ** 2) })
  const [resting] = await open(app)
  resting.write(ask('/health/live'))
  await hear(resting, '}')
  const [waiting] = await open(app)
  waiting.write(ask('/work'))
  const [stuck, accepted] = await open(app)
  stuck.pause().on('error', () => undefined)
  stuck.write(ask(path.replace(':id', String(id))).repeat(times))
  await once(accepted, 'close')
  finishWork()
  expect(await hear(waiting, 'done')).toBe('200')
  resting.write(ask('/health/live'))
  expect(await hear(resting, '}')).toBe('200')
  for (const client of [resting, waiting, stuck]) client.destroy()
})

const patience = { timeout: 20_000 }

it('who has read all at last may wait for the next answer as long as it takes', async () => {
  await using app = await listen(60_000)
  const [client, accepted] = await open(app)
  client.pause()
  client.write(ask('/large') + ask('/work'))
  await expect.poll(() => accepted.timeout, patience).toBe(60_000)
  client.resume()
  await expect.poll(() => accepted.timeout, patience).toBe(0)
  finishWork()
  expect(await hear(client, 'done')).toBe('200')
  client.destroy()
})
