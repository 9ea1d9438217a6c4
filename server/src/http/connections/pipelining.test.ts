import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeEach, expect, it } from 'vitest'
import { buildApp } from '../../app.ts'
import { startTestServer } from '../../testing/server.ts'
import { openToEveryone } from '../guard/access.ts'
import { forAllTests } from '../../testing/for-all-tests.ts'

let begun: string[]
let endings: PromiseWithResolvers<void>[]
const server = await forAllTests(startTestServer())
const app = await buildApp(server.deps, { webFolder: null })
app.route<{ Params: { name: string }; Body: unknown }>({
  method: ['GET', 'POST'],
  url: '/task/:name',
  ...openToEveryone,
  handler: async ({ params, body }) => {
    begun.push(params.name)
    const ending = Promise.withResolvers<void>()
    endings.push(ending)
    await ending.promise
    return `<${params.name} ${JSON.stringify(body ?? null)}>`
  },
})
await app.listen({ port: 0, host: '127.0.0.1' })
afterAll(() => app.close())
beforeEach(() => {
  begun = []
  endings = []
})

function open(): Socket {
  return connect((app.server.address() as AddressInfo).port, '127.0.0.1')
}

const get = (name: string, more = '') => `GET /task/${name} HTTP/1.1\r\nHost: x\r\n${more}\r\n`
const xsrf = 'Cookie: XSRF-TOKEN=t\r\nX-XSRF-TOKEN: t\r\n'

function post(name: string, body: string, more = ''): string {
  const head = `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n${xsrf}${more}`
  return `POST /task/${name} HTTP/1.1\r\nHost: x\r\n${head}\r\n${body}`
}

async function expectBegun(...names: string[]): Promise<void> {
  await expect.poll(() => begun, { interval: 1 }).toEqual(names)
}

/** Once `a` is answered, the server goes on with others. */
async function expectNothingElseBegun(): Promise<void> {
  endings[0]?.resolve()
  const next = open()
  next.write(get('b', 'Connection: close\r\n'))
  await expectBegun('a', 'b')
  endings[1]?.resolve()
  expect(await text(next)).toContain('<b null>')
  expect(begun).toEqual(['a', 'b'])
}

it('of requests that come in one breath, each is begun when the one before it is answered', async () => {
  const client = open()
  client.write(
    [get('a'), post('b', '{"of":"b"}'), get('c'), post('d', '[4]', 'Connection: close\r\n')].join(''),
  )
  const heard = text(client)
  const names = ['a', 'b', 'c', 'd']
  for (const [at, ending] of names.entries()) {
    await expectBegun(...names.slice(0, at + 1))
    // Were more begun at once, they would be by now.
    await (await fetch(`http://127.0.0.1:${(app.server.address() as AddressInfo).port}/health/live`)).text()
    expect(begun, `while ${ending} is worked on`).toEqual(names.slice(0, at + 1))
    endings[at]?.resolve()
  }
  expect((await heard).match(/<.*?>/g)).toEqual(['<a null>', '<b {"of":"b"}>', '<c null>', '<d [4]>'])
})

it('other connections wait for nothing', async () => {
  const clients = [open(), open()]
  clients[0]?.write(get('a') + get('never'))
  await expectBegun('a')
  clients[1]?.write(get('b'))
  await expectBegun('a', 'b')
  for (const ending of endings) ending.resolve()
  await expectBegun('a', 'b', 'never')
  endings.at(-1)?.resolve()
  for (const client of clients) client.destroy()
})

it('what waits is never begun for a client that has gone', async () => {
  const accepted = once(app.server, 'connection') as Promise<[Socket]>
  const client = open()
  client.write(get('a') + get('never').repeat(50))
  const [socket] = await accepted
  await expectBegun('a')
  client.destroy()
  await once(socket, 'close')
  await expectNothingElseBegun()
})

it('who asks for a hundred ahead is answered them all', async () => {
  const client = open()
  const ahead = 100
  client.write(get('a') + get('b').repeat(ahead - 1) + get('b', 'Connection: close\r\n'))
  const heard = text(client)
  for (let at = 0; at <= ahead; at += 1) {
    await expectBegun('a', ...Array<string>(at).fill('b'))
    endings[at]?.resolve()
  }
  expect((await heard).match(/<b null>/g)).toHaveLength(ahead)
})

it('who asks for more loses the connection, and no more is begun for them', async () => {
  const client = open().on('error', () => undefined)
  client.write(get('a') + get('never').repeat(5_000))
  await expect.poll(() => client.closed).toBe(true)
  await expectBegun('a')
  await expectNothingElseBegun()
})
