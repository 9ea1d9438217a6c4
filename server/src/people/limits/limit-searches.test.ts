import { beforeEach, describe, expect, it } from 'vitest'
import { startNode } from '../../testing/nodes.ts'
import { makeAudioBook } from '../../testing/records.ts'
import { startTestServer, makeWebFolder } from '../../testing/server.ts'
import { forAllTests } from '../../testing/for-all-tests.ts'

const minute = 60_000

let lastHost = 0
let from: string
const webFolder = await forAllTests(makeWebFolder())
const server = await forAllTests(
  startTestServer({ webFolder: webFolder.path, environment: { RATE_LIMITS: 'true' } }),
)
await makeAudioBook(server, { name: 'Tin Roof' })
beforeEach(() => {
  lastHost += 1
  from = `192.0.2.${lastHost}`
})

async function get(url: string, remoteAddress = from, app = server.app) {
  return await app.inject({ url, remoteAddress })
}

/** How many of the calls were answered with 200; the others have to be refusals. */
async function countAnswered(count: number, urlOf: (turn: number) => string, app = server.app) {
  let answered = 0
  for (let turn = 0; turn < count; turn += 1) {
    const { statusCode, body } = await get(urlOf(turn), from, app)
    if (statusCode === 200) answered += 1
    else expect(body).toContain('"TooManyRequests"')
  }
  return answered
}

const kinds = ['audio-books', 'podcasts', 'creators'] as const
const searchOf = (turn: number) => `/api/${kinds[turn % 3]}/paged?search=tin`

describe('searches from one network address', () => {
  it('are a hundred and twenty a minute, of all kinds together, kept answers too', async () => {
    expect(await countAnswered(120, searchOf)).toBe(120)
    const refused = await get(searchOf(0))
    expect(refused.statusCode).toBe(429)
    expect(refused.json()).toMatchObject([{ code: 'TooManyRequests' }])
    expect(refused.headers).toMatchObject({ 'retry-after': '60', 'cache-control': 'no-store' })
    expect(refused.headers).not.toHaveProperty('etag')
    expect(
      (await server.app.inject({ method: 'HEAD', url: searchOf(0), remoteAddress: from })).statusCode,
    ).toBe(429)
    expect((await get(searchOf(0), '198.51.100.1')).statusCode).toBe(200)
    server.time.now += minute - 1
    expect((await get(searchOf(0))).headers).toMatchObject({ 'retry-after': '1' })
    server.time.now += 1
    expect(await countAnswered(121, searchOf)).toBe(120)
  })

  it('are as many when all come at once', async () => {
    const all = Array.from({ length: 150 }, (_, turn) => get(searchOf(turn)))
    const statuses = (await Promise.all(all)).map(({ statusCode }) => statusCode)
    expect(statuses.filter((status) => status === 200)).toHaveLength(120)
    expect(statuses.filter((status) => status === 429)).toHaveLength(30)
  })

  it.each([
    '/api/audio-books/paged?%73earch=tin',
    '/api/audio-books/paged?pageSize=5&s%65%61rch=tin',
    '/api/audio-books/paged?&&search=tin',
    '/api/audio-books/paged?search=&search=tin',
    '/api/audio-books/paged?sortBy=relevance&search=+tin',
    '/api/audio-books/paged?search=%74in#',
    '/api/search?search=tin',
  ])('are counted however they are written: %s', async (url) => {
    await countAnswered(120, searchOf)
    expect((await get(url)).statusCode).toBe(429)
  })

  it('are not what asks for no search', async () => {
    const lists = [
      '/api/audio-books',
      '/api/podcasts/paged?pageSize=5',
      '/api/creators/paged?search=',
      '/api/audio-books/paged?search=%20+',
      '/api/audio-books/paged?research=tin',
      '/api/audio-books/paged?Search=tin',
    ]
    expect(await countAnswered(150, (turn) => lists[turn % lists.length] as string)).toBe(150)
    expect(await countAnswered(121, searchOf)).toBe(120)
    expect(await countAnswered(12, (turn) => lists[turn % lists.length] as string)).toBe(12)
  })

  it('leave the facets beside lists as many', async () => {
    const facetsOf = (turn: number) => `/api/${['audio-books', 'podcasts'][turn % 2]}/facets?search=tin`
    expect(await countAnswered(121, facetsOf)).toBe(120)
    expect(await countAnswered(121, searchOf)).toBe(120)
  })

  it('that are refused leave nothing behind for others', async () => {
    await countAnswered(120, searchOf)
    const fresh = '/api/audio-books/paged?search=roof'
    expect((await get(fresh)).statusCode).toBe(429)
    const answered = await get(fresh, '198.51.100.2')
    expect(answered.statusCode).toBe(200)
    expect(answered.json()).toMatchObject({ totalCount: 1 })
    const conditional = { 'if-none-match': answered.headers.etag as string }
    const again = await server.app.inject({ url: fresh, remoteAddress: from, headers: conditional })
    expect(again.statusCode).toBe(429)
  })

  it('are never more on two nodes together, and as many where both are asked in turn', async () => {
    await using node = await startNode(server)
    const apps = [server.app, node.app] as const
    let answered = 0
    for (let turn = 0; turn < 200; turn += 1) {
      answered += await countAnswered(1, () => searchOf(turn), apps[turn % 2])
    }
    expect(answered).toBe(120)
  })

  it('are at most as many with a restart in between', async () => {
    const before = await countAnswered(50, searchOf)
    await using node = await startNode(server)
    const after = await countAnswered(100, searchOf, node.app)
    expect(before).toBe(50)
    expect(before + after).toBeLessThanOrEqual(120)
    // What is lost is no more than the rest of one lease.
    expect(before + after).toBeGreaterThan(100)
  })
})

describe('the search page', () => {
  it('counts for its visitor, not for the server itself', async () => {
    // Each asks for audio books, for podcasts and for all kinds.
    for (let turn = 0; turn < 40; turn += 1) {
      expect((await get(`/search?search=tin${turn}`)).statusCode).toBe(200)
    }
    expect((await get(searchOf(0))).statusCode).toBe(429)
    const beyond = await get('/search?search=beyond')
    expect(beyond.statusCode).toBe(429)
    expect(Number(beyond.headers['retry-after'])).toBeGreaterThan(0)
    expect(beyond.headers).toMatchObject({ 'cache-control': 'no-store' })
    for (const other of ['127.0.0.1', '198.51.100.3']) {
      const page = await get('/search?search=beyond', other)
      expect(page.statusCode).toBe(200)
    }
  })
})
