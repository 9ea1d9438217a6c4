import { pageEpisodes } from '@earmark/contract/episode-lists.ts'
import { listFollows } from '@earmark/contract/follows.ts'
import { getPodcast } from '@earmark/contract/podcasts.ts'
import * as contract from '@earmark/contract/sources.ts'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { forAllTests } from '../../../testing/for-all-tests.ts'
import { type MadeUpItem, rss } from '../../../testing/made-up-feeds.ts'
import { type Answer, feed, loginPage, startInternet } from '../../../testing/made-up-internet/internet.ts'
import { signedInAlways } from '../../../testing/people.ts'
import { startTestServer } from '../../../testing/server.ts'
import { archiveJob } from './archive-job.ts'

const internet = await forAllTests(startInternet())
const server = await forAllTests(startTestServer({ internet }))
const timeout = AbortSignal.timeout.bind(AbortSignal)
// How many pages are read at once does not depend on how busy the machine is.
beforeEach(() => void vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => timeout(10 * ms)))
const day = 24 * 3600 * 1000
const first = Date.UTC(2020, 0, 1)

/** The newest first, as pages have them. */
function walks(from: number, to: number): MadeUpItem[] {
  return Array.from({ length: from - to + 1 }, (_, index) => from - index).map((number) => ({
    title: `Walk ${number}`,
    publishedAt: first + number * day,
    bytes: number,
  }))
}

let hosts = 0
function newHost() {
  hosts += 1
  const host = `paged${hosts}.example`
  const site = new Map<string, Answer>()
  const serve = (path: string, answer: Answer) => {
    site.set(path, answer)
    internet.host(host, Object.fromEntries(site))
  }
  const page = (path: string, items: readonly MadeUpItem[], next: string | null, rel = 'next') =>
    serve(
      path,
      feed(
        rss({
          more:
            next === null
              ? ''
              : `<atom:link xmlns:atom="http://www.w3.org/2005/Atom" rel="${rel}" href="${next}"/>`,
          items,
        }),
      ),
    )
  return {
    host,
    url: `http://${host}/feed`,
    page,
    serve,
    asked: () => internet.requestsOf(host).map(({ path }) => path),
  }
}

const headers = signedInAlways(server, 'Editor')

async function add(url: string) {
  const { id, podcastId } = await server.call(contract.addSource, { body: { url } }, await headers())
  const episodes = async () => {
    const podcast = await server.call(getPodcast, { params: { id: podcastId } })
    return podcast.episodes.map(({ number, name }) => [number, name] as const)
  }
  const read = async () => await server.call(contract.getSource, { params: { id } }, await headers())
  return { id, podcastId, episodes, read }
}

async function pass(milliseconds: number): Promise<void> {
  server.time.now += milliseconds
  await server.deps.sourceChecks.runDue()
}

const numbered = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => [from + index, `Walk ${from + index}`])

describe('the pages of a feed', () => {
  test.each(['next', 'prev-archive'])(
    'that it names as %s are read with it, in order of publication',
    async (rel) => {
      const { url, page } = newHost()
      page('/feed', walks(9, 7), '/2', rel)
      page('/2', walks(6, 4), '/3', rel)
      page('/3', walks(4, 1), null)
      const source = await add(url)
      expect(await source.episodes()).toEqual(numbered(1, 9))
      expect(await source.read()).toMatchObject({ episodesCount: 9, lastError: null })
    },
  )

  test('have all their items where all of them have one guid, read with it or later', async () => {
    const ofOneGuid = (from: number, to: number) =>
      walks(from, to).map((item) => ({ ...item, guid: 'https://example.com/show' }))
    const { url, page, serve } = newHost()
    page('/feed', ofOneGuid(12, 10), '/2')
    page('/2', ofOneGuid(10, 7), '/3')
    serve('/3', loginPage)
    const source = await add(url)
    const names = async () => (await source.episodes()).map(([, name]) => name).toSorted()
    const titles = (from: number, to: number) =>
      walks(from, to)
        .map(({ title }) => title)
        .toSorted()
    expect(await names()).toEqual(titles(12, 7))
    page('/3', ofOneGuid(7, 4), '/4')
    page('/4', ofOneGuid(3, 1), null)
    await server.deps.jobs.runDue(archiveJob)
    expect(await names()).toEqual(titles(12, 1))
    await pass(2 * day)
    expect(await names()).toEqual(titles(12, 1))
  })

  test('are read once, also where they lead in a circle or away from encryption', async () => {
    const { url, page, asked } = newHost()
    page('/feed', walks(4, 3), '/2')
    page('/2', walks(2, 1), '/feed')
    expect(await (await add(url)).episodes()).toEqual(numbered(1, 4))
    expect(asked()).toEqual(['/feed', '/2'])
  })

  test('that cannot be read come later, as nobody’s new ones', async () => {
    const { url, page, serve } = newHost()
    page('/feed', walks(6, 5), '/2')
    serve('/2', loginPage)
    const source = await add(url)
    expect(await source.episodes()).toHaveLength(2)
    page('/2', walks(4, 3), '/3')
    page('/3', walks(2, 1), null)
    await server.deps.jobs.runDue(archiveJob)
    const names = (await source.episodes()).map(([, name]) => name)
    expect(names.toSorted()).toEqual(numbered(1, 6).map(([, name]) => name))
    const { items } = await server.call(pageEpisodes, {
      params: { id: source.podcastId },
      querystring: { sortBy: 'publishedAt', sortOrder: 'asc' } as never,
    })
    expect(items.map(({ name }) => name)).toEqual(numbered(1, 6).map(([, name]) => name))
    const follows = await server.call(listFollows, {}, await headers())
    expect(follows.find(({ podcast }) => podcast.id === source.podcastId)?.newCount).toBe(0)
  })

  test('are gone on with where a node has left them, after the next check at the latest', async () => {
    const { url, page, serve, asked } = newHost()
    page('/feed', walks(6, 5), '/2')
    serve('/2', loginPage)
    const source = await add(url)
    for (let count = 0; count < 5; count += 1) {
      await server.deps.jobs.runDue(archiveJob)
      server.time.now += day / 4
    }
    expect(await source.episodes()).toHaveLength(2)
    page('/2', walks(4, 3), '/3')
    serve('/3', loginPage)
    await pass(2 * day)
    await server.deps.jobs.runDue(archiveJob)
    expect(await source.episodes()).toHaveLength(4)
    page('/3', walks(2, 1), null)
    server.time.now += day / 4
    await server.deps.jobs.runDue(archiveJob)
    expect(await source.episodes()).toHaveLength(6)
    expect(asked().filter((path) => path === '/2').length).toBeLessThan(9)
  })

  test('are written beside a check that brings new episodes, each with a number of its own', async () => {
    const { url, page, serve } = newHost()
    page('/feed', walks(6, 5), '/2')
    serve('/2', loginPage)
    const source = await add(url)
    page('/feed', walks(8, 5), '/2')
    page('/2', walks(4, 3), '/3')
    page('/3', walks(2, 1), null)
    await Promise.all([pass(2 * day), server.deps.jobs.runDue(archiveJob)])
    const episodes = await source.episodes()
    expect(episodes.map(([number]) => number)).toEqual(numbered(1, 8).map(([number]) => number))
    expect(await source.read()).toMatchObject({ failures: 0, lastError: null, episodesCount: 8 })
  })

  test('after the first are asked for by a check only where nothing on it is known', async () => {
    const { url, page, asked } = newHost()
    page('/feed', walks(4, 3), '/2')
    page('/2', walks(2, 1), null)
    const source = await add(url)
    page('/feed', walks(5, 4), '/2')
    page('/2', walks(3, 2), '/3')
    page('/3', walks(1, 1), null)
    await pass(2 * day)
    expect(await source.episodes()).toEqual(numbered(1, 5))
    expect(asked()).toEqual(['/feed', '/2', '/feed'])
    page('/feed', walks(11, 10), '/2')
    page('/2', walks(9, 8), '/3')
    page('/3', walks(7, 5), '/4')
    await pass(2 * day)
    expect(await source.episodes()).toEqual(numbered(1, 11))
    expect(asked().slice(3)).toEqual(['/feed', '/2', '/3'])
  })

  test('keep what is on them: an episode is gone only where its own page would have it', async () => {
    const { url, page } = newHost()
    page('/feed', walks(6, 4), '/2')
    page('/2', walks(3, 1), null)
    const source = await add(url)
    page('/feed', [...walks(7, 6), ...walks(4, 4)], '/2')
    await pass(2 * day)
    const items = server.deps.db.connection.selectFrom('source_items').where('source_id', '=', source.id)
    const rows = await items.select(['guid_key', 'gone_at']).execute()
    expect(rows.filter(({ gone_at }) => gone_at !== null).map(({ guid_key }) => guid_key)).toEqual(['walk-5'])
  })
})

test('a podcast of another Earmark comes with all pages of its feed', async () => {
  const { url, page, asked } = newHost()
  const pages = 3
  for (let number = 1; number <= pages; number += 1)
    page(
      number === 1 ? '/feed' : `/feed?page=${number}`,
      walks((pages - number + 1) * 700, (pages - number) * 700 + 1),
      number === pages ? null : `/feed?page=${number + 1}`,
    )
  const source = await add(url)
  expect(asked()).toHaveLength(pages)
  const episodes = await source.episodes()
  expect(episodes).toHaveLength(2_100)
  expect(episodes).toEqual(numbered(1, 2_100))
})
