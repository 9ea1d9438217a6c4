import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { Worker } from 'node:worker_threads'
import Fastify from 'fastify'
import { afterEach, expect, test } from 'vitest'
import { listen } from './listening.ts'

const app = Fastify()
app.get('/', () => 'hello')
let stop: () => unknown = () => undefined

afterEach(async () => {
  await stop()
})

/** Connects so many clients in a thread of its own, and counts in `connected`, while this thread may stand still. */
const clients = `
  const { workerData: { port, host, connected, wanted } } = require('node:worker_threads')
  const { connect } = require('node:net')
  for (let count = 0; count < wanted; count += 1)
    connect(port, host, () => { Atomics.add(connected, 0, 1); Atomics.notify(connected, 0) })
`

test('many connections that arrive during one long turn are taken within a few', async () => {
  const host = '127.0.0.1'
  await listen(app, { port: 0, host }, String)
  const { port } = app.server.address() as AddressInfo
  const wanted = 128
  const connected = new Int32Array(new SharedArrayBuffer(4))
  const worker = new Worker(clients, { eval: true, workerData: { port, host, connected, wanted } })
  stop = () => worker.terminate()
  await once(worker, 'online')
  const taken = new Set<Socket>()
  app.server.on('connection', (socket: Socket) => taken.add(socket))

  for (let count = 0; count < wanted; count = Atomics.load(connected, 0)) Atomics.wait(connected, 0, count)
  let turns = 0
  for (; taken.size < wanted; turns += 1) await new Promise((resolve) => setImmediate(resolve))

  expect(turns).toBeLessThan(process.platform === 'linux' ? wanted / 4 : wanted * 2)
})

test('each connection is answered, and none is taken after the end', async () => {
  const { port } = app.server.address() as AddressInfo
  const asked = Array.from({ length: 64 }, async () => {
    const response = await fetch(`http://127.0.0.1:${port}/`, { headers: { connection: 'close' } })
    return await response.text()
  })
  expect(await Promise.all(asked)).toEqual(Array.from({ length: 64 }, () => 'hello'))
  await app.close()
  const refused = connect(port, '127.0.0.1')
  const [error] = (await once(refused, 'error')) as [NodeJS.ErrnoException]
  expect(error.code).toBe('ECONNREFUSED')
})

test('an address that another server of ours has is refused', async () => {
  const first = Fastify()
  await listen(first, { port: 0, host: '127.0.0.1' }, String)
  stop = () => first.close()
  const { port } = first.server.address() as AddressInfo
  await expect(listen(Fastify(), { port, host: '127.0.0.1' }, String)).rejects.toThrow('EADDRINUSE')
})
