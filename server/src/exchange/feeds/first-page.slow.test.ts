import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { getPodcastFeed, replacePodcastFeed } from '@earmark/contract/feed-settings.ts'
import { addFeedToken } from '@earmark/contract/feed-tokens.ts'
import { describe, expect, it, vi } from 'vitest'
import { temporaryFolder } from '../../config/config.ts'
import { forAllTests } from '../../testing/for-all-tests.ts'
import { makePerson } from '../../testing/people.ts'
import { openFilesIn } from '../../testing/process-state.ts'
import { makeEpisode, makePodcast, soundOf } from '../../testing/records.ts'
import { startTestServer } from '../../testing/server.ts'
import { Turns } from './making/turns.ts'

/** A podcast of 2 302 episodes, of which a first page is larger than what is held in memory. */

const episodesCount = 2302
const origin = 'https://audio.example.org'
const server = await forAllTests(startTestServer({ environment: { PUBLIC_URL: origin } }))
const editor = await makePerson(server, 'Editor')
const listener = await makePerson(server)
const { token } = await server.call(addFeedToken, { body: { name: 'Phone' } }, listener.headers)
const podcastId = await makePodcast(server, { name: 'Stars' })
const params = { id: podcastId }
const paths = {
  public: `/feeds/podcasts/${podcastId}.xml`,
  private: `/feeds/p/${token}/podcasts/${podcastId}.xml`,
}

await makeEpisode(server, podcastId, { number: episodesCount, name: 'Newest', audio: soundOf(1) })
const { connection } = server.deps.db
const sound = await connection.selectFrom('recordings').select('media_id').executeTakeFirstOrThrow()
for (let from = 1; from < episodesCount; from += 500) {
  const numbers = Array.from({ length: Math.min(500, episodesCount - from) }, (_, place) => from + place)
  const rows = numbers.map((number) => ({
    podcast_id: podcastId,
    number,
    name: `Episode ${number}`,
    description: 'Tin roof. '.repeat(100),
    feed_guid: `episode-${number}`,
    created_at: number,
    updated_at: 1,
    is_public: 1 as const,
  }))
  const added = await connection.insertInto('episodes').values(rows).returning('id').execute()
  const recordings = added.map(({ id: episode_id }) => ({ episode_id, media_id: sound.media_id }))
  await connection.insertInto('recordings').values(recordings).execute()
}

async function setFirstPage(firstPageItems: number): Promise<void> {
  const settings = await server.call(getPodcastFeed, { params }, editor.headers)
  const body = { ...settings, firstPageItems } as never
  await server.call(replacePodcastFeed, { params, body }, editor.headers)
}

const get = (url: string, headers = {}) => server.app.inject({ url, headers })
const guidsOf = (xml: string) => [...xml.matchAll(/<guid [^>]*>([^<]*)</g)].map(([, guid]) => guid)
const linksOf = (xml: string, path: string) =>
  Object.fromEntries(
    [...xml.matchAll(/<atom:link href="([^"]*)" rel="(first|previous|next|last|self)"/g)].map(
      ([, href = '', rel = '']) => [rel, href.replace(origin + path, '')],
    ),
  )

describe.each(Object.entries(paths))('the %s feed', (_kind, path) => {
  it.each([
    [1000, [1000, 1000, 302]],
    [1001, [1001, 1000, 301]],
    [1302, [1302, 1000]],
    [2301, [2301, 1]],
    [2302, [2302]],
    [10_000, [2302]],
  ])('of a first page of %i items has pages of %j, each item once', async (firstPageItems, counts) => {
    await setFirstPage(firstPageItems)
    const addresses = counts.map((_, place) => (place === 0 ? '' : `?page=${place + 1}`))
    const bodies: string[] = []
    for (const address of addresses) bodies.push((await get(path + address)).body)
    const guids = bodies.map(guidsOf)
    expect(guids.map(({ length }) => length)).toEqual(counts)
    expect(new Set(guids.flat()).size).toBe(episodesCount)
    expect(guids.flat().slice(1)).toEqual(
      Array.from({ length: episodesCount - 1 }, (_, place) => `episode-${episodesCount - 1 - place}`),
    )
    expect(bodies.map((body) => linksOf(body, path))).toEqual(
      addresses.map((self, place) => ({
        self,
        ...(counts.length > 1 && { first: '', last: addresses.at(-1) }),
        ...(place > 0 && { previous: addresses[place - 1] }),
        ...(place < counts.length - 1 && { next: addresses[place + 1] }),
      })),
    )
    expect((await get(`${path}?page=${counts.length + 1}`)).statusCode).toBe(404)
  })

  it('has another tag when the first page becomes longer', async () => {
    await setFirstPage(1000)
    const { etag } = (await get(path)).headers
    expect((await get(path, { 'if-none-match': etag })).statusCode).toBe(304)
    await setFirstPage(2000)
    const longer = await get(path, { 'if-none-match': etag })
    expect(longer.statusCode).toBe(200)
    expect(guidsOf(longer.body)).toHaveLength(2000)
  })

  it('is not made for its head, nor for those who have it', async () => {
    await setFirstPage(2302)
    const made = vi.spyOn(server.deps.db.dialect, 'idSet')
    const head = await server.app.inject({ url: path, method: 'HEAD' })
    expect(head).toMatchObject({ statusCode: 200, body: '' })
    const { etag } = head.headers
    expect(head.headers['content-type']).toBe('application/rss+xml; charset=utf-8')
    expect(await get(path, { 'if-none-match': etag })).toMatchObject({ statusCode: 304, headers: { etag } })
    expect(made).not.toHaveBeenCalled()
    expect((await get(path)).headers.etag).toBe(etag)
    const past = await server.app.inject({ url: `${path}?page=2`, method: 'HEAD' })
    expect(past.statusCode).toBe(404)
  })

  it('is made once for all who ask at a time, whatever coding they take', async () => {
    await setFirstPage(2302)
    const made = vi.spyOn(server.deps.db.dialect, 'idSet')
    const [plain, br, gzip] = await Promise.all([
      get(path),
      get(path, { 'accept-encoding': 'br' }),
      get(path, { 'accept-encoding': 'gzip' }),
    ])
    expect(guidsOf(plain.body)).toHaveLength(episodesCount)
    expect(plain.body).toMatch(/<\/channel>\n<\/rss>\n$/)
    expect(plain.headers['content-length']).toBe(String(plain.rawPayload.length))
    expect(brotliDecompressSync(br.rawPayload).toString()).toBe(plain.body)
    expect(gunzipSync(gzip.rawPayload).toString()).toBe(plain.body)
    const pieces = 12
    expect(made).toHaveBeenCalledTimes(pieces)
  })

  it('is given up when its last client leaves, and whole for the next', async () => {
    if (!server.app.server.listening) await server.app.listen({ port: 0, host: '127.0.0.1' })
    await setFirstPage(2302)
    const { port } = server.app.server.address() as AddressInfo
    const turns = vi.spyOn(Turns.prototype, 'run')
    const [leaving, seen] = [connect(port, '127.0.0.1'), Promise.withResolvers<void>()]
    const idSet = server.deps.db.dialect.idSet.bind(server.deps.db.dialect)
    const accepted = once(server.app.server, 'connection')
    await once(leaving, 'connect')
    const [socket] = (await accepted) as [typeof leaving]
    const made = vi.spyOn(server.deps.db.dialect, 'idSet').mockImplementation((ids) => {
      socket.destroy()
      seen.resolve()
      return idSet(ids)
    })
    leaving.on('error', () => undefined).write(`GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`)
    await seen.promise
    await expect(turns.mock.results[0]?.value).rejects.toThrow('aborted')
    const pieces = 12
    expect(made.mock.calls.length).toBeLessThan(pieces)
    made.mockRestore()
    expect(guidsOf((await get(path)).body)).toHaveLength(episodesCount)
  })
})

it('a long page is kept on the disk, a private one nowhere', async () => {
  await setFirstPage(2302)
  const openFiles = () => openFilesIn(temporaryFolder(server.deps.config)).length
  await get(paths.public)
  await expect.poll(openFiles).toBe(1)
  await get(paths.private)
  await expect.poll(openFiles).toBe(1)
  const made = vi.spyOn(server.deps.db.dialect, 'idSet')
  await get(paths.public)
  expect(made).not.toHaveBeenCalled()
  await get(paths.private)
  expect(made).toHaveBeenCalled()
})

it('clients of long pages take turns, two at a time', async () => {
  await setFirstPage(2302)
  const tokens = await Promise.all(
    [1, 2, 3, 4].map((place) =>
      server.call(addFeedToken, { body: { name: `Phone ${place}` } }, listener.headers),
    ),
  )
  const turns = vi.spyOn(Turns.prototype, 'run')
  const answers = await Promise.all(
    tokens.map((one) => get(`/feeds/p/${one.token}/podcasts/${podcastId}.xml`)),
  )
  for (const { body } of answers) expect(guidsOf(body)).toHaveLength(episodesCount)
  expect(turns).toHaveBeenCalledTimes(tokens.length)
  await get(`${paths.private}?page=1&again`)
  expect(turns).toHaveBeenCalledTimes(tokens.length + 1)
  await setFirstPage(1000)
  await get(paths.private)
  expect(turns).toHaveBeenCalledTimes(tokens.length + 1)
})
