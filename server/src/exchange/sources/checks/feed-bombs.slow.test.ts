import { brotliCompressSync, gzipSync } from 'node:zlib'
import * as contract from '@earmark/contract/sources.ts'
import { expect, test } from 'vitest'
import { createEgress } from '../../../egress/create-egress.ts'
import { forAllTests } from '../../../testing/for-all-tests.ts'
import { rss } from '../../../testing/made-up-feeds.ts'
import {
  type Answer,
  answers,
  cut,
  dripping,
  drippingHead,
  feed,
  redirects,
  silent,
  startInternet,
} from '../../../testing/made-up-internet/internet.ts'
import { makeUser, signInAs } from '../../../testing/people.ts'
import { startTestServer } from '../../../testing/server.ts'
import { bombs } from '../reader/fixtures/nasty-feeds.ts'
import { createSourceChecks } from './source-checks.ts'

/** What hosts answer to hurt: each ends within its limits, keeps what is known, and leaves the next feed alone. */

const internet = await forAllTests(startInternet())
const server = await forAllTests(startTestServer({ internet }))
const account = await makeUser(server, { role: 'Editor' })
const asEditor = async () => (await signInAs(server, account)).headers
const limits = { connectMs: 500, headersMs: 500, idleMs: 1_000, totalMs: 2_000 }
const egress = createEgress(server.deps.config, { network: internet.network, limits })
const hurried = createSourceChecks({ ...server.deps, egress }, { hostPauseMs: 0 })
const day = 24 * 3600 * 1000

let hosts = 0
/** A source that is known well, whose host answers so from now on. */
async function sourceThatMeets(answer: Answer) {
  hosts += 1
  const name = `bombs${hosts}.example`
  internet.host(name, { '/feed': feed(rss({ items: [{ title: 'One', guid: '1', publishedAt: 1 }] })) })
  const body = { url: `http://${name}/feed` }
  const { id } = await server.call(contract.addSource, { body }, await asEditor())
  internet.host(name, () => answer)
  return { id, read: async () => await server.call(contract.getSource, { params: { id } }, await asEditor()) }
}

const usual = server.deps.sourceChecks

async function checkLater(days: number, checks = usual): Promise<void> {
  server.time.now += days * day
  await checks.runDue()
}

const tooSlow = 'The host does not answer in time.'
const encoded = (body: Uint8Array, coding: string) => answers(200, body, { 'content-encoding': coding })
const zeros = Buffer.alloc(256 * 1024 ** 2)

test.for<[what: string, answer: Answer, reason: string]>([
  [
    'gzip in gzip',
    encoded(gzipSync(gzipSync('<rss/>')), 'gzip, gzip'),
    'The host answers in a coding that was not asked for, or that is broken.',
  ],
  [
    'gzip that breaks off',
    encoded(gzipSync('<rss/>').subarray(0, 12), 'gzip'),
    'The host answers in a coding that was not asked for, or that is broken.',
  ],
  ['256 MiB in gzip', encoded(gzipSync(zeros), 'gzip'), 'The feed is too large.'],
  ['256 MiB in br', encoded(brotliCompressSync(zeros), 'br'), 'The feed is too large.'],
  [
    'a coding of no meaning',
    encoded(Buffer.from('<rss/>'), 'zstd'),
    'The host answers in a coding that was not asked for, or that is broken.',
  ],
  ['redirects without an end', redirects('/feed', 301), 'The host redirects too often.'],
  ['a head without an end', drippingHead(50), tooSlow],
  ['a body of a byte at a time', dripping(50), tooSlow],
  ['silence', silent, tooSlow],
  ['a body that breaks off', cut('<rss><channel>'), 'The host does not answer.'],
])(
  'a source that meets %s keeps what it has, and is failing after three days',
  async ([, answer, reason]) => {
    const source = await sourceThatMeets(answer)
    const checks = reason === tooSlow ? hurried : usual
    await checkLater(2, checks)
    expect(await source.read()).toMatchObject({ state: 'active', failures: 1, lastError: reason })
    await checkLater(4, checks)
    const failing = { state: 'failing', failures: 2, lastError: reason, episodesCount: 1 }
    expect(await source.read()).toMatchObject(failing)
    internet.host(`bombs${hosts}.example`, { '/feed': feed(rss({ items: [{ title: 'One', guid: '1' }] })) })
    await checkLater(4)
    expect(await source.read()).toMatchObject({ state: 'active', failures: 0, lastError: null })
  },
)

test.each(bombs)('a feed with %s is read as far as it can be, or refused', async (_what, bomb, found) => {
  const bytes = bomb()
  const source = await sourceThatMeets(encoded(gzipSync(bytes), 'gzip'))
  await checkLater(2)
  const isRefused = typeof found === 'string'
  const first = await source.read()
  expect(first.failures).toBe(isRefused ? 1 : 0)
  expect(first.episodesCount).toBeGreaterThanOrEqual(1)
  if (!isRefused) return
  await checkLater(4)
  expect(await source.read()).toMatchObject({ state: 'failing', failures: 2, episodesCount: 1 })
  internet.host(`bombs${hosts}.example`, { '/feed': feed(rss({ items: [{ title: 'One', guid: '1' }] })) })
})

test('a guid of 1 MiB is one item, and stays it', async () => {
  const items = [{ title: 'Long', guid: 'g'.repeat(1024 ** 2 - 100), publishedAt: 2 }]
  const source = await sourceThatMeets(feed(rss({ items: [...items, { title: 'One', guid: '1' }] })))
  await checkLater(2)
  await checkLater(2)
  expect(await source.read()).toMatchObject({ episodesCount: 2, failures: 0, lastError: null })
})
