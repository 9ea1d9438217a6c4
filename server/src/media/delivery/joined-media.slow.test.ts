import { createAudioBook, deleteAudioBook, updateAudioBook } from '@earmark/contract/audio-book-edits.ts'
import { type AudioBook, getAudioBook } from '@earmark/contract/audio-books.ts'
import { unpublishAudioBook } from '@earmark/contract/publishing.ts'
import { hash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { forAllTests } from '../../testing/for-all-tests.ts'
import { makePerson, type Person } from '../../testing/people.ts'
import { startS3Store } from '../../testing/s3-store.ts'
import { startTestServer, type TestForm, type TestServer } from '../../testing/server.ts'
import { framesSeconds, variableMp3 } from '../../testing/variable-mp3.ts'
import { sweepMedia } from '../storage/unused-files.ts'

/** Recordings whose times are found by an index alone, from the upload to the listener. */

const store = await forAllTests(startS3Store())
const sound = variableMp3(130)
const hourMs = 3_600_000
let server: TestServer
let address: string
let editor: Person
let book: AudioBook

const upload = (bytes: Buffer) => new Blob([new Uint8Array(bytes)])

async function post(form: TestForm): Promise<AudioBook> {
  const { body } = await server.attempt(createAudioBook, { form: { Name: 'Rain', ...form } }, editor.headers)
  return JSON.parse(body) as AudioBook
}

const put = (id: number, form: TestForm) =>
  server.attempt(updateAudioBook, { params: { id }, form: { Id: id, Name: 'Rain', ...form } }, editor.headers)

async function get(headers: Record<string, string> = {}, url = book.audioUrl as string, method = 'GET') {
  const answer = await fetch(new URL(url, address), { headers, method, redirect: 'manual' })
  const bytes = Buffer.from(await answer.arrayBuffer())
  return { status: answer.status, headers: Object.fromEntries(answer.headers), bytes }
}

async function serve(environment: Record<string, string> = {}): Promise<void> {
  server = await startTestServer({ environment })
  address = await server.app.listen({ port: 0, host: '127.0.0.1' })
  editor = await makePerson(server, 'Editor')
  book = await post({ Audio: upload(sound) })
}

const media = () =>
  server.deps.db.connection.selectFrom('media').select(['id', 'key', 'sha256', 'content_type']).execute()

async function storedHashes(): Promise<string[]> {
  const found: string[] = []
  for await (const files of server.deps.storage.listStoredBefore(Number.MAX_SAFE_INTEGER))
    found.push(...files.map(({ sha256 }) => sha256))
  return found.toSorted()
}

describe.each([
  ['a folder', () => ({})],
  ['a bucket', () => store.settings],
  ['a bucket that listeners are sent to', () => ({ ...store.settings, S3_DELIVERY: 'signed' })],
  ['a folder of nginx', () => ({ ACCEL_REDIRECT: '/media-files' })],
] as [string, () => Record<string, string>][])('in %s', (_where, environment) => {
  beforeAll(async () => await serve(environment()))
  afterAll(async () => await server[Symbol.asyncDispose]())

  it('a long MP3 of variable bit rate is an MP4 of the same frames', async () => {
    expect(book.audioUrl).toMatch(/\.m4a$/)
    expect(book.durationSeconds).toBeCloseTo(framesSeconds(130), 2)
    const whole = await get()
    expect(whole.status).toBe(200)
    const { bytes } = whole
    expect(whole.headers).toMatchObject({
      'content-type': 'audio/mp4',
      'content-length': String(bytes.length),
      'accept-ranges': 'bytes',
      etag: expect.stringMatching(/^"[0-9a-f]{64}"$/),
    })
    const frames = sound.subarray(20, -128)
    expect(bytes.subarray(-frames.length).equals(frames)).toBe(true)
    const head = await get({}, book.audioUrl as string, 'HEAD')
    expect([head.status, head.bytes.length]).toEqual([200, 0])
    for (const name of ['content-type', 'content-length', 'etag', 'last-modified', 'accept-ranges'])
      expect([name, head.headers[name]]).toEqual([name, whole.headers[name]])
  })

  it('ranges and conditions hold for it as for every medium', async () => {
    const { bytes, headers } = await get()
    const etag = headers.etag as string
    const indexBytes = bytes.length - sound.subarray(20, -128).length
    for (const [start, end] of [
      [0, 0],
      [indexBytes - 1, indexBytes],
      [indexBytes + 100_000, bytes.length - 1],
    ] as const) {
      const part = await get({ range: `bytes=${start}-${end}`, 'if-range': etag })
      expect(part.status).toBe(206)
      expect(part.headers['content-range']).toBe(`bytes ${start}-${end}/${bytes.length}`)
      expect(part.bytes.equals(bytes.subarray(start, end + 1))).toBe(true)
    }
    expect((await get({ range: `bytes=${bytes.length}-` })).status).toBe(416)
    expect((await get({ 'if-none-match': etag })).status).toBe(304)
    expect((await get({ 'if-match': '"other"' })).status).toBe(412)
  })

  it('the sweep leaves its files, and its deletion takes both', async () => {
    server.time.now += 48 * hourMs
    await sweepMedia(server.deps)
    server.time.now -= 48 * hourMs
    expect((await get()).bytes.length).toBeGreaterThan(sound.length)
    const { id } = await post({ Audio: upload(sound) })
    expect(await storedHashes()).toHaveLength(2)
    expect(await storedHashes()).toContain(hash('sha256', sound))
    await server.call(deleteAudioBook, { params: { id } }, editor.headers)
    expect(await storedHashes()).toHaveLength(2)
    await put(book.id, {})
    expect([await storedHashes(), await media()]).toEqual([[], []])
  })
})

describe('a recording that is joined', () => {
  beforeAll(async () => await serve())
  afterAll(async () => await server[Symbol.asyncDispose]())

  it('is kept by the address that it had before', async () => {
    const former = (await media()).find(({ content_type }) => content_type === 'audio/mpeg')
    const kept = await put(book.id, { Name: 'Snow', AudioUrl: `/media/${former?.key}.mp3` })
    expect(JSON.parse(kept.body)).toMatchObject({ name: 'Snow', audioUrl: book.audioUrl })
    expect((await put(book.id, { AudioUrl: '/media/other.mp3' })).codes).toEqual(['UnknownMedia'])
  })

  it('has new addresses once it is hidden, its parts too', async () => {
    const before = await media()
    await server.call(unpublishAudioBook, { params: { id: book.id } }, editor.headers)
    const after = new Set((await media()).map(({ key }) => key))
    expect(before.filter(({ key }) => after.has(key))).toEqual([])
    for (const { key, content_type } of before) {
      const url = `/media/${key}.${content_type === 'audio/mp4' ? 'm4a' : 'mp3'}`
      expect((await get({}, url)).status).toBe(404)
    }
    expect((await server.refusal(`/audio-books/${book.id}`)).status).toBe(404)
  })
})

describe('a recording', () => {
  beforeAll(async () => await serve())
  afterAll(async () => await server[Symbol.asyncDispose]())

  const even = Buffer.concat(Array.from({ length: 5200 }, () => variableMp3(0.01).subarray(20, -128)))

  it.each([
    ['of two minutes or less', variableMp3(119)],
    ['of one bit rate', even],
  ])('%s is the bytes that were given', async (_what, bytes) => {
    const given = await post({ Audio: upload(bytes) })
    expect(given.audioUrl).toMatch(/\.mp3$/)
    expect((await get({}, given.audioUrl as string)).bytes.equals(bytes)).toBe(true)
    expect(await server.call(getAudioBook, { params: { id: given.id } })).toEqual(given)
  })

  it('of one bit rate with pictures between its frames is found by an index', async () => {
    const picture = Buffer.concat([
      Buffer.from('ID3\x04\0\0\0\x06\0\0', 'latin1'),
      Buffer.alloc(6 * 128 * 128),
    ])
    const half = even.subarray(0, even.length / 2)
    const given = await post({ Audio: upload(Buffer.concat([half, picture, half])) })
    expect(given.audioUrl).toMatch(/\.m4a$/)
    expect(given.durationSeconds).toBeCloseTo((5200 * 1152) / 44_100, 2)
    const { bytes } = await get({}, given.audioUrl as string)
    expect(bytes.subarray(-even.length).equals(even)).toBe(true)
  })
})
