import { addSource, getSource } from '@earmark/contract/sources.ts'
import { expect, it } from 'vitest'
import { makePerson } from '../../src/testing/people.ts'
import { rss } from '../../src/testing/made-up-feeds.ts'
import { feed, startInternet } from '../../src/testing/made-up-internet/internet.ts'
import { startTestServer } from '../../src/testing/server.ts'
import { openNode } from './checking-nodes.ts'
import { startDrill } from './drill-clock.ts'

const count = 1_500
const from = Date.UTC(2026, 0, 1)
const items = Array.from({ length: count }, (_, number) => ({
  title: `Episode ${number + 1}`,
  publishedAt: from - (count - number) * 60_000,
})).toReversed()

it('what a node has written when it is killed in the middle of a feed another completes, each episode once', async () => {
  await using internet = await startInternet(from)
  await using server = await startTestServer({ internet })
  server.time.now = from
  internet.host('long.example', { '/feed': feed(rss({ items: items.slice(-1) })) })
  const { headers } = await makePerson(server, 'Editor')
  const { id, podcastId } = await server.call(
    addSource,
    { body: { url: 'http://long.example/feed' } },
    headers,
  )
  internet.host('long.example', { '/feed': feed(rss({ items })) })
  const { connection } = server.deps.db
  await connection.updateTable('sources').set({ next_at: from }).execute()
  const { dataDir, databaseUrl } = server.deps.config
  const settings = { DATA_DIR: dataDir, DATABASE_URL: databaseUrl, INTERNET_PORT: String(internet.port) }
  const environment = { ...settings, ...startDrill(30, from + 1).settings }
  const countItems = async () => (await server.call(getSource, { params: { id } }, headers)).episodesCount

  const dies = await openNode(environment)
  dies.start()
  await expect.poll(countItems, { interval: 20, timeout: 60_000 }).toBeGreaterThan(100)
  await dies.kill()
  expect(await countItems()).toBeLessThan(count)

  const lives = await openNode(environment)
  lives.start()
  await expect.poll(countItems, { interval: 50, timeout: 100_000 }).toBe(count)
  await lives.kill()
  const episodes = await connection
    .selectFrom('episodes')
    .where('podcast_id', '=', podcastId)
    .orderBy('number')
    .select(['number', 'name'])
    .execute()
  expect(episodes.filter(({ number, name }) => name !== `Episode ${number}`)).toEqual([])
  expect(episodes).toHaveLength(count)
})
