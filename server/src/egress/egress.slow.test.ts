import { Buffer } from 'node:buffer'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  answers,
  cut,
  dripping,
  drippingHead,
  file,
  type MadeUpInternet,
  madeUpCertificate,
  redirects,
  silent,
  startInternet,
} from '../testing/made-up-internet/internet.ts'
import { createEgress, type EgressLimits } from './create-egress.ts'
import { type Egress, EgressError, type EgressRequest } from './egress.ts'

const config = {
  publicUrl: 'https://audio.example.org',
  sourceNetworks: [],
  sourceProxy: '',
  sourceMaxBytes: 100_000,
}

let internet: MadeUpInternet
let egress: Egress

beforeEach(async () => {
  internet = await startInternet()
  egress = withLimits({})
})

afterEach(async () => {
  await egress.close()
  await internet[Symbol.asyncDispose]()
})

function withLimits(limits: Partial<EgressLimits>, own: Partial<typeof config> = {}): Egress {
  return createEgress({ ...config, ...own }, { limits, network: internet.network, ca: madeUpCertificate })
}

async function failureOf(request: EgressRequest, by = egress): Promise<string> {
  const failure = await by.fetch(request).then(
    () => null,
    (error: unknown) => error,
  )
  expect(failure).toBeInstanceOf(EgressError)
  return (failure as EgressError).code
}

const textOf = (bytes: Uint8Array) => Buffer.from(bytes).toString()

test('asks by a name that says whose server it is, and by nothing else', async () => {
  internet.host('a.example', { '/feed?x=1': answers(200, 'hello', { 'x-a': 'b' }) })
  const headers = { 'if-none-match': '"1"', cookie: 'a=b', referer: 'http://b', host: 'c', 'user-agent': 'd' }
  const {
    status,
    headers: answered,
    body,
    url,
  } = await egress.fetch({ url: 'http://a.example/feed?x=1', headers })
  expect({ status, url, body: textOf(body), of: answered['x-a'] }).toEqual({
    status: 200,
    url: 'http://a.example/feed?x=1',
    body: 'hello',
    of: 'b',
  })
  expect(internet.requests[0]?.headers).toEqual({
    host: 'a.example',
    connection: 'keep-alive',
    accept: '*/*',
    'accept-encoding': 'gzip, deflate, br',
    'user-agent': 'Earmark (+https://audio.example.org/)',
    'if-none-match': '"1"',
  })
})

test('leaves out validators that cannot be sent', async () => {
  internet.host('a.example', { '/': answers(200) })
  const headers = { 'if-none-match': '"\u4e2d"', 'if-modified-since': 'a\r\nb: c', accept: 'text/xml' }
  expect((await egress.fetch({ url: 'http://a.example/', headers })).status).toBe(200)
  const [asked] = internet.requests
  expect(asked?.headers).not.toHaveProperty('if-none-match')
  expect(asked?.headers).not.toHaveProperty('if-modified-since')
  expect(asked?.headers.accept).toBe('text/xml')
})

test('keeps the certificate that of the name', async () => {
  internet.host('a.made-up.example', { '/': answers(200, 'safe') })
  internet.host('elsewhere.example', { '/': answers(200, 'safe') })
  expect(textOf((await egress.fetch({ url: 'https://a.made-up.example/' })).body)).toBe('safe')
  expect(await failureOf({ url: 'https://elsewhere.example/' })).toBe('CertificateRefused')
  expect(
    await failureOf(
      { url: 'https://a.made-up.example/' },
      createEgress(config, { network: internet.network }),
    ),
  ).toBe('CertificateRefused')
})

describe('a redirect', () => {
  const chains: [name: string, statuses: number[], movedTo: string | null][] = [
    ['permanent', [301], 'http://b1.example/'],
    ['permanent throughout', [308, 301, 308], 'http://b3.example/'],
    ['temporary', [302], null],
    ['permanent, then temporary', [301, 307], null],
    ['temporary, then permanent', [303, 301], null],
    ['none', [], null],
  ]
  test.each(chains)('that is %s says where the feed has moved to', async (_name, statuses, movedTo) => {
    for (const [index, status] of statuses.entries())
      internet.host(`b${index}.example`, { '/': redirects(`http://b${index + 1}.example/#x`, status) })
    internet.host(`b${statuses.length}.example`, { '/': answers(200, 'here') })
    const answer = await egress.fetch({ url: 'http://b0.example/' })
    expect(answer).toMatchObject({ status: 200, url: `http://b${statuses.length}.example/`, movedTo })
    expect(answer.redirects.map(({ status }) => status)).toEqual(statuses)
  })

  test('from https to http is no move', async () => {
    internet.host('a.made-up.example', { '/': redirects('http://b.example/', 301) })
    internet.host('b.example', { '/': answers(200) })
    const answer = await egress.fetch({ url: 'https://a.made-up.example/' })
    expect(answer).toMatchObject({ url: 'http://b.example/', movedTo: null })
  })

  test('is followed five times', async () => {
    internet.host('a.example', ({ path }) => redirects(`/${Number(path.slice(1)) - 1}`))
    expect(await failureOf({ url: 'http://a.example/9' })).toBe('TooManyRedirects')
    expect(internet.requests).toHaveLength(6)
  })

  test('to nowhere is an answer', async () => {
    internet.host('a.example', { '/': answers(302), '/b': redirects('http://[') })
    expect((await egress.fetch({ url: 'http://a.example/' })).status).toBe(302)
    expect((await egress.fetch({ url: 'http://a.example/b' })).status).toBe(302)
  })

  test.each([
    ['UTF-8', '/h\u00f6he?\u2192'],
    ['Latin-1', '/h\u00f6he'],
  ])('leads where its host writes it in %s', async (encoding, to) => {
    const latin1 = answers(302, '', { location: to })
    internet.host('a.example', ({ path }) =>
      path === '/' ? (encoding === 'UTF-8' ? redirects(to) : latin1) : answers(200),
    )
    const answer = await egress.fetch({ url: 'http://a.example/' })
    expect([answer.status, answer.url]).toEqual([200, new URL(to, 'http://a.example').href])
  })

  test('takes credentials to no other origin', async () => {
    internet.host('a.example', { '/': redirects('/own'), '/own': redirects('http://b.example/') })
    internet.host('b.example', { '/': answers(200) })
    const credentials = { user: 'ü', password: 'p:w' }
    await egress.fetch({ url: 'http://a.example/', credentials, headers: { authorization: 'Bearer x' } })
    const basic = `Basic ${Buffer.from('ü:p:w').toString('base64')}`
    expect(internet.requests.map(({ headers }) => headers.authorization)).toEqual([basic, basic, undefined])
  })

  test('of an editor’s address with credentials tells none of them', async () => {
    internet.host('a.example', { '/': redirects('http://u:p@a.example/own'), '/own': answers(200) })
    const answer = await egress.fetch({ url: 'http://u:p@a.example/', isEditor: true })
    expect(JSON.stringify(answer)).not.toContain('u:p')
    expect(internet.requests.map(({ headers }) => headers.authorization)).toEqual(
      Array(2).fill(`Basic ${Buffer.from('u:p').toString('base64')}`),
    )
  })
})

describe('a body', () => {
  const text = 'feed '.repeat(1000)
  const codings: [string, Uint8Array | string][] = [
    ['identity', text],
    ['gzip', gzipSync(text)],
    ['x-gzip', gzipSync(text)],
    ['deflate', deflateSync(text)],
    ['deflate', deflateRawSync(text)],
    ['br', brotliCompressSync(text)],
    ['GZIP ', gzipSync(text)],
  ]
  test.each(codings)('of %s is decoded', async (coding, bytes) => {
    internet.host('a.example', { '/': answers(200, bytes, { 'content-encoding': coding }) })
    expect(textOf((await egress.fetch({ url: 'http://a.example/' })).body)).toBe(text)
  })

  const refused: [string, string, Uint8Array | string][] = [
    ['two codings', 'gzip, gzip', gzipSync(gzipSync(text))],
    ['a coding not asked for', 'zstd', 'x'],
    ['a broken coding', 'gzip', text],
    ['a coding that ends too early', 'br', brotliCompressSync(text).subarray(0, 10)],
  ]
  test.each(refused)('of %s is refused', async (_name, coding, bytes) => {
    internet.host('a.example', { '/': answers(200, bytes, { 'content-encoding': coding }) })
    expect(await failureOf({ url: 'http://a.example/' })).toBe('CodingRefused')
  })

  test('that is empty has no coding', async () => {
    internet.host('a.example', { '/': answers(200, '', { 'content-encoding': 'gzip' }) })
    expect((await egress.fetch({ url: 'http://a.example/' })).body).toHaveLength(0)
    expect((await egress.fetch({ url: 'http://a.example/', method: 'HEAD' })).status).toBe(200)
  })

  const bombs: [string, () => Uint8Array][] = [
    ['gzip', () => gzipSync(Buffer.alloc(64 * 1024 ** 2))],
    ['br', () => brotliCompressSync(Buffer.alloc(64 * 1024 ** 2))],
    ['deflate', () => deflateSync(Buffer.alloc(64 * 1024 ** 2))],
    ['identity', () => Buffer.alloc(100_001)],
  ]
  test.each(bombs)('of %s beyond the limit is cut off', async (coding, bytes) => {
    internet.host('a.example', { '/': answers(200, bytes(), { 'content-encoding': coding }) })
    const before = process.memoryUsage().arrayBuffers
    expect(await failureOf({ url: 'http://a.example/' })).toBe('TooLarge')
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(48 * 1024 ** 2)
  })

  test('is bounded on the wire, too', async () => {
    internet.host('a.example', { '/': answers(200, Buffer.alloc(60_000)) })
    expect(await failureOf({ url: 'http://a.example/', maxWireBytes: 50_000 })).toBe('TooLarge')
    expect(await failureOf({ url: 'http://a.example/', maxDecodedBytes: 50_000 })).toBe('TooLarge')
  })

  test('that ends before its length is no answer', async () => {
    internet.host('a.example', { '/': cut('half') })
    expect(await failureOf({ url: 'http://a.example/' })).toBe('NoAnswer')
  })
})

describe('who is slow', () => {
  const slow: [string, Partial<EgressLimits>, string][] = [
    ['never answers', { connectMs: 20, headersMs: 30 }, '/silent'],
    ['drips its head', { connectMs: 20, headersMs: 60 }, '/head'],
    ['pauses in its body', { idleMs: 50 }, '/paused'],
    ['drips its body', { totalMs: 150 }, '/body'],
  ]
  test.each(slow)('and %s is given up', async (_name, limits, path) => {
    const impatient = withLimits(limits)
    const site = {
      '/silent': silent,
      '/head': drippingHead(5),
      '/body': dripping(5),
      '/paused': dripping(1e6),
    }
    internet.host('a.example', site)
    expect(await failureOf({ url: `http://a.example${path}` }, impatient)).toBe('TooSlow')
    await impatient.close()
  })

  test('is left at once by who leaves', async () => {
    internet.host('a.example', { '/': silent })
    const leaving = new AbortController()
    const asked = egress.fetch({ url: 'http://a.example/', signal: leaving.signal })
    await expect.poll(() => internet.requests.length).toBe(1)
    leaving.abort(new Error('gone'))
    await expect(asked).rejects.toThrow('gone')
  })
})

test('says what is away', async () => {
  internet.host('a.example', {})
  internet.cutOff('a.example')
  expect(await failureOf({ url: 'http://a.example/' })).toBe('NoAnswer')
  expect(await failureOf({ url: 'http://unknown.example/' })).toBe('NameNotFound')
})

test('goes on to the next address of a name', async () => {
  internet.host('a.example', { '/': answers(200, 'second') })
  const [address = ''] = await internet.network.lookup('a.example')
  internet.resolve('a.example', ['93.184.0.1', address])
  expect(textOf((await egress.fetch({ url: 'http://a.example/' })).body)).toBe('second')
})

test('refuses what is no HTTP, and a head without an end', async () => {
  const odd = createServer().on('connection', (socket) => socket.end('SSH-2.0-OpenSSH\r\n'))
  const long = createServer((_request, response) => response.writeHead(200, { x: 'a'.repeat(70_000) }).end())
  for (const [server, code] of [
    [odd, 'NoAnswer'],
    [long, 'TooLarge'],
  ] as const) {
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const dial = () => connect((server.address() as AddressInfo).port, '127.0.0.1')
    const there = createEgress(config, { network: { dial, lookup: () => Promise.resolve(['1.1.1.1']) } })
    expect(await failureOf({ url: 'http://a.example/' }, there)).toBe(code)
    await there.close()
    server.closeAllConnections()
    server.close()
  }
})

describe('a stream', () => {
  const sound = Buffer.from(Array.from({ length: 5000 }, (_, index) => index % 251))

  test('passes the range on as it is', async () => {
    internet.host('a.example', { '/a.mp3': file(sound) })
    const headers = { range: 'bytes=1000-1999', 'if-range': '"f5000"' }
    const {
      status,
      headers: answered,
      body,
    } = await egress.stream({ url: 'http://a.example/a.mp3', headers })
    expect({ status, range: answered['content-range'] }).toEqual({
      status: 206,
      range: 'bytes 1000-1999/5000',
    })
    expect(Buffer.concat(await body.toArray())).toEqual(sound.subarray(1000, 2000))
    expect(internet.requests[0]?.headers['accept-encoding']).toBe('identity')
  })

  test('in a coding that nobody knows is refused, and its connection ends', async () => {
    let closed = Promise.withResolvers<void>()
    internet.host('a.example', {
      '/': (_asked, response) => {
        response.once('close', () => closed.resolve())
        response.writeHead(200, { 'content-encoding': 'zstd' }).write('a')
      },
    })
    const patient = withLimits({ idleMs: 600_000, totalMs: 600_000 })
    for (const how of ['stream', 'fetch'] as const) {
      closed = Promise.withResolvers<void>()
      await expect(patient[how]({ url: 'http://a.example/' })).rejects.toMatchObject({
        code: 'CodingRefused',
      })
      await closed.promise
    }
    await patient.close()
  })

  test('that is encoded nevertheless is refused', async () => {
    internet.host('a.example', { '/': answers(200, gzipSync('a'), { 'content-encoding': 'gzip' }) })
    await expect(egress.stream({ url: 'http://a.example/' })).rejects.toMatchObject({ code: 'CodingRefused' })
  })

  test('has no end of time while its reader pauses', async () => {
    const patient = withLimits({ totalMs: 30, idleMs: 2000 })
    internet.host('a.example', { '/': answers(200, Buffer.alloc(3 * 1024 ** 2)) })
    const { body } = await patient.stream({ url: 'http://a.example/' })
    let bytes = 0
    for await (const chunk of body) bytes += (chunk as Buffer).length
    expect(bytes).toBe(3 * 1024 ** 2)
    await patient.close()
  })

  test('ends with the signal of its reader', async () => {
    internet.host('a.example', { '/': dripping(5) })
    const leaving = new AbortController()
    const { body } = await egress.stream({ url: 'http://a.example/', signal: leaving.signal })
    const ending = body.toArray()
    leaving.abort(new Error('gone'))
    await expect(ending).rejects.toThrow('gone')
    expect(body.destroyed).toBe(true)
  })

  test('posts a body, and follows no redirect with it', async () => {
    internet.host('a.example', { '/': redirects('/b'), '/b': answers(200) })
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const answer = await egress.fetch({
      url: 'http://a.example/',
      method: 'POST',
      body: 'hub.mode=publish',
      headers,
    })
    expect(answer.status).toBe(302)
    expect(internet.requests).toMatchObject([{ method: 'POST' }])
  })
})

describe('behind a proxy', () => {
  test('names are resolved and checked here, and certificates are the host’s', async () => {
    const asked: string[] = []
    const proxy = createServer()
    proxy.on('connect', (request, socket, head) => {
      asked.push(`${request.url} ${request.headers['proxy-authorization']}`)
      const [, address = '', port = ''] = /^(.*):(\d+)$/.exec(request.url ?? '') ?? []
      const onward = internet.network.dial(address, Number(port))
      socket.write('HTTP/1.1 200 OK\r\n\r\n')
      onward.write(head)
      socket
        .on('error', () => undefined)
        .pipe(onward.on('error', () => undefined))
        .pipe(socket)
    })
    proxy.listen(0, '127.0.0.1')
    await once(proxy, 'listening')
    const { port } = proxy.address() as AddressInfo
    const network = { ...internet.network, dial: () => connect(port, '127.0.0.1') }
    const own = { ...config, sourceProxy: `http://u:p@proxy.example:3128` }
    const proxied = createEgress(own, { network, ca: madeUpCertificate })
    internet.host('a.made-up.example', { '/': answers(200, 'through') })
    internet.resolve('own.example', ['10.0.0.1'])
    for (const scheme of ['http', 'https'])
      expect(textOf((await proxied.fetch({ url: `${scheme}://a.made-up.example/` })).body)).toBe('through')
    expect(await failureOf({ url: 'http://own.example/' }, proxied)).toBe('NetworkRefused')
    const basic = `Basic ${Buffer.from('u:p').toString('base64')}`
    expect(asked).toEqual([`93.184.1.1:80 ${basic}`, `93.184.1.1:443 ${basic}`])
    await proxied.close()
    proxy.closeAllConnections()
    proxy.close()
  })

  test('that refuses there is no answer', async () => {
    const proxy = createServer().on(
      'connect',
      (_request, socket) => void socket.end('HTTP/1.1 403 No\r\n\r\n'),
    )
    proxy.listen(0, '127.0.0.1')
    await once(proxy, 'listening')
    const { port } = proxy.address() as AddressInfo
    const network = { ...internet.network, dial: () => connect(port, '127.0.0.1') }
    const proxied = createEgress({ ...config, sourceProxy: 'http://proxy.example' }, { network })
    internet.host('a.example', {})
    expect(await failureOf({ url: 'http://a.example/' }, proxied)).toBe('NoAnswer')
    await proxied.close()
    proxy.closeAllConnections()
    proxy.close()
  })
})
