import { describe, expect, it } from 'vitest'
import {
  makeAudioBook,
  makeCreator,
  makeEpisode,
  makePodcast,
  makeCollection,
  makeSeries,
} from '../../testing/records.ts'
import { startTestServer } from '../../testing/server.ts'
import { createSitemaps, maxAddresses } from './sitemap.ts'
import { listLastIds, listRecordPages } from './site.queries.ts'
import { forAllTests } from '../../testing/for-all-tests.ts'

const server = await forAllTests(startTestServer())
// Drafts, and an episode of one, are in no sitemap.
await makeAudioBook(server, { name: 'Draft', draft: true })
const draftId = await makePodcast(server, { name: 'Draft', draft: true })
await makeEpisode(server, draftId, { number: 1, name: 'Of a draft' })
const book = await makeAudioBook(server, { name: 'One' })
const podcastId = await makePodcast(server, { name: 'One' })
const other = await makePodcast(server, { name: 'Two' })
const episodes = [await makeEpisode(server, other, { number: 1, name: 'One' })]
await makeEpisode(server, other, { number: 3, name: 'Draft', draft: true })
episodes.push(await makeEpisode(server, other, { number: 2, name: 'Two' }))
const paths = [`/audio-books/${book}`, `/podcasts/${podcastId}`, `/podcasts/${other}`]
paths.push(...episodes.map((id) => `/podcasts/${other}/episodes/${id}`))
paths.push(`/creators/${await makeCreator(server, { nickname: 'One' })}`)
paths.push(`/series/${await makeSeries(server, 'One')}`)
paths.push(`/collections/${await makeCollection(server, 'One')}`)

const get = (url: string, headers = {}) => server.app.inject({ url, headers })

/** What is answered while the catalogue cannot be read. */
async function whileAway<T>(work: () => Promise<T>): Promise<T> {
  const { schema } = server.deps.db.connection
  await schema.alterTable('podcasts').renameTo('podcasts_away').execute()
  try {
    return await work()
  } finally {
    await schema.alterTable('podcasts_away').renameTo('podcasts').execute()
  }
}

describe('a sitemap', () => {
  it.each(['/sitemap.xml', '/sitemap-1.xml'])(
    '%s is kept, whatever follows its path, until the catalogue changes',
    async (url) => {
      const first = await get(url)
      expect(first.statusCode).toBe(200)
      expect(first.headers).toMatchObject({
        'content-type': 'application/xml; charset=utf-8',
        'cache-control': 'public, max-age=3600',
        'x-content-type-options': 'nosniff',
      })
      const kept = await whileAway(() => get(`${url}?again=1`))
      expect(kept).toMatchObject({ statusCode: 200, body: first.body })
      const known = await get(url, { 'if-none-match': first.headers.etag })
      expect(known.statusCode).toBe(304)
      const newer = await makePodcast(server, { name: 'Newer' })
      expect((await get(url)).body).toContain(`/podcasts/${newer}</loc>`)
    },
  )

  it.each([
    '/sitemap-abc.xml',
    '/sitemap-0.xml',
    '/sitemap-01.xml',
    '/sitemap--1.xml',
    '/sitemap-1234567.xml',
  ])('%s is none without a look at the catalogue', async (url) => {
    await makePodcast(server, { name: 'Newest' })
    expect((await whileAway(() => get(url))).statusCode).toBe(404)
  })

  it('beyond the last one is none, with one look at the catalogue', async () => {
    expect((await get('/sitemap-2.xml')).statusCode).toBe(404)
    const beyond = await whileAway(() => get('/sitemap-3.xml'))
    expect(beyond).toMatchObject({ statusCode: 404, headers: { 'cache-control': 'no-store' } })
  })

  it('tries again after the catalogue could not be read', async () => {
    await makePodcast(server, { name: 'Late' })
    expect((await whileAway(() => get('/sitemap.xml'))).statusCode).toBe(500)
    expect((await get('/sitemap.xml')).statusCode).toBe(200)
  })
})

it('has each record once, wherever a file ends', async () => {
  const { connection } = server.deps.db
  const lastIds = await listLastIds(connection)
  const places = lastIds.reduce((sum, lastId) => sum + lastId, 0)
  const whole = (await listRecordPages(connection, lastIds, { from: 0, count: places })).map(
    ({ path }) => path,
  )
  expect(whole.filter((path) => paths.includes(path))).toEqual(paths)
  for (let count = 1; count <= 8; count += 1) {
    const found: string[] = []
    for (let from = 0; from < places; from += count) {
      const pages = await listRecordPages(connection, lastIds, { from, count })
      expect(pages.length).toBeLessThanOrEqual(count)
      found.push(...pages.map(({ path }) => path))
    }
    expect(found).toEqual(whole)
  }
})

it('has an index of several files when there are many records', async () => {
  const sitemaps = createSitemaps(server.deps)
  expect(await sitemaps.file(2)).toBeNull()
  const { connection } = server.deps.db
  const row = { name: 'x', name_sort: 'x', is_public: 1 as const, created_at: 1, updated_at: 1 }
  for (let made = 0; made < 2 * maxAddresses; made += 1_000)
    await connection
      .insertInto('audio_books')
      .values(Array.from({ length: 1_000 }, () => row))
      .execute()
  // A stretch of what is no more is no file.
  const rows = () =>
    connection.selectFrom('audio_books').select(({ fn }) => fn.countAll<number>().as('count'))
  await connection
    .deleteFrom('audio_books')
    .where('id', '>', maxAddresses - 10)
    .where('id', '<', 2 * maxAddresses)
    .execute()
  server.deps.changes.changed(['podcasts/1'])
  const index = await sitemaps.whole()
  expect([...index.matchAll(/sitemap-(\d)\.xml/g)].map(([, number]) => number)).toEqual(['1', '3'])
  const files = await Promise.all([1, 2, 3, 4].map((number) => sitemaps.file(number)))
  const locations = files.flatMap((file) =>
    [...(file ?? '').matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url]) => url),
  )
  const { count } = await rows().where('is_public', '=', 1).executeTakeFirstOrThrow()
  expect(locations.filter((url) => url?.includes('/audio-books/'))).toHaveLength(count)
  expect(new Set(locations).size).toBe(locations.length)
  for (const path of paths) expect(locations).toContain(`${server.deps.config.publicUrl}${path}`)
  expect([files[1], files[3]]).toEqual([null, null])
})
