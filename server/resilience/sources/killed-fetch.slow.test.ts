import { getPodcast } from '@earmark/contract/podcasts.ts'
import { addSource, getSource } from '@earmark/contract/sources.ts'
import { expect, it } from 'vitest'
import { fetchJob } from '../../src/exchange/sources/keep/keep-jobs.ts'
import { audioFile } from '../../src/testing/forms.ts'
import { rss } from '../../src/testing/made-up-feeds.ts'
import { feed, file, startInternet } from '../../src/testing/made-up-internet/internet.ts'
import { makePerson, signInAs } from '../../src/testing/people.ts'
import { startTestServer } from '../../src/testing/server.ts'
import { openNode } from './checking-nodes.ts'
import { startDrill } from './drill-clock.ts'

const from = Date.UTC(2026, 0, 1)

it('a recording whose node is killed in the middle of it another node fetches', async () => {
  await using internet = await startInternet(from)
  await using server = await startTestServer({ internet })
  server.time.now = from
  const sound = new Uint8Array(await (await audioFile('mp3')).arrayBuffer())
  const items = [{ title: 'Walk', publishedAt: from - 1, url: 'http://kept.example/walk.mp3' }]
  const site = { '/feed': feed(rss({ items })) }
  internet.host('kept.example', {
    ...site,
    '/walk.mp3': (_asked, response) => {
      response.writeHead(200, { 'content-type': 'audio/mpeg', 'content-length': sound.length })
      response.write(sound.subarray(0, sound.length / 2))
    },
  })
  const { headers, account } = await makePerson(server, 'Editor')
  const body = { url: 'http://kept.example/feed', keep: 'all' as const }
  const { id, podcastId } = await server.call(addSource, { body }, headers)
  const asked = () => internet.requestsOf('kept.example').filter(({ path }) => path === '/walk.mp3').length
  const keptCount = async () => {
    const person = await signInAs(server, account)
    return (await server.call(getSource, { params: { id } }, person.headers)).keptCount
  }

  const { dataDir, databaseUrl } = server.deps.config
  const settings = { DATA_DIR: dataDir, DATABASE_URL: databaseUrl, INTERNET_PORT: String(internet.port) }
  const dies = await openNode({ ...settings, ...startDrill(1, from + 1).settings })
  dies.startJobs()
  await expect.poll(asked, { timeout: 60_000 }).toBe(1)
  await dies.kill()
  expect(await keptCount()).toBe(0)

  internet.host('kept.example', { ...site, '/walk.mp3': file(sound) })
  server.time.now = from + 3600_000
  await server.deps.jobs.runDue(fetchJob)
  expect(await keptCount()).toBe(1)
  const { episodes } = await server.call(getPodcast, { params: { id: podcastId } })
  const answer = await server.app.inject({ method: 'HEAD', url: episodes[0]?.audioUrl as string })
  expect([answer.statusCode, answer.headers['content-length']]).toEqual([200, String(sound.length)])
})
