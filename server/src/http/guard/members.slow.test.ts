import {
  addAudioBookReader,
  createAudioBook,
  deleteAudioBook,
  updateAudioBook,
} from '@earmark/contract/audio-book-edits.ts'
import { type AudioBook, getAudioBook } from '@earmark/contract/audio-books.ts'
import { createEpisode } from '@earmark/contract/episode-edits.ts'
import { createPodcast } from '@earmark/contract/podcast-edits.ts'
import { saveQueue } from '@earmark/contract/queues.ts'
import { describe, expect, it } from 'vitest'
import { buildApp } from '../../app.ts'
import { audioFile, pictureFile } from '../../testing/forms.ts'
import { forAllTests } from '../../testing/for-all-tests.ts'
import { startNode } from '../../testing/nodes.ts'
import { makePerson } from '../../testing/people.ts'
import { setCreatorMedia } from '../../catalogue/creators/creators.queries.ts'
import { insertRecordCover } from '../../media/upload/record-media.queries.ts'
import { makeCreator, makeSeries, storeCover } from '../../testing/records.ts'
import { makeWebFolder, startTestServer } from '../../testing/server.ts'
import { pages } from '../web-app/pages.ts'
import { apiAccess } from './access.ts'

/** A members' library with one of everything, in whose texts a word stands that is nowhere else. */

const word = 'Xylophagous'
const web = await forAllTests(makeWebFolder())
const environment = { ACCESS: 'members', METRICS: 'true' }
const server = await forAllTests(startTestServer({ environment, webFolder: web.path }))
const { app, deps } = server
const admin = await makePerson(server, 'Admin')
const { headers } = admin
const [cover, sound] = [await pictureFile('#204060'), await audioFile('opus')]
const texts = { Description: word, CoverImage: cover, CoverImagePreview: await pictureFile('#406020') }

const creatorId = await makeCreator(server, { nickname: word, biography: word })
const portrait = await storeCover(server, '#602040')
const { connection } = deps.db
const portraitIds = await insertRecordCover(connection, portrait, server.time.now)
const { cover_media_id: image_media_id, preview_media_id } = portraitIds
await setCreatorMedia(connection, creatorId, { image_media_id, preview_media_id })
const series = [{ id: await makeSeries(server, word), sequence: '1' }]
const bookForm = { ...texts, Genres: [word], Series: series, Name: word, Audio: sound }
const bookId = await make(createAudioBook, bookForm)
const podcastId = await make(createPodcast, { ...texts, Name: word, Categories: [word] })
const episodeForm = { ...texts, Name: word, Number: 1, Audio: sound }
await make(createEpisode, episodeForm, { id: podcastId })

async function make(
  endpoint: Parameters<typeof server.attempt>[0],
  form: Record<string, string | number | object>,
  params: object = {},
): Promise<number> {
  const { status, body } = await server.attempt(endpoint, { form, params: { ...params } }, headers)
  expect([endpoint.url, status]).toEqual([endpoint.url, 201])
  return (JSON.parse(body) as { id: number }).id
}

await server.call(addAudioBookReader, { params: { id: bookId, readerId: creatorId } }, headers)
const origin = await app.listen({ port: 0, host: '127.0.0.1' })

const day = 86_400
const get = (url: string, given: Record<string, string> = {}) => app.inject({ url, headers: given })

/** Every read of the table, of what is there and of what is not. */
const reads = Object.keys(apiAccess).flatMap((call) => {
  const [method, path = ''] = call.split(' ')
  if (method !== 'GET') return []
  const search = path.startsWith('/search') ? `?search=${word}` : ''
  const url = `/api${path.replace('*', 'static/index.html')}${search}`
  return [...new Set(['1', '999999'].map((id) => url.replaceAll(/:\w+/g, id)))]
})
const openReads = reads.filter(
  (url) =>
    !/\/(me|users|edit|fields|feed|import-folders|imports|uploads|connect|sources)\b|docs|openapi/.test(url),
)

/** The same library as everybody would read it. */
const publicApp = await forAllTests(
  buildApp({ ...deps, config: { ...deps.config, access: 'public' } }, { webFolder: null }),
)

const addressForm = /\/media\/[\w-]{22}\.\w+\?expires=\d+&signature=[\w-]{22}/g
const withoutSignatures = (body: string) => body.replaceAll(/\?expires=\d+&signature=[\w-]{22}/g, '')

async function mediaAddresses(): Promise<string[]> {
  const found = new Set<string>()
  for (const url of reads) {
    const { body } = await get(url, headers)
    for (const [address] of body.matchAll(addressForm)) found.add(address)
    expect([url, body.replaceAll(addressForm, '').includes('/media/')]).toEqual([url, false])
  }
  return [...found]
}

describe('without a session', () => {
  it.each(['GET', 'HEAD'] as const)('no %s of the API opens, nor tells what there is', async (method) => {
    const unreadable = { authorization: `Bearer ${admin.refreshToken}` }
    for (const url of reads) {
      // The answer is in memory.
      await get(url, headers)
      for (const given of [{}, unreadable, { 'if-none-match': '*' }, { accept: 'text/html' }]) {
        const answer = await app.inject({ method, url, headers: given })
        expect([url, answer.statusCode]).toEqual([url, 401])
        expect(answer.headers).toMatchObject({ 'cache-control': 'no-store', 'www-authenticate': 'Bearer' })
        expect(answer.headers).not.toHaveProperty('etag')
        if (method === 'GET') expect(answer.json()).toMatchObject([{ code: 'Unauthorized' }])
      }
    }
  })

  it('every page is a shell, the same for every record', async () => {
    for (const { url } of pages) {
      const [known, unknown] = await Promise.all(
        ['1', '999999'].map((id) => get(`${url.replaceAll(/:\w+/g, id)}?search=${word}`)),
      )
      expect([url, known?.statusCode, unknown?.statusCode]).toEqual([url, 200, 200])
      expect(known?.body).toBe(unknown?.body)
      expect(known?.body).toContain('"access":"members"')
      expect(known?.body).toContain('<meta name="robots" content="noindex">')
      expect(known?.body).not.toMatch(new RegExp(`${word}|/media/`))
    }
  })

  it('nothing outside the API and the pages has a word of the catalogue', async () => {
    await mediaAddresses()
    const tree = app.printRoutes({ commonPrefix: false, includeHooks: false })
    const known = new Set(['/media/:file', ...pages.map(({ url }) => url)])
    const others = listUrls(tree).filter((url) => !known.has(url) && !url.startsWith('/api'))
    expect(others).toEqual(
      expect.arrayContaining(['/robots.txt', '/sitemap.xml', '/health/ready', '/metrics']),
    )
    for (const url of others) {
      const { body } = await get(url.replaceAll(/:\w+/g, '1'))
      expect([url, body.includes(word), body.includes('/media/')]).toEqual([url, false, false])
    }
  })

  it('robots are sent away, and there is no sitemap', async () => {
    expect((await get('/robots.txt')).body).toBe('User-agent: *\nDisallow: /\n')
    for (const url of ['/sitemap.xml', '/sitemap-1.xml'])
      expect((await get(url, { accept: 'text/html' })).statusCode).toBe(404)
  })

  it('signing in, and asking whether the server is well, are open', async () => {
    const { body } = await get('/health/live')
    expect(body).not.toBe('')
    expect((await makePerson(server)).accessToken).not.toBe('')
  })
})

describe('with a session', () => {
  it('everything answers as in a public library, kept by nobody, but for signatures', async () => {
    // The second answer comes from memory.
    for (const url of [...openReads, ...openReads]) {
      const [mine, everyones] = [await get(url, headers), await publicApp.inject(url)]
      expect([url, mine.statusCode]).toEqual([url, everyones.statusCode])
      expect(withoutSignatures(mine.body)).toBe(everyones.body)
      expect(mine.headers['cache-control']).toBe('no-store')
    }
    expect(openReads.length).toBeGreaterThan(10)
  })

  it('the OpenAPI document says so', async () => {
    const { paths } = (await get('/api/openapi.json', headers)).json<{
      paths: Record<string, { get?: { security?: unknown; responses: object } }>
    }>()
    const documented = Object.values(paths).flatMap(({ get: read }) => (read ? [read] : []))
    expect(documented.filter(({ security, responses }) => !security || !('401' in responses))).toEqual([])
  })

  it('a medium plays from the address in the answers, whole and in part, and is its listener’s alone', async () => {
    const addresses = await mediaAddresses()
    expect(addresses.length).toBeGreaterThanOrEqual(9)
    for (const url of addresses.map((path) => origin + path)) {
      const whole = await fetch(url)
      const bytes = await whole.bytes()
      expect([url, whole.status, bytes.length > 10]).toEqual([url, 200, true])
      const cacheControl = whole.headers.get('cache-control')
      expect(cacheControl).toMatch(/^private, max-age=\d+, immutable$/)
      const part = await fetch(url, { headers: { range: 'bytes=0-9' } })
      expect([part.status, await part.bytes()]).toEqual([206, bytes.slice(0, 10)])
      const head = await fetch(url, { method: 'HEAD' })
      expect([head.status, head.headers.get('content-length')]).toEqual([200, String(bytes.length)])
      const known = await fetch(url, { headers: { 'if-none-match': String(whole.headers.get('etag')) } })
      expect([known.status, known.headers.get('cache-control')]).toEqual([304, cacheControl])
      expect((await fetch(url, { headers: { range: 'bytes=99999999-' } })).status).toBe(416)
    }
  })

  it('another node gives the same addresses, and sends what they lead to', async () => {
    await using node = await startNode(server)
    const url = `/api/audio-books/${bookId}`
    const { body } = await get(url, headers)
    expect((await node.app.inject({ url, headers })).body).toBe(body)
    for (const [address] of body.matchAll(addressForm))
      expect((await node.app.inject({ method: 'HEAD', url: address })).statusCode).toBe(200)
  })
})

describe('a media address', () => {
  const deformations: [what: string, deform: (url: URL, other: URL) => unknown][] = [
    ['without its query', (url) => (url.search = '')],
    ['without its signature', (url) => url.searchParams.delete('signature')],
    ['without its end', (url) => url.searchParams.delete('expires')],
    ['with a later end', (url) => url.searchParams.set('expires', String(server.time.now))],
    ['with an end that is no number', (url) => url.searchParams.set('expires', '9e12')],
    ['with another’s signature', (url, other) => (url.search = other.search)],
    ['with two signatures', (url) => url.searchParams.append('signature', 'x'.repeat(22))],
    ['with a signature of other letters', (url) => url.searchParams.set('signature', 'ž'.repeat(22))],
    ['of no medium', (url) => (url.pathname = `/media/${'x'.repeat(22)}.webp`)],
    ['of no form', (url) => (url.pathname = '/media/x')],
  ]

  it.each(deformations)('%s is refused, whatever is asked of it', async (_what, deform) => {
    const [first = '', second = ''] = await mediaAddresses()
    const [url, other] = [new URL(first, 'http://x'), new URL(second, 'http://x')]
    deform(url, other)
    for (const method of ['GET', 'HEAD'] as const) {
      for (const given of [{}, { range: 'bytes=0-9' }, { 'if-none-match': '*' }, headers]) {
        const refused = await app.inject({ method, url: url.pathname + url.search, headers: given })
        expect(refused.statusCode).toBe(403)
        expect(refused.headers['cache-control']).toBe('no-store')
        expect(refused.headers).not.toHaveProperty('etag')
        if (method === 'GET') expect(refused.json()).toMatchObject([{ code: 'Forbidden' }])
      }
    }
  })

  it('is the same for half a day, works for half of one at least, and ends within one', async () => {
    const halfMs = 500 * day
    server.time.now = Math.ceil(server.time.now / halfMs) * halfMs
    const read = async (given = {}) => {
      const { headers: mine } = await makePerson(server)
      return await get(`/api/audio-books/${bookId}`, { ...mine, ...given })
    }
    const statusOf = async ({ body }: { body: string }) => {
      const { audioUrl } = JSON.parse(body) as AudioBook
      const { statusCode, headers: sent } = await app.inject({ method: 'HEAD', url: String(audioUrl) })
      return [statusCode, sent['cache-control']]
    }
    const first = await read()
    expect(await statusOf(first)).toEqual([200, `private, max-age=${day}, immutable`])
    server.time.now += halfMs - 1
    expect((await read()).body).toBe(first.body)
    expect((await read({ 'if-none-match': first.headers.etag })).statusCode).toBe(304)
    server.time.now += 1
    const next = await read()
    expect(next.body).not.toBe(first.body)
    expect(withoutSignatures(next.body)).toBe(withoutSignatures(first.body))
    expect(await statusOf(first)).toEqual([200, `private, max-age=${day / 2}, immutable`])
    server.time.now += halfMs - 1
    expect(await statusOf(first)).toEqual([200, 'private, max-age=1, immutable'])
    server.time.now += 1
    expect(await statusOf(first)).toEqual([403, 'no-store'])
    expect(await statusOf(next)).toEqual([200, `private, max-age=${day / 2}, immutable`])
  })

  it('keeps its file when it is sent back, by its path alone, also after it has ended', async () => {
    const params = { id: bookId }
    const before = await server.call(getAudioBook, { params }, (await makePerson(server)).headers)
    server.time.now += 2 * day * 1000
    const editor = await makePerson(server, 'Editor')
    const { coverImageUrl, coverImagePreviewUrl, audioUrl } = before
    const form = {
      Id: bookId,
      Name: word,
      CoverImageUrl: coverImageUrl,
      CoverImagePreviewUrl: `http://localhost:3000${coverImagePreviewUrl}`,
      AudioUrl: audioUrl,
    }
    const saved = await server.attempt(updateAudioBook, { params, form }, editor.headers)
    expect(saved.status).toBe(200)
    const after = JSON.parse(withoutSignatures(saved.body)) as AudioBook
    expect(after).toMatchObject(
      JSON.parse(
        withoutSignatures(JSON.stringify({ coverImageUrl, coverImagePreviewUrl, audioUrl })),
      ) as object,
    )
    const wrong = { ...form, AudioUrl: `/media/${'x'.repeat(22)}.ogg?signature=${'x'.repeat(22)}` }
    expect(await server.attempt(updateAudioBook, { params, form: wrong }, editor.headers)).toMatchObject({
      codes: ['UnknownMedia'],
    })
  })

  it('that an editor writes as a text comes back as it was written', async () => {
    const { coverImageUrl } = await server.call(
      getAudioBook,
      { params: { id: bookId } },
      (await makePerson(server)).headers,
    )
    const text = withoutSignatures(String(coverImageUrl))
    const { headers: mine } = await makePerson(server, 'Editor')
    const form = { Name: text, Description: text, Genres: [text, `"audioUrl":"${text}"`] }
    const { body, status } = await server.attempt(createAudioBook, { form }, mine)
    const { id, name, description, genres } = JSON.parse(body) as AudioBook
    expect([status, name, description, genres]).toEqual([201, text, text, form.Genres])
    await server.call(deleteAudioBook, { params: { id } }, mine)
  })

  it('is signed in what a refusal tells, too', async () => {
    const { headers: mine } = await makePerson(server)
    const body = { items: [{ audioBookId: bookId }], currentIndex: 0, baseVersion: 0 }
    await server.call(saveQueue, { body }, mine)
    const stale = await server.attempt(saveQueue, { body: { ...body, items: [], currentIndex: null } }, mine)
    expect(stale.status).toBe(409)
    expect(stale.body.match(addressForm)).toHaveLength(2)
  })
})

/** What `printRoutes` draws as a tree, for GET. */
function listUrls(tree: string): string[] {
  const path: string[] = []
  return tree.split('\n').flatMap((line) => {
    const [, indent = '', piece = '', methods = ''] = /^([│ ]*)[├└]── (\S*) \((.*)\)/.exec(line) ?? []
    path.splice(indent.length / 4, path.length, piece)
    return methods.split(', ').includes('GET') ? [path.join('')] : []
  })
}
