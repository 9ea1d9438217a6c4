import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startNginx } from '../../../testing/nginx.ts'
import { type S3Store, startS3Store } from '../../../testing/s3-store.ts'
import { startTestServer, type TestServer, makeWebFolder } from '../../../testing/server.ts'
import { insertMedia } from '../../media.queries.ts'
import { mediaUrl } from '../../content-type.ts'
import { storeSound } from '../../../testing/records.ts'

/** How bytes reach listeners who do not get them through this server. */

const bytes = randomBytes(300_000)
const immutable = 'public, max-age=31536000, immutable'

interface Listened {
  readonly server: TestServer
  readonly address: string
  readonly url: string
  readonly sha256: string
}

async function serve(environment: Record<string, string>, webFolder?: string): Promise<Listened> {
  const server = await startTestServer({ environment, ...(webFolder && { webFolder }) })
  const medium = await storeSound(server, bytes)
  const { sha256 } = medium
  const { key } = await insertMedia(server.deps.db.connection, medium)
  const address = await server.app.listen({ port: 0, host: '127.0.0.1' })
  return { server, address, url: `${address}${mediaUrl(key, 'audio/mpeg')}`, sha256 }
}

/** As it stands in an answer to a member. */
function signedAddress({ app }: TestServer, url: string): string {
  const { origin, pathname } = new URL(url)
  const { audioUrl } = JSON.parse(app.finishJson(JSON.stringify({ audioUrl: pathname }))) as {
    audioUrl: string
  }
  return origin + audioUrl
}

/** Epoch milliseconds. */
function signedAt(parameters: URLSearchParams): number {
  const [, day, time] = /^(\d{8})T(\d{6})Z$/.exec(parameters.get('X-Amz-Date') ?? '') ?? []
  return Date.parse(`${day?.replace(/(....)(..)/, '$1-$2-')}T${time?.replace(/(..)(..)/, '$1:$2:')}Z`)
}

const bodyOf = async (answer: Response) => Buffer.from(await answer.arrayBuffer())

describe('a listener who is sent to the store', () => {
  let store: S3Store
  beforeAll(async () => {
    store = await startS3Store()
  })
  afterAll(async () => await store[Symbol.asyncDispose]())

  it.each([
    ['a signed address', () => ({ S3_DELIVERY: 'signed' })],
    ['its public address', () => ({ S3_PUBLIC_URL: `${store.address}/${store.bucket}` })],
  ] as [string, () => Record<string, string>][])(
    'at %s gets whatever is asked for there',
    async (_what, settings) => {
      const { server, url, sha256 } = await serve({ ...store.settings, ...settings() })
      const redirect = await fetch(url, { redirect: 'manual' })
      expect(redirect.status).toBe(302)
      expect(redirect.headers.get('cache-control')).toBe('public, max-age=3600')
      expect(redirect.headers.get('access-control-allow-origin')).toBe('*')
      const location = redirect.headers.get('location') as string
      expect(location).toContain(`${store.address}/media/${sha256.slice(0, 2)}/${sha256.slice(2)}`)
      // Caches know the bytes again.
      expect((await fetch(url, { redirect: 'manual' })).headers.get('location')).toBe(location)

      const whole = await fetch(url)
      expect((await bodyOf(whole)).equals(bytes)).toBe(true)
      expect(whole.headers.get('content-type')).toBe('audio/mpeg')
      expect(whole.headers.get('cache-control')).toBe(immutable)
      const part = await fetch(url, { headers: { range: 'bytes=1000-1999' } })
      expect(part.status).toBe(206)
      expect(part.headers.get('content-range')).toBe(`bytes 1000-1999/${bytes.length}`)
      expect((await bodyOf(part)).equals(bytes.subarray(1000, 2000))).toBe(true)
      await server[Symbol.asyncDispose]()
    },
  )

  it('is sent nowhere for what this server knows by itself', async () => {
    const { server, url, sha256 } = await serve({ ...store.settings, S3_DELIVERY: 'signed' })
    const head = await fetch(url, { method: 'HEAD', redirect: 'manual' })
    expect(head.status).toBe(200)
    expect(Object.fromEntries(head.headers)).toMatchObject({
      'content-type': 'audio/mpeg',
      'content-length': String(bytes.length),
      etag: `"${sha256}"`,
    })
    const ask = async (headers: Record<string, string>) =>
      (await fetch(url, { headers, redirect: 'manual' })).status
    expect(await ask({ 'if-none-match': `"${sha256}"` })).toBe(304)
    expect(await ask({ 'if-match': '"other"' })).toBe(412)
    expect(await ask({ range: `bytes=${bytes.length}-` })).toBe(416)
    expect((await fetch(url.replace('.mp3', '.m4a'), { redirect: 'manual' })).status).toBe(404)
    await server[Symbol.asyncDispose]()
  })

  it('has an address that outlives the redirect by far, at any time of the day', async () => {
    const { server } = await serve({ ...store.settings, S3_DELIVERY: 'signed' })
    const { delivery } = server.deps.storage
    if (delivery.kind !== 'redirected') throw new Error('Nobody is redirected.')
    const { url, maxAgeSeconds } = await delivery.addressOf('0'.repeat(64), 'audio/mpeg')
    const { searchParams } = new URL(url)
    const leastSeconds = Number(searchParams.get('X-Amz-Expires')) - 12 * 3600
    expect(Date.now() - signedAt(searchParams)).toBeLessThan(12 * 3_600_000)
    expect(leastSeconds - maxAgeSeconds).toBeGreaterThanOrEqual(11 * 3600)
    await server[Symbol.asyncDispose]()
  })

  it('as a member has an address there that ends with the one that led to it', async () => {
    const members = { ACCESS: 'members', MEDIA_SECONDS: '3600', S3_DELIVERY: 'signed' }
    const { server, url } = await serve({ ...store.settings, ...members })
    server.time.now = Date.now()
    expect((await fetch(url, { redirect: 'manual' })).status).toBe(403)
    const signed = signedAddress(server, url)
    const redirect = await fetch(signed, { redirect: 'manual' })
    expect(redirect.headers.get('cache-control')).toMatch(/^private, max-age=\d+$/)
    const { searchParams } = new URL(redirect.headers.get('location') as string)
    const end = signedAt(searchParams) / 1000 + Number(searchParams.get('X-Amz-Expires'))
    expect(end).toBe(Number(new URL(signed).searchParams.get('expires')))
    const part = await fetch(signed, { headers: { range: 'bytes=1000-1999' } })
    expect([part.status, part.headers.get('cache-control')]).toEqual([
      206,
      'private, max-age=3600, immutable',
    ])
    expect((await bodyOf(part)).equals(bytes.subarray(1000, 2000))).toBe(true)
    await server[Symbol.asyncDispose]()
  })

  it('sees pages that allow the store for pictures and sound, and for nothing else', async () => {
    await using web = await makeWebFolder()
    const { server, address } = await serve({ ...store.settings, S3_DELIVERY: 'signed' }, web.path)
    const page = await fetch(`${address}/audio-books`)
    const policy = page.headers.get('content-security-policy')?.split('; ') ?? []
    const allowing = policy.filter((directive) => directive.includes(store.address))
    expect(allowing.map((directive) => directive.split(' ')[0])).toEqual(['img-src', 'media-src'])
    await server[Symbol.asyncDispose]()
  })
})

describe('behind nginx that sends the bytes', () => {
  const settings = { ACCEL_REDIRECT: '/media-files' }

  it('the server answers where they are, and what they are', async () => {
    const { server, url, sha256 } = await serve(settings)
    const answer = await fetch(url, { headers: { range: 'bytes=0-9' } })
    expect(answer.status).toBe(200)
    expect((await bodyOf(answer)).length).toBe(0)
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'x-accel-redirect': `/media-files/${sha256.slice(0, 2)}/${sha256.slice(2)}`,
      'content-type': 'audio/mpeg',
      'cache-control': immutable,
      etag: `"${sha256}"`,
    })
    await server[Symbol.asyncDispose]()
  })

  it('members get what their address is for, and nobody else the way to it', async () => {
    const { server, url, sha256 } = await serve({ ...settings, ACCESS: 'members' })
    const refused = await fetch(url)
    expect([refused.status, refused.headers.get('x-accel-redirect')]).toEqual([403, null])
    const answer = await fetch(signedAddress(server, url))
    expect(answer.headers.get('x-accel-redirect')).toContain(sha256.slice(2))
    expect(answer.headers.get('cache-control')).toMatch(/^private, /)
    await server[Symbol.asyncDispose]()
  })

  it.runIf(process.env.NGINX_PATH)('listeners notice nothing of it', async () => {
    const { server, address, url, sha256 } = await serve(settings)
    const folder = await mkdtemp(join(tmpdir(), 'earmark-nginx-'))
    const media = join(server.deps.config.dataDir, 'media')
    const nginx = await startNginx(folder, address, media)
    const ask = (headers: Record<string, string> = {}, method = 'GET') =>
      fetch(url.replace(address, nginx.address), { headers, method })

    const whole = await ask()
    expect((await bodyOf(whole)).equals(bytes)).toBe(true)
    const etag = `"${sha256}"`
    expect(Object.fromEntries(whole.headers)).toMatchObject({
      'content-type': 'audio/mpeg',
      'content-length': String(bytes.length),
      'cache-control': immutable,
      'accept-ranges': 'bytes',
      'last-modified': 'Thu, 01 Jan 2026 00:00:00 GMT',
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
      'access-control-allow-origin': '*',
      etag,
    })
    expect(whole.headers.get('x-accel-redirect')).toBeNull()
    for (const condition of [{}, { 'if-range': etag }] as Record<string, string>[]) {
      const part = await ask({ range: 'bytes=5-9', ...condition })
      expect([part.status, part.headers.get('content-range')]).toEqual([206, `bytes 5-9/${bytes.length}`])
      expect((await bodyOf(part)).equals(bytes.subarray(5, 10))).toBe(true)
    }
    expect((await ask({ range: 'bytes=5-9', 'if-range': '"other"' })).status).toBe(200)
    expect((await ask({ 'if-none-match': etag })).status).toBe(304)
    const guarded = await ask({ 'if-match': etag, range: 'bytes=5-9' })
    expect([guarded.status, (await bodyOf(guarded)).equals(bytes.subarray(5, 10))]).toEqual([206, true])
    const since = 'Thu, 01 Jan 2026 00:00:00 GMT'
    expect((await ask({ 'if-unmodified-since': since })).status).toBe(200)
    expect((await ask({ 'if-match': '"other"' })).status).toBe(412)
    expect((await ask({ range: `bytes=${bytes.length}-` })).status).toBe(416)
    expect((await ask({}, 'HEAD')).headers.get('content-length')).toBe(String(bytes.length))
    // The location is nginx's own.
    const place = `/media-files/${sha256.slice(0, 2)}/${sha256.slice(2)}`
    expect((await fetch(nginx.address + place)).status).toBe(404)
    await nginx[Symbol.asyncDispose]()
    await server[Symbol.asyncDispose]()
    await rm(folder, { recursive: true })
  })
})
