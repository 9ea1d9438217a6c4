import type { FileHandle } from 'node:fs/promises'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { saveEpisodePosition } from '@earmark/contract/position-edits.ts'
import { getEpisode } from '@earmark/contract/episodes.ts'
import { getPodcast } from '@earmark/contract/podcasts.ts'
import * as contract from '@earmark/contract/sources.ts'
import { expect, test } from 'vitest'
import { type FileOperations, realFiles } from '../../../media/storage/files/incoming.ts'
import { examine } from '../../../operations/backup/doctor.service.ts'
import {
  backUpServer,
  openDatabaseOf,
  restoreInto,
  silently,
  temporaryFolder,
} from '../../../testing/archives.ts'
import { createEmptyDatabase } from '../../../testing/engines.ts'
import { forAllTests } from '../../../testing/for-all-tests.ts'
import { rss } from '../../../testing/made-up-feeds.ts'
import { type Answer, feed, file, startInternet } from '../../../testing/made-up-internet/internet.ts'
import { makePerson } from '../../../testing/people.ts'
import { startTestServer, type TestServer } from '../../../testing/server.ts'
import { waveFile } from '../../../testing/wave-file.ts'
import { fetchJob, keepingJob, queueKeeping } from './keep-jobs.ts'

/** Nodes that share the fetching, disks that are full, archives: a recording is kept once, whole, and nothing is left over. */

const disk = { isFull: false }
const fullable: FileOperations = {
  ...realFiles,
  open: (async (...args: Parameters<FileOperations['open']>) => {
    const handle = await realFiles.open(...args)
    if (!disk.isFull) return handle
    await handle.close()
    await realFiles.rm(args[0] as string, { force: true })
    throw Object.assign(new Error('full'), { code: 'ENOSPC' })
  }) as (...args: Parameters<FileOperations['open']>) => Promise<FileHandle>,
}

const internet = await forAllTests(startInternet())
const server = await forAllTests(startTestServer({ internet, files: fullable }))
const { dataDir, databaseUrl } = server.deps.config
const database = { url: databaseUrl, [Symbol.asyncDispose]: async () => undefined }
const other = await forAllTests(startTestServer({ internet, place: { dataDir, database } }))
const address = await server.app.listen({ port: 0, host: '127.0.0.1' })
const sound = await readFile(join(import.meta.dirname, '../../../media/fixtures/tone.mp3'))
const day = 24 * 3600 * 1000
const first = Date.UTC(2025, 11, 1)

interface Walk {
  readonly answer: Answer
  readonly path?: string
  readonly seconds?: number
}

let hosts = 0
async function keptSource(walks: readonly Walk[]) {
  hosts += 1
  const host = `faults${hosts}.example`
  const serve = (those: readonly Walk[]) => {
    const site = those.map(({ answer, path }, index) => [path ?? `/${index + 1}.mp3`, answer])
    const items = those.map(({ path, seconds }, index) => ({
      title: `Walk ${index + 1}`,
      publishedAt: first + index * day,
      url: `http://sounds.${host}${path ?? `/${index + 1}.mp3`}`,
      bytes: 0,
      ...(seconds !== undefined && { seconds }),
    }))
    internet.host(`sounds.${host}`, Object.fromEntries(site))
    internet.host(host, { '/feed': feed(rss({ items })) })
  }
  serve(walks)
  const { headers } = await makePerson(server, 'Editor')
  const body = { url: `http://${host}/feed`, keep: 'all' as const }
  const { id, podcastId } = await server.call(contract.addSource, { body }, headers)
  return {
    id,
    podcastId,
    serve,
    asked: () => internet.requestsOf(`sounds.${host}`).length,
    read: async () => await server.call(contract.getSource, { params: { id } }, headers),
    remove: async () => {
      const input = { params: { id }, querystring: { podcast: true } }
      return (await server.attempt(contract.deleteSource, input, headers)).status
    },
    episodes: async (at: TestServer = server) =>
      (await at.call(getPodcast, { params: { id: podcastId } })).episodes,
  }
}

async function keep(at: TestServer = server): Promise<void> {
  for (let round = 0; round < 3; round += 1) {
    await at.deps.jobs.runDue(keepingJob)
    await at.deps.jobs.runDue(fetchJob)
  }
}

const mediaFiles = async (folder = dataDir) =>
  (await readdir(join(folder, 'media'), { recursive: true, withFileTypes: true }))
    .filter((one) => one.isFile())
    .map(({ name }) => name)

async function findingsOf({ deps }: TestServer) {
  await using db = await openDatabaseOf(deps.config)
  const options = { db, storage: deps.storage, clock: deps.clock, progress: silently }
  return (await examine(options, { quick: false, fix: false })).findings
}

/** Another one each time. */
const wave = (seed: number) => file(waveFile(100_000 + seed * 1_000), 'audio/wav')

// Two nodes of one process cannot wait for each other's transactions on SQLite.
test.runIf(process.env.EARMARK_TEST_ENGINE === 'postgres')(
  'two nodes fetch each recording once',
  async () => {
    const source = await keptSource([1, 2, 3, 4, 5, 6].map((seed) => ({ answer: wave(seed) })))
    const before = (await mediaFiles()).length
    await Promise.all([keep(), keep(other)])
    expect(source.asked()).toBe(6)
    expect((await source.read()).keptCount).toBe(6)
    expect(await mediaFiles()).toHaveLength(before + 6)
  },
)

test('what a node that stands still had begun, another fetches, and one of them wins', async () => {
  const resumed = Promise.withResolvers<undefined>()
  const reached = Promise.withResolvers<undefined>()
  let requests = 0
  const standing: Answer = (_asked, response) => {
    requests += 1
    response.writeHead(200, { 'content-length': sound.length, 'content-type': 'audio/mpeg' })
    if (requests === 1) {
      response.write(sound.subarray(0, 100))
      reached.resolve(undefined)
      void resumed.promise.then(() => response.end(sound.subarray(100)))
    } else response.end(sound)
  }
  const source = await keptSource([{ answer: standing }])
  await server.deps.jobs.runDue(keepingJob)
  const standingStill = server.deps.jobs.runDue(fetchJob)
  await reached.promise
  other.time.now = server.time.now + 31_000
  await keep(other)
  const [kept] = await source.episodes(other)
  expect(kept?.audioUrl).toMatch(/^\/media\//)
  resumed.resolve(undefined)
  await standingStill
  const [after] = await source.episodes()
  expect(after?.audioUrl).toBe(kept?.audioUrl)
  expect(requests).toBe(2)
  expect((await mediaFiles()).filter((name) => name.endsWith('.part'))).toEqual([])
  expect(await findingsOf(server)).toEqual([])
})

test('a full disk makes fetching wait, while the relay goes on', async () => {
  const source = await keptSource([{ answer: wave(20) }])
  disk.isFull = true
  await keep()
  disk.isFull = false
  const [waiting] = await source.episodes()
  expect(waiting?.audioUrl).toMatch(/^\/relay\//)
  expect((await fetch(new URL(waiting?.audioUrl as string, address))).status).toBe(200)
  expect(await source.read()).toMatchObject({ keptCount: 0, refusedCount: 0 })
  server.time.now += 5 * 60_000
  await keep()
  expect(await source.read()).toMatchObject({ keptCount: 1, refusedCount: 0 })
})

test('a recording of another length under the same item is fetched anew, and the place in it stays', async () => {
  const source = await keptSource([{ answer: file(waveFile(3_000_000), 'audio/wav'), seconds: 30 }])
  await keep()
  const [before] = await source.episodes()
  const params = { id: before?.id as number }
  const listener = await makePerson(server)
  const body = { positionSeconds: 2, baseVersion: 0 }
  await server.call(saveEpisodePosition, { params, body }, listener.headers)
  source.serve([{ answer: file(waveFile(2_000_000), 'audio/wav'), path: '/anew.wav', seconds: 20 }])
  server.time.now += 2 * day
  await server.deps.sourceChecks.runDue()
  await keep()
  const [after] = await source.episodes()
  expect(after?.audioUrl).toMatch(/^\/media\//)
  expect(after?.audioUrl).not.toBe(before?.audioUrl)
  expect(after?.durationSeconds).toBeLessThan(before?.durationSeconds ?? 0)
  const route = { id: source.podcastId, episodeId: params.id }
  const { recordingChangedAt } = await server.call(getEpisode, { params: route })
  expect(recordingChangedAt).not.toBeNull()
  const places = await server.deps.db.connection.selectFrom('positions').select('position_ms').execute()
  expect(places).toEqual([{ position_ms: 2_000 }])
})

test('kept files are in archives, come back, and are well', async () => {
  const source = await keptSource([{ answer: wave(30) }])
  await keep()
  const { podcastId } = source
  await using archive = await temporaryFolder()
  await using place = await temporaryFolder()
  await backUpServer(server, archive.path)
  const restoredDatabase = await createEmptyDatabase()
  await restoreInto(archive.path, place.path, restoredDatabase.url)
  await using restored = await startTestServer({
    internet,
    place: { dataDir: place.path, database: restoredDatabase },
  })
  const [episode] = await source.episodes(restored)
  expect(episode?.audioUrl).toMatch(/^\/media\//)
  const sourceThere = restored.deps.db.connection.selectFrom('sources').where('podcast_id', '=', podcastId)
  expect(await sourceThere.select(['keep', 'keep_count']).execute()).toMatchObject([{ keep: 'all' }])
  expect(await findingsOf(restored)).toEqual([])
  // It is still ours to give up.
  await restored.deps.db.connection.updateTable('sources').set({ keep: 'none' }).execute()
  await queueKeeping(restored.deps.db.connection, source.id, restored.time.now)
  await keep(restored)
  expect((await source.episodes(restored))[0]?.audioUrl).toMatch(/^\/relay\//)
})

test('a podcast that goes with its source takes its files along', async () => {
  const before = await mediaFiles()
  const source = await keptSource([{ answer: wave(40) }])
  await keep()
  expect(await mediaFiles()).toHaveLength(before.length + 1)
  expect(await source.remove()).toBe(204)
  await keep()
  expect((await mediaFiles()).toSorted()).toEqual(before.toSorted())
})
