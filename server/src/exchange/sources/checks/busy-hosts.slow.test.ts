import { addSource } from '@earmark/contract/sources.ts'
import { afterEach, expect, test } from 'vitest'
import { forAllTests } from '../../../testing/for-all-tests.ts'
import { rss } from '../../../testing/made-up-feeds.ts'
import { feed, silent, startInternet } from '../../../testing/made-up-internet/internet.ts'
import { makePerson } from '../../../testing/people.ts'
import { startTestServer } from '../../../testing/server.ts'
import { createSourceChecks, type SourceChecks } from './source-checks.ts'

/** Hosts with many feeds that are due before all others. */

const internet = await forAllTests(startInternet())
const server = await forAllTests(startTestServer({ internet }))
const { connection } = server.deps.db
const { headers } = await makePerson(server, 'Editor')

let nodes: SourceChecks[] = []
afterEach(async () => {
  await Promise.all(nodes.map((node) => node.stop()))
  nodes = []
  await connection.updateTable('sources').set({ next_at: null }).execute()
})

const working = feed(rss({ items: [{ title: 'Walk', publishedAt: 1 }] }))

async function addFeeds(host: string, count: number): Promise<void> {
  internet.host(host, () => working)
  const urls = Array.from({ length: count }, (_, number) => `http://${host}/${number}`)
  for (const url of urls) await server.call(addSource, { body: { url } }, headers)
}

/** Looks for what is due once, and then only when a host is done with. */
async function check(dueFirst: string): Promise<void> {
  const { now } = server.time
  await connection
    .updateTable('sources')
    .set({ next_at: now - 1 })
    .execute()
  const first = connection.updateTable('sources').where('host', '=', dueFirst)
  await first.set({ next_at: now - 1000 }).execute()
  const node = createSourceChecks(server.deps, { hostPauseMs: 0, lookMs: 3_600_000 })
  nodes.push(node)
  node.start()
}

const asksOf = (hosts: readonly string[]) =>
  hosts.reduce((sum, host) => sum + internet.requestsOf(host).length, 0)

test('one that does not answer takes one request at a time from the others', async () => {
  await addFeeds('dead.example', 40)
  const others = Array.from({ length: 30 }, (_, number) => `other${number}.example`)
  for (const host of others) await addFeeds(host, 1)
  internet.host('dead.example', () => silent)
  const before = { dead: asksOf(['dead.example']), others: asksOf(others) }
  await check('dead.example')
  await expect.poll(() => asksOf(others), { timeout: 15_000 }).toBe(before.others + others.length)
  expect(asksOf(['dead.example'])).toBe(before.dead + 1)
})

test('one that answers is asked for all of them, without a pause between looks', async () => {
  await addFeeds('large.example', 40)
  const before = asksOf(['large.example'])
  await check('large.example')
  await expect.poll(() => asksOf(['large.example']), { timeout: 15_000 }).toBe(before + 40)
})
