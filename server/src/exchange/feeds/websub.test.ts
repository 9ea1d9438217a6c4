import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, it } from 'vitest'
import { createEgress } from '../../egress/create-egress.ts'
import { forAllTests } from '../../testing/for-all-tests.ts'
import { makeAudioBook, makePodcast } from '../../testing/records.ts'
import { startTestServer } from '../../testing/server.ts'
import { createWebsubPublishing } from './websub.ts'

const heard: string[] = []
let status = 204
const hub = createServer((request, response) => {
  void text(request).then((body) => {
    heard.push(body)
    response.writeHead(status).end()
  })
})
hub.listen(0, '127.0.0.1')
await once(hub, 'listening')
hub.unref()
const environment = {
  PUBLIC_URL: 'https://audio.example.org',
  WEBSUB_HUB: `http://127.0.0.1:${(hub.address() as AddressInfo).port}/hub`,
  SOURCE_NETWORKS: '127.0.0.0/8',
}
const server = await forAllTests(startTestServer({ environment }))
const egress = createEgress(server.deps.config)
const job = createWebsubPublishing({ ...server.deps, egress })
const run = { signal: new AbortController().signal, report: () => Promise.resolve() }
const dueAt = (ranAt: number) =>
  job.run({ id: 1, version: 1, payload: {}, attempts: 1, createdAt: 0, ranAt }, run)

it('The hub is named in the feed and told of each public feed that has changed, and of no other', async () => {
  const podcast = await makePodcast(server, { name: 'Stars' })
  const book = await makeAudioBook(server, { name: 'Novel' })
  await makePodcast(server, { name: 'Draft', draft: true })
  const { body } = await server.app.inject(`/feeds/podcasts/${podcast}.xml`)
  expect(body).toContain(`<atom:link href="${environment.WEBSUB_HUB}" rel="hub"/>`)
  await dueAt(server.time.now)
  const [told = ''] = heard
  expect([...new URLSearchParams(told)]).toEqual([
    ['hub.mode', 'publish'],
    ['hub.url', `https://audio.example.org/feeds/podcasts/${podcast}.xml`],
    ['hub.url', `https://audio.example.org/feeds/audio-books/${book}.xml`],
  ])
  server.time.now += 60_000
  await dueAt(server.time.now)
  expect(heard).toHaveLength(1)
})

it('A hub that refuses is told again in a minute', async () => {
  await makePodcast(server, { name: 'Stars' })
  status = 500
  await expect(dueAt(server.time.now)).rejects.toThrow('The hub answered 500')
  expect(job.everyMs).toBe(60_000)
  const failure = job.onFailure(new Error('away'), {} as never, 0)
  expect(failure).toEqual({ retryAt: server.time.now + 60_000, restMs: 0 })
})
