import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { join } from 'node:path'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { registerErrorHandler } from '../../http/responses/error-handler.ts'
import { openFilesIn } from '../../testing/process-state.ts'
import { startS3Store } from '../../testing/s3-store.ts'
import { startTestServer, type TestServer } from '../../testing/server.ts'
import { deleteMedia, insertMedia } from '../media.queries.ts'
import { registerMedia } from './media.routes.ts'
import { makeMediaKey, mediaUrl } from '../content-type.ts'
import { forAllTests } from '../../testing/for-all-tests.ts'
import { storeSound } from '../../testing/records.ts'
import { apiHeaders } from '../../http/responses/security-headers.ts'

const bytes = randomBytes(3_000_000)
const size = bytes.length

let server: TestServer
let address: string
let url: string
let etag: string
const store = await forAllTests(startS3Store())

async function serve(environment: Readonly<Record<string, string>>): Promise<void> {
  server = await startTestServer({ environment })
  address = await server.app.listen({ port: 0, host: '127.0.0.1' })
  url = (await addMedium(bytes)).url
  etag = (await get({ method: 'HEAD' })).headers.etag as string
}

async function addMedium(
  content: Uint8Array,
  statedBytes = content.length,
): Promise<{ id: number; url: string; sha256: string }> {
  const stored = await storeSound(server, content)
  const media = { ...stored, sizeBytes: statedBytes }
  const { id, key } = await insertMedia(server.deps.db.connection, media)
  return { id, url: mediaUrl(key, 'audio/mpeg'), sha256: stored.sha256 }
}

interface Answer {
  status: number
  headers: IncomingMessage['headers']
  body: Buffer
}

/** Plain HTTP, as fetch would neither send every header nor leave the bytes alone. */
async function get(
  options: { path?: string; method?: string; headers?: Record<string, string> } = {},
): Promise<Answer> {
  const { path = url, method = 'GET', headers = {} } = options
  const sent = request(new URL(path, address), { method, headers, agent: false }).end()
  const [response] = (await once(sent, 'response')) as [IncomingMessage]
  const chunks: Buffer[] = []
  for await (const chunk of response) chunks.push(chunk as Buffer)
  return { status: response.statusCode as number, headers: response.headers, body: Buffer.concat(chunks) }
}

function expectError(answer: Answer, status: number, code: string): void {
  expect(answer.status).toBe(status)
  expect(JSON.parse(answer.body.toString())).toEqual([{ code, description: expect.any(String) }])
  expect(answer.headers['cache-control']).toBe('no-store')
}

describe.each([
  ['on the disk', () => ({})],
  ['in a bucket', () => store.settings],
] as [string, () => Readonly<Record<string, string>>][])('%s', (_where, environment) => {
  beforeAll(async () => await serve(environment()))
  afterAll(async () => await server[Symbol.asyncDispose]())

  describe('a medium', () => {
    it('is answered whole, immutable, and harmless when opened', async () => {
      const answer = await get()
      expect(answer.status).toBe(200)
      expect(answer.body.equals(bytes)).toBe(true)
      expect(answer.headers).toMatchObject({
        'content-type': 'audio/mpeg',
        'content-length': String(size),
        'cache-control': 'public, max-age=31536000, immutable',
        'accept-ranges': 'bytes',
        etag: expect.stringMatching(/^"[0-9a-f]{64}"$/),
        'last-modified': 'Thu, 01 Jan 2026 00:00:00 GMT',
        'x-content-type-options': 'nosniff',
        'content-security-policy': "default-src 'none'; sandbox",
        'cross-origin-resource-policy': 'cross-origin',
        'access-control-allow-origin': '*',
      })
      expect(answer.headers['transfer-encoding']).toBeUndefined()
    })

    it('tells everything but its bytes to HEAD, which knows no ranges (RFC 9110, 14.2)', async () => {
      const [whole, head] = await Promise.all([
        get(),
        get({ method: 'HEAD', headers: { range: 'bytes=0-9' } }),
      ])
      expect(head.status).toBe(200)
      expect(head.body).toHaveLength(0)
      expect({ ...head.headers, date: '' }).toEqual({ ...whole.headers, date: '' })
    })

    it.each(['GET', 'HEAD'])('is not found where its file is missing: %s', async (method) => {
      const { url: path, sha256 } = await addMedium(randomBytes(1_000))
      expect((await get({ path, method })).status).toBe(200)
      await server.deps.storage.remove(sha256)
      const answer = await get({ path, method })
      expect(answer.status).toBe(404)
      expect(answer.headers['cache-control']).toBe('no-store')
    })

    it('has an address for each record, even for the same bytes', async () => {
      const [one, other] = [await addMedium(bytes), await addMedium(bytes)]
      expect(one.url).not.toBe(other.url)
      expect((await get({ path: other.url })).body.equals(bytes)).toBe(true)
    })

    it.each([
      ['an unknown key', () => mediaUrl(makeMediaKey(), 'audio/mpeg')],
      ['another ending', () => url.replace('.mp3', '.m4a')],
      ['no ending', () => url.replace('.mp3', '')],
      ['its key cut short', () => url.replace('.mp3', '').slice(0, -1) + '.mp3'],
      ['a path upwards', () => '/media/..%2f..%2fetc%2fpasswd'],
      ['NUL', () => '/media/%00.mp3'],
      ['10 000 characters', () => `/media/${'a'.repeat(10_000)}.mp3`],
    ])('is not found under %s', async (_what, path) => {
      const answer = await get({ path: path() })
      expectError(answer, 404, 'NotFound')
    })

    it('is only read', async () => {
      const answer = await get({ method: 'DELETE' })
      expectError(answer, 405, 'MethodNotAllowed')
      expect(answer.headers.allow).toContain('GET')
    })

    it('may be asked for by foreign pages under every condition', async () => {
      const headers = { origin: 'https://player.example', 'access-control-request-headers': 'range' }
      const answer = await get({ method: 'OPTIONS', headers })
      expect(answer.status).toBe(204)
      expect(answer.headers).toMatchObject(apiHeaders)
      for (const name of ['range', 'if-range', 'if-match', 'if-none-match', 'if-unmodified-since'])
        expect(answer.headers['access-control-allow-headers']).toContain(name)
    })

    it('lets foreign pages read why it is refused', async () => {
      const missing = await get({ path: mediaUrl(makeMediaKey(), 'audio/mpeg') })
      const changed = await get({ headers: { 'if-match': '"x"' } })
      const outside = await get({ headers: { range: `bytes=${size}-` } })
      expect([missing.status, changed.status, outside.status]).toEqual([404, 412, 416])
      for (const { headers } of [missing, changed, outside])
        expect(headers['access-control-allow-origin']).toBe('*')
    })

    it('is gone once it is deleted, bytes once stored or not', async () => {
      const { id, url: path, sha256 } = await addMedium(randomBytes(100))
      expect((await get({ path })).status).toBe(200)
      expect(await deleteMedia(server.deps.db.connection, [id])).toMatchObject([{ sha256 }])
      server.deps.changes.changed(['media/*'])
      expectError(await get({ path }), 404, 'NotFound')
    })

    it('whose bytes are missing is not found, without promises about caching', async () => {
      const { url: path, sha256 } = await addMedium(randomBytes(100))
      await server.deps.storage.remove(sha256)
      for (const range of ['bytes=0-', 'bytes=0-1']) {
        const answer = await get({ path, headers: { range } })
        expectError(answer, 404, 'NotFound')
        expect(answer.headers.etag).toBeUndefined()
      }
    })
  })

  describe('ranges', () => {
    it.each([
      ['bytes=0-0', 0, 0],
      ['bytes=100-199', 100, 199],
      ['bytes=2999999-', size - 1, size - 1],
      ['bytes=-500', size - 500, size - 1],
      ['bytes=0-', 0, size - 1],
    ])('%s', async (range, start, end) => {
      const answer = await get({ headers: { range } })
      expect(answer.status).toBe(206)
      expect(answer.headers['content-range']).toBe(`bytes ${start}-${end}/${size}`)
      expect(answer.headers['content-length']).toBe(String(end - start + 1))
      expect(answer.headers['content-type']).toBe('audio/mpeg')
      expect(answer.headers.etag).toBe(etag)
      expect(answer.body.equals(bytes.subarray(start, end + 1))).toBe(true)
    })

    it.each([`bytes=${size}-`, 'bytes=5-1'])('%s cannot be satisfied', async (range) => {
      const answer = await get({ headers: { range } })
      expectError(answer, 416, 'RangeNotSatisfiable')
      expect(answer.headers['content-range']).toBe(`bytes */${size}`)
    })

    it.each(['lines=1-2', 'bytes', 'bytes=0-9,20-29', 'bytes=50-60,0-9'])('%s is ignored', async (range) => {
      const answer = await get({ headers: { range } })
      expect(answer.status).toBe(200)
      expect(answer.headers['content-range']).toBeUndefined()
      expect(answer.body).toHaveLength(size)
    })

    it('hold only while If-Range does', async () => {
      const range = 'bytes=0-9'
      const date = 'Thu, 01 Jan 2026 00:00:00 GMT'
      for (const [condition, status] of [
        [etag, 206],
        [date, 206],
        [`W/${etag}`, 200],
        ['"other"', 200],
        ['Thu, 01 Jan 2026 00:00:01 GMT', 200],
      ] as const) {
        expect((await get({ headers: { range, 'if-range': condition } })).status).toBe(status)
      }
      expect((await get({ headers: { range: `bytes=${size}-`, 'if-range': '"other"' } })).status).toBe(200)
    })
  })

  describe('conditions', () => {
    it('that find nothing new are answered 304 without a body, before any range', async () => {
      const extra = { range: 'bytes=0-9' }
      for (const headers of [{ 'if-none-match': etag }, { 'if-none-match': `"x", W/${etag}`, ...extra }]) {
        for (const method of ['GET', 'HEAD']) {
          const answer = await get({ method, headers })
          expect(answer.status).toBe(304)
          expect(answer.body).toHaveLength(0)
          expect(answer.headers).toMatchObject({
            etag,
            'cache-control': 'public, max-age=31536000, immutable',
          })
          expect(answer.headers['content-length']).toBeUndefined()
        }
      }
      const since = { 'if-modified-since': 'Thu, 01 Jan 2026 00:00:00 GMT' }
      expect((await get({ headers: since })).status).toBe(304)
      expect((await get({ headers: { ...since, 'if-none-match': '"x"' } })).status).toBe(200)
    })

    it('that do not hold are answered 412', async () => {
      expectError(await get({ headers: { 'if-match': '"x"' } }), 412, 'PreconditionFailed')
      const since = { 'if-unmodified-since': 'Wed, 31 Dec 2025 23:59:59 GMT' }
      expectError(await get({ headers: since }), 412, 'PreconditionFailed')
      expect((await get({ headers: { ...since, 'if-match': etag } })).status).toBe(200)
    })
  })

  describe('a listener who', () => {
    it('asks again and again on one connection gets the right bytes each time', async () => {
      const socket = connect((server.app.server.address() as AddressInfo).port, '127.0.0.1')
      const heads = Array.from(
        { length: 20 },
        (_, i) => `GET ${url} HTTP/1.1\r\nHost: x\r\nRange: bytes=${i * 1000}-${i * 1000 + 999}\r\n\r\n`,
      )
      socket.write(heads.join(''))
      let received = Buffer.alloc(0)
      while (received.length < 20_000 || !received.subarray(-1000).equals(bytes.subarray(19_000, 20_000))) {
        const [chunk] = (await once(socket, 'data')) as [Buffer]
        received = Buffer.concat([received, chunk])
      }
      for (let i = 0; i < 20; i += 1)
        expect(received.includes(bytes.subarray(i * 1000, i * 1000 + 1000))).toBe(true)
      socket.destroy()
    })

    it('asks for a file that has lost its end sees the connection cut, not a shorter file', async () => {
      const { url: path } = await addMedium(randomBytes(500_000), 600_000)
      await expect(get({ path })).rejects.toMatchObject({ code: 'ECONNRESET' })
      expect((await get({ path, headers: { range: 'bytes=0-9' } })).status).toBe(206)
    })
  })
})

describe('a listener of a file on the disk who', () => {
  beforeAll(async () => await serve({}))
  afterAll(async () => await server[Symbol.asyncDispose]())

  it('goes away in the middle leaves no file open', async () => {
    const { url: path, sha256 } = await addMedium(randomBytes(2_900_000))
    const before = openMedia()
    for (let round = 0; round < 50; round += 1) {
      const sent = request(new URL(path, address), { agent: false }).end()
      const [response] = (await once(sent, 'response')) as [IncomingMessage]
      await once(response, 'data')
      response.destroy()
    }
    // A file that still counted a reader would stay open although it is removed.
    await server.deps.storage.remove(sha256)
    await expect.poll(openMedia).toBe(before)
  })

  it('takes nothing is cut off after a while', async () => {
    const impatient = await startImpatientApp(server)
    const { url: path, sha256 } = await addMedium(Buffer.alloc(40_000_000, 'more than a socket holds'))
    const before = openMedia()
    const stuck = connect((impatient.server.address() as AddressInfo).port, '127.0.0.1')
    stuck.write(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`)
    stuck.pause()
    await expect.poll(openMedia).toBe(before + 1)
    await server.deps.storage.remove(sha256)
    await expect.poll(openMedia).toBe(before)
    stuck.destroy()
    await impatient.close()
  })
})

async function startImpatientApp({ deps }: TestServer): Promise<FastifyInstance> {
  const app = Fastify()
  registerErrorHandler(app)
  registerMedia(app, deps, null, 200)
  await app.listen({ port: 0, host: '127.0.0.1' })
  return app
}

/** How many media this process holds open. */
function openMedia(): number {
  return openFilesIn(join(server.deps.config.dataDir, 'media')).length
}
