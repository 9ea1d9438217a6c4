import { addFeedToken, listFeedTokens, removeFeedToken } from '@earmark/contract/feed-tokens.ts'
import { followPodcast, listFollows } from '@earmark/contract/follows.ts'
import { exportFollows, getSourceImport, importSources, type SourceImport } from '@earmark/contract/opml.ts'
import { expect, it } from 'vitest'
import { forAllTests } from '../../testing/for-all-tests.ts'
import { makePerson, type Person } from '../../testing/people.ts'
import { makePodcast } from '../../testing/records.ts'
import { startTestServer } from '../../testing/server.ts'
import { sourceImportJob } from './import-job.ts'
import { readOpml } from './read-opml.ts'
import { writeOpml } from './write-opml.ts'

const server = await forAllTests(startTestServer())
const podcastId = await makePodcast(server, { name: 'Lighthouse' })
const movedId = await makePodcast(server, { name: 'Moved' })
await server.deps.db.connection
  .updateTable('podcasts')
  .set({ feed_url: 'https://old.example.org/feed' })
  .where('id', '=', movedId)
  .execute()
const own = `http://localhost:3000/feeds/podcasts/${podcastId}.xml`
const ownBook = 'http://localhost:3000/feeds/audio-books/1.xml'

const listOf = (...urls: string[]) =>
  new Blob([
    writeOpml(
      'List',
      urls.map((url) => ({ title: url, url })),
    ),
  ])
const send = async (person: Person, file: Blob | null) =>
  await server.attempt(importSources, { form: file ? { File: file } : new FormData() }, person.headers)
const stateOf = async (person: Person, id: number) =>
  await server.call(getSourceImport, { params: { id } }, person.headers)

it('follows the podcasts of a list one by one, and says why others were not added', async () => {
  const editor = await makePerson(server, 'Editor')
  const urls = [
    own,
    'https://old.example.org/feed',
    'file:///etc/passwd',
    ownBook,
    'https://gone.example/feed',
  ]
  const begun = await send(editor, listOf(...urls))
  expect(begun.status).toBe(201)
  const { id, ...answer } = JSON.parse(begun.body) as SourceImport
  expect(answer).toEqual({ total: 5, done: 0, items: [] })
  await server.deps.jobs.runDue(sourceImportJob)
  const { items, done } = await stateOf(editor, id)
  expect(done).toBe(5)
  expect(items.map(({ url, state, podcastId: found, error }) => [url, state, found, error])).toEqual([
    [own, 'known', podcastId, null],
    [urls[1], 'known', movedId, null],
    [urls[2], 'failed', null, 'This address is not allowed.'],
    [ownBook, 'failed', null, 'This address is not allowed.'],
    [urls[4], 'failed', null, expect.any(String)],
  ])
  const follows = await server.call(listFollows, {}, editor.headers)
  expect(new Set(follows.map(({ podcast }) => podcast.id))).toEqual(new Set([podcastId, movedId]))
  expect((await send(editor, listOf(own))).status).toBe(201)
  await server.deps.jobs.runDue(sourceImportJob)
})

it('brings one list in at a time', async () => {
  const editor = await makePerson(server, 'Editor')
  const row = { user_id: editor.account.id, created_at: 1 }
  await server.deps.db.connection.insertInto('source_imports').values(row).execute()
  expect(await send(editor, listOf(own))).toMatchObject({ status: 409, codes: ['ImportRunning'] })
})

it('tells of a long list each address in its order, and how many are done', async () => {
  const editor = await makePerson(server, 'Editor')
  const urls = Array.from({ length: 450 }, (_, place) => `file:///${place}`)
  const { id } = JSON.parse((await send(editor, listOf(...urls))).body) as SourceImport
  const { total, done, items } = await stateOf(editor, id)
  expect(items.map(({ url }) => url)).toEqual(urls)
  expect([total, done]).toEqual([450, items.filter(({ state }) => state !== 'waiting').length])
  await server.deps.jobs.runDue(sourceImportJob)
  expect(await stateOf(editor, id)).toMatchObject({ total: 450, done: 450 })
})

it('is nobody else’s to see, and no listener’s to begin', async () => {
  const [editor, other] = [await makePerson(server, 'Editor'), await makePerson(server, 'Editor')]
  const { id } = JSON.parse((await send(editor, listOf())).body) as SourceImport
  expect(await server.attempt(getSourceImport, { params: { id } }, other.headers)).toMatchObject({
    status: 404,
  })
  expect(await send(await makePerson(server), listOf(own))).toMatchObject({ status: 403 })
  await server.deps.jobs.runDue(sourceImportJob)
})

it.each([
  ['no file', null, 400, 'NotAnOpml'],
  ['a page', new Blob(['<html></html>']), 400, 'NotAnOpml'],
  ['more than 2 MiB', new Blob(['<opml>', 'x'.repeat(2 * 1024 ** 2)]), 413, 'FileTooLarge'],
])('refuses %s', async (_name, file, status, code) => {
  expect(await send(await makePerson(server, 'Editor'), file)).toMatchObject({ status, codes: [code] })
})

it('writes what an account follows', async () => {
  const person = await makePerson(server)
  await server.call(followPodcast, { params: { id: podcastId }, body: null }, person.headers)
  const { status, body, headers } = await server.attempt(exportFollows, {}, person.headers)
  expect([status, headers['content-type']]).toEqual([200, 'text/x-opml; charset=utf-8'])
  expect(await readOpml(Buffer.from(body))).toMatchObject([{ url: own, title: 'Lighthouse' }])
})

it('writes on a server for members the same private feeds each time, until their token is removed', async () => {
  await using members = await startTestServer({ environment: { ACCESS: 'members' } })
  const { headers } = await makePerson(members)
  const params = { id: await makePodcast(members, { name: 'Lighthouse' }) }
  await members.call(followPodcast, { params, body: null }, headers)
  for (let count = 0; count < 18; count += 1)
    await members.call(addFeedToken, { body: { name: 'Phone' } }, headers)
  const exported = async () => {
    members.time.now += 1_000
    const feeds = await readOpml(Buffer.from((await members.attempt(exportFollows, {}, headers)).body))
    return new URL(feeds?.[0]?.url ?? '').pathname
  }
  const statusOf = async (path: string) => (await members.app.inject(path)).statusCode
  const first = await exported()
  expect([await exported(), await exported(), await exported()]).toEqual([first, first, first])
  expect(await statusOf(first)).toBe(200)
  const [token, ...others] = await members.call(listFeedTokens, {}, headers)
  expect([token?.name, others.length]).toEqual(['OPML', 18])
  await members.call(removeFeedToken, { params: { id: token?.id ?? 0 } }, headers)
  const second = await exported()
  expect([await statusOf(first), await statusOf(second)]).toEqual([404, 200])
})
