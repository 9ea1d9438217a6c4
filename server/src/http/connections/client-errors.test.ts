import { EventEmitter, once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { setImmediate } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { afterAll, describe, expect, it } from 'vitest'
import { buildApp } from '../../app.ts'
import { startTestServer } from '../../testing/server.ts'
import { timeLimits } from './limits.ts'
import { openToEveryone } from '../guard/access.ts'
import { forAllTests } from '../../testing/for-all-tests.ts'

/** The same server, which soon has enough of who is late. */
const server = await forAllTests(startTestServer())
const app = await buildApp(server.deps, { webFolder: null })
app.post('/read', openToEveryone, async (request) => request.body)
const port = await listen(app)
const hasty = await buildApp(server.deps, {
  webFolder: null,
  times: { ...timeLimits, headersMs: 300, bodyMs: 300, checkMs: 50 },
})
hasty.post('/read', openToEveryone, async (request) => request.body)
await listen(hasty)
afterAll(async () => {
  await Promise.all([app.close(), hasty.close()])
})

async function listen(on: FastifyInstance): Promise<number> {
  await on.listen({ port: 0, host: '127.0.0.1' })
  return portOf(on)
}

function portOf(on: FastifyInstance): number {
  return (on.server.address() as AddressInfo).port
}

/** All that the server says until it closes the connection. */
async function say(message: string | Buffer, to = port): Promise<string> {
  const socket = connect(to, '127.0.0.1')
  socket.write(message)
  const chunks: Buffer[] = []
  socket.on('data', (chunk) => chunks.push(chunk))
  await once(socket, 'close')
  return Buffer.concat(chunks).toString()
}

/** With a body in chunks, whatever it says of it. */
const coded = (codings: string) =>
  `POST /read HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nTransfer-Encoding: ${codings}\r\n\r\n2\r\n{}\r\n0\r\n\r\n`

function expectRefusal(answer: string, status: number, code: string): void {
  const [head = '', body = ''] = answer.split('\r\n\r\n')
  expect(head).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
  expect(head).toMatch(/\r\ncontent-type: application\/json; charset=utf-8\r\n/i)
  expect(head).toMatch(/\r\nconnection: close/i)
  expect(head).toMatch(/\r\nx-content-type-options: nosniff/i)
  expect(JSON.parse(body)).toEqual([{ code, description: expect.stringMatching(/\.$/) }])
}

describe('what is not HTTP', () => {
  it.each([
    ['no request line', 'hello\r\n\r\n'],
    ['an unknown method', 'BREW /pot HTTP/1.1\r\nHost: x\r\n\r\n'],
    ['NUL in the address', 'GET /\0 HTTP/1.1\r\nHost: x\r\n\r\n'],
    ['letters beyond ASCII in the address', 'GET /\u00e9 HTTP/1.1\r\nHost: x\r\n\r\n'],
    ['two lengths', 'POST /api/x HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\na'],
    ['no host', 'GET /api/creators HTTP/1.1\r\n\r\n'],
    ['two hosts', 'GET /api/creators HTTP/1.1\r\nHost: x\r\nhost: x\r\n\r\n'],
    ['a length beside chunks', coded('chunked\r\nContent-Length: 12')],
    ...[
      'gzip, chunked',
      'GZIP ,\tchunked',
      'identity, chunked',
      'gzip\r\nTransfer-Encoding: chunked',
      ', chunked',
      'gzip',
      'identity',
      'chunked, gzip',
      'chunked, chunked',
      'chunked;q=1',
      'xchunked',
      '',
    ].map((codings): [string, string] => [`the transfer coding “${codings}”`, coded(codings)]),
  ])('is answered with the error array: %s', async (_what, message) => {
    expectRefusal(await say(message), 400, 'BadRequest')
  })

  it('is refused with the headers that are too large', async () => {
    const message = `GET / HTTP/1.1\r\nHost: x\r\nX-Long: ${'x'.repeat(20_000)}\r\n\r\n`
    expectRefusal(await say(message), 431, 'HeadersTooLarge')
  })

  it('is answered after the requests before it', async () => {
    const answer = await say('GET /health/live HTTP/1.1\r\nHost: x\r\n\r\nhello\r\n\r\n')
    expect(answer.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 400'])
    expectRefusal(answer.slice(answer.lastIndexOf('HTTP/1.1')), 400, 'BadRequest')
  })

  it('gets no second answer as the rest of a request', async () => {
    const head = 'POST /api/nothing HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n'
    const socket = connect(port, '127.0.0.1')
    const said: string[] = []
    socket.on('data', (chunk) => said.push(String(chunk)))
    socket.write(head)
    await once(socket, 'data')
    socket.write('no length\r\n')
    await once(socket, 'close')
    expect(said.join('').match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 404'])
  })

  it('is let go without a word by a client that says nothing', async () => {
    expect(await say('', portOf(hasty))).toBe('')
  })
})

describe('a request', () => {
  it('may come without a host from before there was one', async () => {
    expect(await say('GET /health/live HTTP/1.0\r\n\r\n')).toMatch(/^HTTP\/1\.1 200 /)
  })

  it.each(['chunked', 'Chunked'])('may come in chunks, with “%s”', async (coding) => {
    const [head = '', body = ''] = coded(coding).split('\r\n\r\n2')
    expect(await say(`${head}\r\nConnection: close\r\n\r\n2${body}`)).toMatch(/^HTTP\/1\.1 200 /)
  })

  it('whose expectation nobody knows is refused', async () => {
    const message = 'GET /api/creators HTTP/1.1\r\nHost: x\r\nExpect: foo\r\n\r\n'
    expectRefusal(await say(message), 417, 'ExpectationFailed')
  })

  it('whose headers do not end in time is refused', async () => {
    expectRefusal(await say('GET / HTTP/1.1\r\nHost: x\r\nX-Slow: ', portOf(hasty)), 408, 'RequestTimeout')
  })

  it('whose body does not end is answered at once where nobody wants it, and cut', async () => {
    const message = 'POST /api/nothing HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{'
    expect((await say(message, portOf(hasty))).match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 404'])
  })

  it('whose body does not end in time, or breaks, is refused where it is read', async () => {
    const head =
      'POST /read HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n'
    expectRefusal(await say(`${head}{`, portOf(hasty)), 408, 'RequestTimeout')
    expect(await say(`${head}{"a": 12}GET / HTTP/1.0\r\n\r\n`)).toMatch(/^HTTP\/1\.1 200 .*\{"a":12\}/s)
    const broken =
      'POST /read HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked'
    expectRefusal(await say(`${broken}\r\n\r\nno length\r\n`), 400, 'BadRequest')
  })

  it('that comes while the server stops is told so', async () => {
    const stopping = await startStopping()
    const [late, received] = await stopping.open('GET /api/creators HTTP/1.1\r\n')
    while (received.bytesRead === 0) await setImmediate()
    const slow = await stopping.begin('GET /slow')
    const closed = stopping.stop()
    await stopping.isStopping
    late.write('Host: x\r\n\r\n')
    expectRefusal(await text(late), 503, 'ServiceUnavailable')
    stopping.end()
    await Promise.all([text(slow), closed])
  })
})

describe('a server that stops', () => {
  it('says so in the answers that are to come, and keeps no connection', async () => {
    const stopping = await startStopping()
    const [unused] = await stopping.open('')
    const slow = await stopping.begin('GET /slow')
    const stream = await stopping.begin('GET /stream')
    const closed = stopping.stop()
    expect(await text(unused)).toBe('')
    stopping.end()
    expect(await text(slow)).toMatch(/^HTTP\/1\.1 200 .*\r\nConnection: close\r\n.*done$/is)
    expect(await text(stream)).toMatch(/^HTTP\/1\.1 200 .*done/s)
    await closed
  })
})

/** With two requests that last: one that is not answered yet, and one that is being answered. */
async function startStopping() {
  const stopping = await buildApp(server.deps, { webFolder: null })
  const begun = new EventEmitter()
  const mayEnd = Promise.withResolvers<void>()
  const isStopping = Promise.withResolvers<void>()
  stopping.get('/slow', openToEveryone, async () => {
    begun.emit('GET /slow')
    await mayEnd.promise
    return 'done'
  })
  stopping.get('/stream', openToEveryone, async (_request, reply) => {
    reply.hijack()
    reply.raw.writeHead(200).flushHeaders()
    begun.emit('GET /stream')
    await mayEnd.promise
    reply.raw.end('done')
  })
  stopping.addHook('preClose', async () => isStopping.resolve())
  await stopping.listen({ port: 0, host: '127.0.0.1' })
  const { port: stoppingPort } = stopping.server.address() as AddressInfo
  const open = async (said: string) => {
    const arrived = once(stopping.server, 'connection')
    const socket = connect(stoppingPort, '127.0.0.1')
    socket.write(said)
    return [socket, ((await arrived) as [Socket])[0]] as const
  }
  return {
    open,
    begin: async (line: string) => {
      const hasBegun = once(begun, line)
      const [socket] = await open(`${line} HTTP/1.1\r\nHost: x\r\n\r\n`)
      await hasBegun
      return socket
    },
    isStopping: isStopping.promise,
    stop: () => stopping.close(),
    end: () => mayEnd.resolve(),
  }
}
