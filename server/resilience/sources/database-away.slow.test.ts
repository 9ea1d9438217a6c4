import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getPodcast } from '@earmark/contract/podcasts.ts'
import { addSource, getSource } from '@earmark/contract/sources.ts'
import { expect, test } from 'vitest'
import { sqliteFileName } from '../../src/db/engine/sqlite.ts'
import { createMigratedDatabase } from '../../src/testing/engines.ts'
import { type MadeUpItem, rss } from '../../src/testing/made-up-feeds.ts'
import { answers, startInternet } from '../../src/testing/made-up-internet/internet.ts'
import { makePerson, signInAs } from '../../src/testing/people.ts'
import { startTestServer } from '../../src/testing/server.ts'
import { startStallingProxy } from '../faults/stalling-proxy.ts'

/** A database that goes away while feeds are checked. */

const day = 24 * 3600 * 1000
const first = Date.UTC(2025, 11, 1)

function walks(count: number): MadeUpItem[] {
  return Array.from({ length: count }, (_, index) => count - index).map((number) => ({
    title: `Walk ${number}`,
    publishedAt: first + number * 60_000,
  }))
}

/** A library whose database can be away: PostgreSQL cannot be reached, another program writes to SQLite's file. */
async function openPlace() {
  const dataDir = await mkdtemp(join(tmpdir(), 'earmark-test-'))
  const database = await createMigratedDatabase(dataDir)
  if (database.url === '')
    return { place: { dataDir, database }, leave: () => writeTo(join(dataDir, sqliteFileName)) }
  const proxy = await startStallingProxy(database.url)
  const end = async () => {
    await proxy[Symbol.asyncDispose]()
    await database[Symbol.asyncDispose]()
  }
  const leave = () => {
    proxy.refuse()
    return Promise.resolve(() => Promise.resolve(proxy.recover()))
  }
  return { place: { dataDir, database: { url: proxy.url, [Symbol.asyncDispose]: end } }, leave }
}

async function writeTo(path: string): Promise<() => Promise<void>> {
  const script = `
    import { DatabaseSync } from 'node:sqlite'
    const database = new DatabaseSync(${JSON.stringify(path)}, { timeout: 5000 })
    database.exec('begin immediate')
    process.stdout.write('held')
    setInterval(() => database, 1000)`
  const writer = spawn(process.execPath, ['--input-type=module', '--eval', script])
  await once(writer.stdout, 'data')
  return async () => {
    writer.kill('SIGKILL')
    await once(writer, 'exit')
  }
}

test('a check that its database leaves in the middle is made again, and brings everything once', async () => {
  await using internet = await startInternet()
  const { place, leave } = await openPlace()
  await using server = await startTestServer({ internet, place })
  internet.host('away.example', { '/feed': answers(200, rss({ items: walks(1) })) })
  const { headers, account } = await makePerson(server, 'Editor')
  const body = { url: 'http://away.example/feed' }
  const { id, podcastId } = await server.call(addSource, { body }, headers)

  const feed = answers(200, rss({ items: walks(120) }))
  const left: Promise<() => Promise<void>>[] = []
  internet.host('away.example', () => (asked, response) => {
    if (left.length === 0) left.push(leave())
    void left[0]?.then(() => feed(asked, response))
  })
  server.time.now += 2 * day
  await server.deps.sourceChecks.runDue().catch((error: unknown) => expect(error).toBeInstanceOf(Error))
  const [back] = await Promise.all(left)
  await back?.()

  const episodes = async () => (await server.call(getPodcast, { params: { id: podcastId } })).episodes
  expect((await episodes()).length).toBeLessThan(120)
  await expect
    .poll(
      async () => {
        server.time.now += 3600_000
        await server.deps.sourceChecks.runDue()
        return (await episodes()).length
      },
      { timeout: 60_000 },
    )
    .toBe(120)
  expect((await episodes()).map(({ number }) => number)).toEqual(walks(120).map((_, index) => index + 1))
  const again = await signInAs(server, account)
  expect(await server.call(getSource, { params: { id } }, again.headers)).toMatchObject({
    state: 'active',
    failures: 0,
    lastError: null,
    episodesCount: 120,
  })
})
