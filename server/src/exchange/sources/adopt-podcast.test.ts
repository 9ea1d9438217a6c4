import { createEpisode } from '@earmark/contract/episode-edits.ts'
import { getSourceImport, importSources, type SourceImport } from '@earmark/contract/opml.ts'
import { createPodcast } from '@earmark/contract/podcast-edits.ts'
import { getPodcast } from '@earmark/contract/podcasts.ts'
import * as contract from '@earmark/contract/sources.ts'
import { expect, test } from 'vitest'
import { forAllTests } from '../../testing/for-all-tests.ts'
import { audioFile } from '../../testing/forms.ts'
import { rss } from '../../testing/made-up-feeds.ts'
import { feed, file, startInternet } from '../../testing/made-up-internet/internet.ts'
import { makePerson } from '../../testing/people.ts'
import { startTestServer } from '../../testing/server.ts'
import { setFeedUrl } from '../move-in/apply/moved-records.queries.ts'
import { sourceImportJob } from '../opml/import-job.ts'
import { goneEpisodesJob } from './keep/gone-episodes.ts'
import { fetchJob, keepingJob } from './keep/keep-jobs.ts'

const internet = await forAllTests(startInternet())
const server = await forAllTests(startTestServer({ internet }))
const { headers } = await makePerson(server, 'Editor')
const sound = await audioFile('mp3')
const day = 24 * 3600 * 1000
const first = Date.UTC(2025, 11, 1)

let hosts = 0
/** A podcast with the files of some walks, as one that was brought from another program; its feed has others, too. */
async function broughtPodcast(walks: readonly number[], inFeed: readonly number[]) {
  hosts += 1
  const host = `brought${hosts}.example`
  const items = inFeed.map((number) => ({
    title: `Walk ${number}`,
    publishedAt: first + number * day,
    url: `http://${host}/${number}.mp3`,
  }))
  const site = Object.fromEntries(
    await Promise.all(
      inFeed.map(async (number) => [`/${number}.mp3`, file(Buffer.from(await sound.arrayBuffer()))]),
    ),
  )
  const more = '<description>As the feed says.</description><link>https://walks.example/</link>'
  internet.host(host, { ...site, '/feed': feed(rss({ title: 'Feed of walks', more, items })) })
  const { id } = await server.call(createPodcast, { form: { Name: 'Walks, brought' } }, headers)
  for (const [index, walk] of walks.entries()) {
    const PublishedAt = new Date(first + walk * day).toISOString()
    const form = { Number: index + 1, Name: `Walk ${walk}`, Description: 'Mine', PublishedAt, Audio: sound }
    await server.call(createEpisode, { params: { id }, form }, headers)
  }
  await setFeedUrl(server.deps.db.connection, id, `https://www.${host}/feed/`)
  return {
    id,
    url: `http://${host}/feed`,
    host,
    show: (some: typeof items) =>
      internet.host(host, { ...site, '/feed': feed(rss({ title: 'Feed of walks', more, items: some })) }),
    items,
  }
}

const episodesOf = async (id: number) => (await server.call(getPodcast, { params: { id } })).episodes
const byDate = (one: { publishedAt: string | null }, other: { publishedAt: string | null }) =>
  (one.publishedAt ?? '').localeCompare(other.publishedAt ?? '')
const shownOf = async (id: number) =>
  (await episodesOf(id))
    .toSorted(byDate)
    .map(({ name, description, audioUrl }) => [name, description, audioUrl?.split('/')[1]])
const add = (url: string, more = {}) =>
  server.attempt(contract.addSource, { body: { url, ...more } }, headers)
const sourceOf = async (id: number) =>
  (await server.call(contract.listSources, {}, headers)).find(({ podcastId }) => podcastId === id)

async function keep(): Promise<void> {
  for (let round = 0; round < 3; round += 1) {
    await server.deps.jobs.runDue(keepingJob)
    await server.deps.jobs.runDue(fetchJob)
  }
}

test('the feed of a podcast that was brought becomes its source, and its episodes keep files and texts', async () => {
  const podcast = await broughtPodcast([1, 2], [1, 2, 3])
  expect((await add(podcast.url)).status).toBe(200)
  expect(await shownOf(podcast.id)).toEqual([
    ['Walk 1', 'Mine', 'media'],
    ['Walk 2', 'Mine', 'media'],
    ['Walk 3', null, 'relay'],
  ])
  expect(await sourceOf(podcast.id)).toMatchObject({
    podcastId: podcast.id,
    podcastName: 'Walks, brought',
    episodesCount: 3,
    keptCount: 0,
    detached: ['name'],
    lastError: null,
  })
  // What it did not say of itself is the feed's.
  const { description, link } = await server.call(getPodcast, { params: { id: podcast.id } })
  expect([description, link]).toEqual(['As the feed says.', 'https://walks.example/'])
})

test('is made once by several at a time, and found afterwards', async () => {
  const podcast = await broughtPodcast([1], [1, 2])
  const statuses = await Promise.all([1, 2, 3].map(async () => (await add(podcast.url)).status))
  expect([...statuses, (await add(podcast.url)).status]).toEqual([200, 200, 200, 200])
  expect(await episodesOf(podcast.id)).toHaveLength(2)
})

test('a list of subscriptions that names it makes its source, too, where the feed can be read', async () => {
  const [readable, away] = [await broughtPodcast([1], [2, 1]), await broughtPodcast([1], [1])]
  await setFeedUrl(server.deps.db.connection, readable.id, readable.url)
  const outlines = [readable.url, `https://www.${away.host}/feed/`].map((url) => `<outline xmlUrl="${url}"/>`)
  const file = new File([`<opml version="2.0"><body>${outlines.join('')}</body></opml>`], 'feeds.opml')
  const begun = await server.attempt(importSources, { form: { File: file } }, headers)
  const { id } = JSON.parse(begun.body) as SourceImport
  await server.deps.jobs.runDue(sourceImportJob)
  const { items } = await server.call(getSourceImport, { params: { id } }, headers)
  expect(items.map(({ state, podcastId }) => [state, podcastId])).toEqual([
    ['known', readable.id],
    ['known', away.id],
  ])
  const made = await server.call(contract.listSources, {}, headers)
  const podcastIds = made.map(({ podcastId }) => podcastId)
  expect([readable.id, away.id].map((one) => podcastIds.includes(one))).toEqual([true, false])
  expect(await episodesOf(readable.id)).toHaveLength(2)
})

test('a feed that has none of its episodes brings its own beside them', async () => {
  const podcast = await broughtPodcast([1], [8, 9])
  await add(podcast.url)
  expect((await shownOf(podcast.id)).map(([name]) => name)).toEqual(['Walk 1', 'Walk 8', 'Walk 9'])
})

test('the files that were brought count as kept, are never given up, and never go with their items', async () => {
  const podcast = await broughtPodcast([2, 3], [1, 2, 3])
  await add(podcast.url, { keep: 'last', keepCount: 2 })
  await keep()
  expect((await shownOf(podcast.id)).map(([, , where]) => where)).toEqual(['relay', 'media', 'media'])
  expect(await sourceOf(podcast.id)).toMatchObject({ keptCount: 0, keptBytes: 0 })
  podcast.show(podcast.items.slice(0, 1))
  server.time.now += 2 * day
  await server.deps.sourceChecks.runDue()
  await server.deps.jobs.runDue(goneEpisodesJob)
  server.time.now += 91 * day
  await server.deps.jobs.runDue(goneEpisodesJob)
  await keep()
  expect((await shownOf(podcast.id)).map(([name]) => name)).toEqual(['Walk 1', 'Walk 2', 'Walk 3'])
})
