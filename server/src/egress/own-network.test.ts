import { once } from 'node:events'
import { type AddressInfo, connect, createServer } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { answers, redirects, send } from '../testing/made-up-internet/internet.ts'
import { createServer as createHttpServer } from 'node:http'
import { networkRule } from './address-rules.ts'
import { createEgress } from './create-egress.ts'
import { type Egress, EgressError } from './egress.ts'
import { ownAddresses, ownHosts, publicAddresses, refusedForms } from './fixtures/own-addresses.ts'

/** The canary listens where every connection leads that is not to the one public host: none may come. */

const config = {
  publicUrl: 'https://audio.example.org',
  sourceNetworks: [],
  sourceProxy: '',
  sourceMaxBytes: 1024 ** 2,
}
const publicAddress = '93.184.1.1'
let reached = 0
let lookups = 0
let redirectTo = ''
const canary = createServer((socket) => {
  reached += 1
  socket.on('error', () => undefined).end('HTTP/1.1 200 OK\r\ncontent-length: 6\r\n\r\ncanary')
})
const publicHost = createHttpServer((_request, response) => {
  const asked = { path: '/', method: 'GET', headers: {}, now: 0 }
  send(redirectTo ? redirects(redirectTo, 307) : answers(200, 'public'), asked, response)
})
const names = new Map<string, (nth: number) => readonly string[]>()
let egress: Egress
let withSystem: Egress

const portOf = (server: { address(): unknown }) => (server.address() as AddressInfo).port

beforeAll(async () => {
  canary.listen(0, '::')
  publicHost.listen(0, '127.0.0.1')
  await Promise.all([once(canary, 'listening'), once(publicHost, 'listening')])
  const dial = (address: string) =>
    connect(address === publicAddress ? portOf(publicHost) : portOf(canary), '127.0.0.1')
  const lookup = (name: string) => Promise.resolve(names.get(name)?.(lookups++) ?? ['127.0.0.1'])
  egress = createEgress(config, { network: { dial, lookup } })
  withSystem = createEgress(config)
})

beforeEach(() => {
  reached = 0
  lookups = 0
  redirectTo = ''
  names.clear()
  names.set('public.example', () => [publicAddress])
})

afterAll(async () => {
  await Promise.all([egress.close(), withSystem.close()])
  publicHost.closeAllConnections()
  publicHost.close()
  canary.close()
})

const refused = ['AddressRefused', 'NetworkRefused', 'NameNotFound']

async function expectRefusal(url: string, by = egress, isEditor = true): Promise<void> {
  for (const method of ['fetch', 'stream'] as const) {
    const failure = await by[method]({ url, isEditor }).catch((error: unknown) => error)
    expect({ url, failure: failure instanceof EgressError && refused.includes(failure.code) }).toEqual({
      url,
      failure: true,
    })
  }
  expect(reached).toBe(0)
}

test('has at least sixty forms', () => {
  expect(ownHosts.length + ownAddresses.length).toBeGreaterThanOrEqual(60)
})

test.each(ownHosts)('does not reach %s', async (host) => {
  await expectRefusal(`http://${host}/feed.xml`)
  await expectRefusal(`https://${host}/feed.xml`)
  await expectRefusal(`http://${host}:${portOf(canary)}/feed.xml`)
})

test.each(ownHosts)('does not reach %s through this machine’s own look-up', async (host) => {
  await expectRefusal(`http://${host}:${portOf(canary)}/feed.xml`, withSystem)
})

test.each(ownHosts)('does not follow a redirect to %s', async (host) => {
  redirectTo = `http://${host}/`
  const answer = await egress.fetch({ url: 'http://public.example/' }).catch((error: unknown) => error)
  expect(
    answer instanceof EgressError
      ? refused.includes(answer.code)
      : (answer as { status: number }).status === 307,
  ).toBe(true)
  expect(reached).toBe(0)
})

test.each(ownAddresses)('does not connect to a name at %s, alone or among public ones', async (address) => {
  names.set('alone.example', () => [address])
  names.set('last.example', () => [publicAddress, address])
  names.set('first.example', () => [address, publicAddress])
  for (const name of ['alone', 'last', 'first']) await expectRefusal(`http://${name}.example/`)
})

test.each(ownAddresses)(
  'connects to what was checked where a second look-up would say %s',
  async (address) => {
    const name = `rebinding-${ownAddresses.indexOf(address)}.example`
    names.set(name, (nth) => [nth === 0 ? publicAddress : address])
    const answer = await egress.fetch({ url: `http://${name}/` })
    expect(Buffer.from(answer.body).toString()).toBe('public')
    expect({ reached, lookups }).toEqual({ reached: 0, lookups: 1 })
    await expectRefusal(`https://${name}/`)
  },
)

test('checks a redirect to the same name anew when it is another connection', async () => {
  names.set('turning.example', (nth) => [nth === 0 ? publicAddress : '10.0.0.1'])
  redirectTo = 'https://turning.example/'
  await expectRefusal('http://turning.example/')
})

test.each(refusedForms)('refuses "%s" of a listener before its name is looked up', async (url) => {
  await expectRefusal(url, egress, false)
  expect(lookups).toBe(0)
})

test.each([21, 22, 25, 1023])('does not fetch from port %i for editors either', async (port) => {
  await expectRefusal(`http://public.example:${port}/`)
})

test('reaches what is public, and own networks that a setting names', async () => {
  const isPublic = networkRule([])
  expect(publicAddresses.filter((address) => !isPublic(address))).toEqual([])
  const isAllowed = networkRule(['192.168.1.0/24', 'fd00::/8'])
  const asked = ['192.168.1.7', '::ffff:192.168.1.7', 'fd00::7', '192.168.2.7', 'fc00::7', '127.0.0.1']
  expect(asked.map(isAllowed)).toEqual([true, true, true, false, false, false])
  const answer = await egress.fetch({ url: 'http://public.example/' })
  expect(Buffer.from(answer.body).toString()).toBe('public')
})
