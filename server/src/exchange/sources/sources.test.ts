import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { getEditedEpisodeOverview } from '@earmark/contract/edited-records.ts'
import { getEpisodeOverview } from '@earmark/contract/episode-lists.ts'
import { updateEpisode } from '@earmark/contract/episode-edits.ts'
import { getEpisode } from '@earmark/contract/episodes.ts'
import { listFollows } from '@earmark/contract/follows.ts'
import { getPodcast } from '@earmark/contract/podcasts.ts'
import * as contract from '@earmark/contract/sources.ts'
import { describe, expect, test } from 'vitest'
import { forAllTests } from '../../testing/for-all-tests.ts'
import { rss } from '../../testing/made-up-feeds.ts'
import {
  answers,
  cut,
  feed,
  file,
  loginPage,
  notFound,
  redirects,
  startInternet,
} from '../../testing/made-up-internet/internet.ts'
import { makePerson } from '../../testing/people.ts'
import { makePodcast } from '../../testing/records.ts'
import { startTestServer } from '../../testing/server.ts'

const internet = await forAllTests(startInternet())
const server = await forAllTests(startTestServer({ internet }))
const editor = await makePerson(server, 'Editor')
const listener = await makePerson(server)
const sound = await readFile(join(import.meta.dirname, '../../media/fixtures/tone.mp3'))

const address = await server.app.listen({ port: 0, host: '127.0.0.1' })
const day = 24 * 3600 * 1000
const first = Date.UTC(2025, 11, 1)
const walks = [3, 2, 1].map((number) => ({
  title: `Walk ${number}`,
  publishedAt: first + number * day,
  seconds: 60 * number,
}))

let hosts = 0
/** A host of its own for each test. */
function newHost(site: Parameters<typeof internet.host>[1]): string {
  hosts += 1
  const name = `feeds${hosts}.example`
  internet.host(name, site)
  return name
}

const add = (url: string, { headers } = editor) =>
  server.attempt(contract.addSource, { body: { url } }, headers)
const added = (url: string) => server.call(contract.addSource, { body: { url } }, editor.headers)

describe('adding a feed', () => {
  test('makes one creator of a name that many feeds have at once', async () => {
    const more = '<itunes:author>Many Feeds</itunes:author>'
    const numbers = [1, 2, 3, 4, 5, 6]
    const site = Object.fromEntries(
      numbers.map((number) => [`/${number}`, feed(rss({ title: `Feed ${number}`, more, items: walks }))]),
    )
    const host = newHost(site)
    await Promise.all(numbers.map((number) => added(`http://${host}/${number}`)))
    const creators = server.deps.db.connection.selectFrom('creators').where('nickname', '=', 'Many Feeds')
    expect(await creators.select('id').execute()).toHaveLength(1)
  })

  test('makes its podcast with what was read, and the caller follows it', async () => {
    const more =
      '<description>On foot.</description><language>en-gb</language><itunes:author>Ada Brook</itunes:author><itunes:category text="Sports"/><link>https://walks.example/</link>'
    const host = newHost({ '/feed.xml': feed(rss({ more, items: walks })) })
    const source = await added(`http://${host}/feed.xml`)
    expect(source).toMatchObject({
      url: `http://${host}/feed.xml`,
      state: 'active',
      podcastName: 'Walks',
      keep: 'none',
      failingSince: null,
      checkedAt: new Date(server.time.now).toISOString(),
      lastError: null,
      failures: 0,
      episodesCount: 3,
    })
    const podcast = await server.call(getPodcast, { params: { id: source.podcastId } })
    expect(podcast).toMatchObject({
      name: 'Walks',
      description: 'On foot.',
      language: 'en-GB',
      link: 'https://walks.example/',
      categories: ['Sports'],
      voicers: [{ nickname: 'Ada Brook' }],
      source: { homepage: 'https://walks.example/', state: 'active', isListed: true },
    })
    expect(
      podcast.episodes.map(({ number, name, durationSeconds, publishedAt }) => [
        number,
        name,
        durationSeconds,
        publishedAt,
      ]),
    ).toEqual(
      [1, 2, 3].map((number) => [
        number,
        `Walk ${number}`,
        60 * number,
        new Date(first + number * day).toISOString(),
      ]),
    )
    const follows = await server.call(listFollows, {}, editor.headers)
    expect(follows.find(({ podcast: { id } }) => id === source.podcastId)?.newCount).toBe(0)
  })

  test('keeps the notes of its episodes as a tree, which single episodes have', async () => {
    const more = '<description>&lt;h2&gt;Guests&lt;/h2&gt;&lt;p&gt;12:34 &lt;b&gt;Ada&lt;/b&gt;</description>'
    const host = newHost({ '/feed.xml': feed(rss({ items: [{ title: 'Walk 1', seconds: 60, more }] })) })
    const { podcastId: id } = await added(`http://${host}/feed.xml`)
    const { episodes } = await server.call(getPodcast, { params: { id } })
    const params = { id, episodeId: episodes[0]?.id ?? 0 }
    const notes = [
      { kind: 'h', runs: [{ text: 'Guests' }] },
      { kind: 'p', runs: [{ text: '12:34 ' }, { text: 'Ada', mark: 'strong' }] },
    ]
    for (const endpoint of [getEpisode, getEpisodeOverview])
      expect(await server.call(endpoint, { params })).toMatchObject({ name: 'Walk 1', notes })
    const { headers } = editor
    expect(await server.call(getEditedEpisodeOverview, { params }, headers)).toMatchObject({ notes })
  })

  test.each([
    ['<itunes:episode>204</itunes:episode>', '204', '<podcast:episode>204<'],
    ['<itunes:episode>12b</itunes:episode>', '12b', '<podcast:episode display="12b">1<'],
    [
      '<podcast:episode display="Part 3">3</podcast:episode>',
      'Part 3',
      '<podcast:episode display="Part 3">1<',
    ],
    ['', null, '<podcast:episode>1<'],
  ])(
    'says %s as its feed does, until an editor gives it another number',
    async (more, episodeLabel, told) => {
      const host = newHost({ '/feed.xml': feed(rss({ items: [{ title: 'Walk', seconds: 60, more }] })) })
      const source = await added(`http://${host}/feed.xml`)
      const id = source.podcastId
      const { episodes } = await server.call(getPodcast, { params: { id } })
      const params = { id, episodeId: episodes[0]?.id ?? 0 }
      const renumber = (number: number) =>
        server.call(
          updateEpisode,
          { params, form: { Id: params.episodeId, Number: number, Name: 'Walk' } },
          editor.headers,
        )
      expect(await renumber(1)).toMatchObject({ number: 1, episodeLabel })
      for (const endpoint of [getEpisode, getEpisodeOverview])
        expect(await server.call(endpoint, { params })).toMatchObject({ number: 1, episodeLabel })
      const ours = async () => (await server.app.inject(`/feeds/podcasts/${id}.xml`)).body
      expect(await ours()).toContain(told)
      expect(await renumber(2)).toMatchObject({ number: 2, episodeLabel: null })
      expect(await ours()).toContain('<podcast:episode>2<')
      internet.host(host, {
        '/feed.xml': feed(
          rss({
            items: [{ title: 'Long walk', seconds: 60, more: more || '<itunes:episode>9</itunes:episode>' }],
          }),
        ),
      })
      await server.call(contract.checkSource, { params: { id: source.id } }, editor.headers)
      await server.deps.sourceChecks.runDue()
      const later = await server.call(getEpisode, { params })
      expect(later).toMatchObject({ name: 'Long walk', number: 2 })
      expect(later.episodeLabel).toBe(null)
    },
  )

  test('answers the one that there is to everyone who adds it again', async () => {
    const host = newHost({ '/feed': feed(rss({ items: walks })) })
    const other = await makePerson(server, 'Editor')
    const source = await added(`http://${host}/feed`)
    const again = await add(`https://www.${host}/feed/`, other)
    expect(again).toMatchObject({ status: 200 })
    expect(JSON.parse(again.body)).toMatchObject({ id: source.id })
    expect(await server.call(listFollows, {}, other.headers)).toMatchObject([
      { podcast: { id: source.podcastId } },
    ])
    expect(internet.requestsOf(host)).toHaveLength(1)
  })

  test.each([
    ['with its items', walks.slice(1)],
    ['that is empty by now', []],
  ])('answers the one at the address that a feed %s says it has moved to', async (_name, items) => {
    const there = newHost({ '/new': feed(rss({ items: walks })) })
    const source = await added(`http://${there}/new`)
    const more = `<itunes:new-feed-url>https://${there}/new</itunes:new-feed-url>`
    const again = await add(`http://${newHost({ '/old': feed(rss({ more, items })) })}/old`)
    expect([again.status, JSON.parse(again.body)]).toMatchObject([200, { id: source.id }])
  })

  test('makes a podcast of a feed that names one with other items as its new address', async () => {
    const there = newHost({ '/new': feed(rss({ items: walks })) })
    await added(`http://${there}/new`)
    const more = `<itunes:new-feed-url>http://${there}/new</itunes:new-feed-url>`
    const items = [{ title: 'A talk', seconds: 5 }]
    expect(await add(`http://${newHost({ '/': feed(rss({ more, items })) })}/`)).toMatchObject({
      status: 201,
    })
  })

  test('answers the one of a podcast whose feed here is added', async () => {
    const source = await added(`http://${newHost({ '/feed': feed(rss({ items: walks })) })}/feed`)
    const again = await add(`http://localhost:3000/feeds/podcasts/${source.podcastId}.xml`)
    expect([again.status, JSON.parse(again.body)]).toMatchObject([200, { id: source.id }])
  })

  test('makes nothing of other addresses of this server', async () => {
    const before = await server.call(contract.listSources, {}, editor.headers)
    const id = await makePodcast(server, { name: 'Lighthouse' })
    const own = `http://localhost:3000/feeds/podcasts/${id}.xml`
    internet.host('localhost', { [new URL(own).pathname]: feed(rss({ items: walks })) })
    const host = newHost({ '/moved': redirects(own, 301), '/now': redirects(own, 302) })
    const paths = [
      'feeds/audio-books/1.xml',
      'feeds/podcasts/999999.xml',
      `feeds/p/${'x'.repeat(22)}/library.xml`,
    ]
    const here = paths.map((path) => `http://localhost:3000/${path}`)
    for (const url of [own, ...here, `http://${host}/moved`, `http://${host}/now`])
      expect(await add(url)).toMatchObject({ status: 422, codes: ['FeedUnavailable'] })
    expect((await add(own)).errors[0]?.description).toBe('This address is not allowed.')
    expect(await server.call(contract.listSources, {}, editor.headers)).toEqual(before)
  })

  test('makes one podcast where two add it at once', async () => {
    const host = newHost({ '/feed': feed(rss({ items: walks })) })
    const both = await Promise.all([add(`http://${host}/feed`), add(`http://${host}/feed`)])
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 201])
    expect(new Set(both.map(({ body }) => (JSON.parse(body) as contract.Source).podcastId)).size).toBe(1)
  })

  test.each([
    ['no address', 'nothing at all'],
    ['another scheme', 'ftp://feeds.example/feed'],
    ['an empty one', ' '],
  ])('refuses %s', async (_name, url) => {
    expect(await add(url)).toMatchObject({ status: 400, codes: ['InvalidUrl'], errors: [{ field: 'url' }] })
  })

  test.each([
    ['a login page', { '/': loginPage }],
    ['nothing', { '/': notFound }],
    ['an empty answer', { '/': answers(200) }],
    ['redirects without an end', { '/': redirects('/') }],
  ])('makes nothing of %s, and tells editors why', async (_name, site) => {
    const before = await server.call(contract.listSources, {}, editor.headers)
    const host = newHost(site)
    const refused = await add(`http://${host}/`)
    expect(refused).toMatchObject({ status: 422, codes: ['FeedUnavailable'] })
    expect(await server.call(contract.listSources, {}, editor.headers)).toEqual(before)
  })

  test('asks nobody in the own network', async () => {
    for (const url of [
      'http://127.0.0.1/',
      'http://[::1]/feed',
      'http://2130706433/',
      'http://localhost/feed',
    ])
      expect(await add(url)).toMatchObject({ status: 422, codes: ['FeedUnavailable'] })
  })

  test('is for editors', async () => {
    expect(await add('http://feeds.example/', listener)).toMatchObject({ status: 403 })
    expect(await server.attempt(contract.listSources, {}, listener.headers)).toMatchObject({ status: 403 })
    expect(
      await server.attempt(contract.addSource, { body: { url: 'http://feeds.example/' } }),
    ).toMatchObject({ status: 401 })
  })

  test('keeps user and password sealed, and shows the host alone', async () => {
    const right = `Basic ${Buffer.from('me:pass').toString('base64')}`
    const host = newHost(({ headers }) =>
      headers.authorization === right ? feed(rss({ items: walks })) : answers(401),
    )
    const source = await added(`http://me:pass@${host}/feed`)
    expect(source.url).toBe(host)
    const rows = await server.deps.db.connection
      .selectFrom('sources')
      .selectAll()
      .where('id', '=', source.id)
      .execute()
    expect(JSON.stringify(rows)).not.toContain('pass"')
    expect(rows[0]).toMatchObject({ url: `http://${host}/feed` })
    expect(rows[0]?.secret).toMatch(/^[\w-]{30,}$/)
  })
})

describe('a sound elsewhere', () => {
  const items = [
    { title: 'Walk', publishedAt: first, url: 'http://sounds.example/walk.mp3', bytes: sound.length },
  ]

  async function relayed(site: Parameters<typeof internet.host>[1] = { '/walk.mp3': file(sound) }) {
    internet.host('sounds.example', site)
    const host = newHost({ '/feed': feed(rss({ items })) })
    const { podcastId } = await added(`http://${host}/feed`)
    const { episodes } = await server.call(getPodcast, { params: { id: podcastId } })
    const url = episodes[0]?.audioUrl as string
    const get = async (headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') => {
      const response = await fetch(`${address}${url}`, { method, headers })
      const body = Buffer.from(await response.arrayBuffer())
      return { statusCode: response.status, headers: Object.fromEntries(response.headers), body }
    }
    return { podcastId, url, get }
  }

  test('is passed on whole and by ranges, as our own', async () => {
    const { url, get } = await relayed()
    expect(url).toMatch(/^\/relay\/[\w-]{22}\.mp3$/)
    const whole = await get()
    expect(whole.statusCode).toBe(200)
    expect(whole.body.equals(sound)).toBe(true)
    expect(whole.headers).toMatchObject({
      'content-type': 'audio/mpeg',
      'content-length': String(sound.length),
      'cache-control': 'private, no-store',
    })
    const part = await get({ range: 'bytes=100-199' })
    expect(part.statusCode).toBe(206)
    expect(part.headers['content-range']).toBe(`bytes 100-199/${sound.length}`)
    expect(part.body.equals(sound.subarray(100, 200))).toBe(true)
    const last = internet.requestsOf('sounds.example').at(-1)
    expect(last?.headers).toMatchObject({
      range: 'bytes=100-199',
      'user-agent': 'Earmark (+http://localhost:3000/)',
    })
    expect(last?.headers).not.toHaveProperty('cookie')
  })

  test('is in the feed of its podcast, with the guid that its own feed has', async () => {
    const { podcastId, url } = await relayed()
    const { body } = await server.app.inject({ url: `/feeds/podcasts/${podcastId}.xml` })
    expect(body).toContain('<guid isPermaLink="false">walk</guid>')
    expect(body).toContain(
      `<enclosure url="http://localhost:3000${url}" length="${sound.length}" type="audio/mpeg"/>`,
    )
  })

  test('has a head, without its bytes', async () => {
    const { get } = await relayed()
    const head = await get({}, 'HEAD')
    expect(head).toMatchObject({ statusCode: 200, headers: { 'content-length': String(sound.length) } })
    expect(head.body).toHaveLength(0)
  })

  test.each([
    ['that is not there', notFound, 404],
    ['that is refused', answers(403), 503],
    ['with another range', file(sound, 'audio/mpeg', 'another'), 503],
    ['with fewer bytes than its range says', file(sound, 'audio/mpeg', 'short'), 503],
  ] as const)('%s is %#', async (_name, answer, status) => {
    const { get } = await relayed({ '/walk.mp3': answer })
    expect(await get({ range: 'bytes=100-199' })).toMatchObject({ statusCode: status })
  })

  test('of a host that takes no ranges comes whole', async () => {
    const { get } = await relayed({ '/walk.mp3': file(sound, 'audio/mpeg', 'ignored') })
    expect(await get({ range: 'bytes=100-199' })).toMatchObject({ statusCode: 200, body: sound })
  })

  test('whose host breaks off is broken off, or never begins', async () => {
    const { get } = await relayed({ '/walk.mp3': cut(sound) })
    const outcome = await get().then(
      ({ statusCode }) => statusCode,
      () => 'broken off',
    )
    // By whether the first bytes have come before.
    expect([503, 'broken off']).toContain(outcome)
  })

  test('beyond its end is no range', async () => {
    const { get } = await relayed()
    expect(await get({ range: 'bytes=99999999-' })).toMatchObject({ statusCode: 416 })
  })

  test('plays on by the address that it had when it was of another type', async () => {
    const { url } = await relayed()
    const { status, headers } = await fetch(`${address}${url.replace('.mp3', '.m4a')}`)
    expect([status, headers.get('content-type')]).toEqual([200, 'audio/mpeg'])
  })

  test('of a key that nobody has, or under a name that no sound has, is 404', async () => {
    const { url } = await relayed()
    for (const wrong of ['/relay/x.mp3', `/relay/${'a'.repeat(22)}.mp3`, url.replace('.mp3', '.webp')])
      expect((await fetch(`${address}${wrong}`)).status).toBe(404)
  })
})
