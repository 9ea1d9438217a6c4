import { Readable } from 'node:stream'
import { gzipSync } from 'node:zlib'
import { addAudioBookReader, removeAudioBookReader } from '@earmark/contract/audio-book-edits.ts'
import { logout, revoke } from '@earmark/contract/auth.ts'
import { createCreator } from '@earmark/contract/creator-edits.ts'
import { bytesType, type Endpoint, requestPath } from '@earmark/contract/endpoint.ts'
import { addEpisodeVoicer, removeEpisodeVoicer } from '@earmark/contract/episode-edits.ts'
import { addPodcastVoicer, deletePodcast, removePodcastVoicer } from '@earmark/contract/podcast-edits.ts'
import { publishAudioBook } from '@earmark/contract/publishing.ts'
import { createUpload } from '@earmark/contract/uploads.ts'
import { describe, expect, it } from 'vitest'
import { makePerson } from '../../testing/people.ts'
import { makeAudioBook, makeCreator, makeEpisode, makePodcast } from '../../testing/records.ts'
import { startTestServer } from '../../testing/server.ts'
import { forAllTests } from '../../testing/for-all-tests.ts'

const server = await forAllTests(startTestServer())
const editor = await makePerson(server, 'Editor')
const podcast = await makePodcast(server, { name: 'One' })
const records = {
  book: await makeAudioBook(server, { name: 'One' }),
  podcast,
  episode: await makeEpisode(server, podcast, { number: 1, name: 'One' }),
  creator: await makeCreator(server, { nickname: 'Gull' }),
}

interface Sent {
  readonly headers?: Record<string, string>
  readonly payload?: string | Buffer | Readable
}

async function send(endpoint: Endpoint, params: object, { headers, payload }: Sent) {
  const { statusCode, body } = await server.app.inject({
    method: endpoint.method,
    url: `/api${requestPath(endpoint, { params })}`,
    headers: { ...editor.headers, ...headers },
    ...(payload === undefined ? {} : { payload }),
  })
  return { status: statusCode, body }
}

const json = { 'content-type': 'application/json' }
const ways: [string, () => Sent][] = [
  ['nothing at all', () => ({})],
  ['a content length of 0', () => ({ headers: { 'content-length': '0' } })],
  ['JSON that is empty', () => ({ headers: json })],
  ['JSON with a content length of 0', () => ({ headers: { ...json, 'content-length': '0' } })],
  ['JSON that is empty, its length not told', () => ({ headers: json, payload: Readable.from([]) })],
  ['an empty object', () => ({ headers: json, payload: '{}' })],
  [
    'a form without a field',
    () => ({ headers: { 'content-type': 'application/x-www-form-urlencoded', 'content-length': '0' } }),
  ],
]

describe('readers and voicers are added and removed with', () => {
  it.each(ways)('%s', async (_way, sent) => {
    const { book, podcast, episode, creator } = records
    const calls: [Endpoint, object][] = [
      [addAudioBookReader, { id: book, readerId: creator }],
      [addPodcastVoicer, { id: podcast, creatorId: creator }],
      [addEpisodeVoicer, { id: podcast, episodeId: episode, creatorId: creator }],
      [removeAudioBookReader, { id: book, readerId: creator }],
      [removePodcastVoicer, { id: podcast, creatorId: creator }],
      [removeEpisodeVoicer, { id: podcast, episodeId: episode, creatorId: creator }],
    ]
    for (const [endpoint, params] of calls) {
      expect(await send(endpoint, params, sent())).toEqual({ status: 204, body: '' })
    }
    const gone = await makePodcast(server, { name: 'Two' })
    expect(await send(deletePodcast, { id: gone }, sent())).toEqual({ status: 204, body: '' })
  })
})

it('what is no JSON is refused all the same', async () => {
  const params = { id: records.book, readerId: records.creator }
  const refused = await send(addAudioBookReader, params, { headers: json, payload: '{' })
  expect(refused).toMatchObject({ status: 400, body: expect.stringContaining('InvalidBody') })
})

it.each(['latin1', 'utf16le'] as const)('text in %s is no JSON (RFC 8259, 8.1)', async (encoding) => {
  const payload = Buffer.from('{"nickname":"Möwe"}', encoding)
  const headers = { 'content-type': `application/json; charset=${encoding}` }
  expect(await send(createCreator, {}, { headers, payload })).toMatchObject({
    status: 400,
    body: expect.stringMatching(/InvalidBody.*UTF-8/),
  })
})

it.each(ways)('a session ends, and a record is published, with %s', async (_way, sent) => {
  const { headers } = await makePerson(server, 'Editor')
  const ended = () => ({ ...sent(), headers: { ...sent().headers, ...headers } })
  expect((await send(publishAudioBook, { id: records.book }, sent())).status).toBe(200)
  expect((await send(revoke, {}, ended())).status).toBe(204)
  expect((await send(logout, {}, ended())).status).toBe(204)
})

it('a call that needs a body is refused without one', async () => {
  for (const payload of [undefined, Readable.from([])]) {
    const refused = await send(createCreator, {}, { headers: json, ...(payload && { payload }) })
    expect(refused).toMatchObject({ status: 400, body: expect.stringContaining('InvalidBody') })
  }
})

it.each(['__proto__', 'constructor'])('an object that would poison others by %s is refused', async (name) => {
  const payload = `{"nickname":"x","${name}":{"prototype":{"role":"Admin"}}}`
  expect((await send(createCreator, {}, { headers: json, payload })).status).toBe(400)
})

describe('a body in a content coding', () => {
  const payload = gzipSync('{"nickname":"Gull"}')
  it.each([
    ['is refused', createCreator, { ...json, 'content-encoding': 'gzip' }, 415],
    [
      'is refused as a form',
      createCreator,
      { 'content-type': 'multipart/form-data; boundary=x', 'content-encoding': 'br' },
      415,
    ],
    [
      'is refused as the bytes of a file',
      createUpload,
      { 'content-type': bytesType, 'content-encoding': 'GZIP' },
      415,
    ],
    ['that does nothing is read as it is', createCreator, { ...json, 'content-encoding': 'identity' }, 400],
  ] as const)('%s', async (_what, endpoint, headers, status) => {
    expect(await send(endpoint, {}, { headers, payload })).toMatchObject({ status })
  })

  it('is told of the only one', async () => {
    const headers = { ...editor.headers, ...json, 'content-encoding': 'gzip' }
    const answer = await server.app.inject({ method: 'POST', url: '/api/creators', headers, payload })
    expect(answer.headers).toMatchObject({ 'accept-encoding': 'identity' })
  })

  it('is not looked at where there is none, or nothing is', async () => {
    const headers = { ...editor.headers, 'content-encoding': 'gzip' }
    expect((await server.app.inject({ url: '/api/creators', headers })).statusCode).toBe(200)
    const nowhere = await server.app.inject({ method: 'POST', url: '/api/nowhere', headers, payload })
    expect(nowhere.statusCode).toBe(404)
  })
})
