import { once } from 'node:events'
import { type ClientRequest, type IncomingMessage, request } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { Worker } from 'node:worker_threads'
import Fastify from 'fastify'
import { afterEach, expect, test } from 'vitest'
import { listen } from './listening.ts'

const app = Fastify()
const release = Promise.withResolvers<string>()
app.get('/', () => 'hello')
app.get('/slow', () => release.promise)
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

const portOf = () => (app.server.address() as AddressInfo).port
const ask = (path: string) => request({ port: portOf(), path, agent: false }).end()

async function answerTo(asked: ClientRequest): Promise<string> {
  const [response] = (await once(asked, 'response')) as [IncomingMessage]
  return await text(response)
}

/** A request whose connection the first socket has not taken. */
async function askBeside(path: string): Promise<ClientRequest> {
  for (;;) {
    const arrived = once(app.server, 'request')
    const asked = ask(path)
    const [{ socket }] = (await arrived) as [IncomingMessage]
    if ((await promisify(app.server.getConnections.bind(app.server))()) === 0) return asked
    asked.once('error', () => undefined).destroy()
    await once(socket, 'close')
  }
}

test('an end waits for what is asked for on any socket, and nothing is taken after it', async () => {
  const answers = Array.from({ length: 64 }, () => answerTo(ask('/')))
  expect(new Set(await Promise.all(answers))).toEqual(new Set(['hello']))
  const port = portOf()
  const slow = await askBeside('/slow')
  let isClosed = false
  const closing = app.close().then(() => (isClosed = true))
  while (!(await isRefused(port))) continue
  expect(isClosed).toBe(false)
  release.resolve('at last')
  expect(await answerTo(slow)).toBe('at last')
  await closing
})

async function isRefused(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1')
  const wasRefused = await once(socket, 'connect').then(
    () => false,
    (error: NodeJS.ErrnoException) => error.code === 'ECONNREFUSED',
  )
  socket.destroy()
  return wasRefused
}

test('an address that another server of ours has is refused', async () => {
  const first = Fastify()
  await listen(first, { port: 0, host: '127.0.0.1' }, String)
  stop = () => first.close()
  const { port } = first.server.address() as AddressInfo
  await expect(listen(Fastify(), { port, host: '127.0.0.1' }, String)).rejects.toThrow('EADDRINUSE')
})
