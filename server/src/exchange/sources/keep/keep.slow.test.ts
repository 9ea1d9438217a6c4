import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { addBookmark } from '@earmark/contract/bookmarks.ts'
import { addToLibrary } from '@earmark/contract/library.ts'
import { getPodcast } from '@earmark/contract/podcasts.ts'
import { saveEpisodePosition } from '@earmark/contract/position-edits.ts'
import { saveQueue } from '@earmark/contract/queues.ts'
import * as contract from '@earmark/contract/sources.ts'
import { describe, expect, test } from 'vitest'
import { forAllTests } from '../../../testing/for-all-tests.ts'
import { rss } from '../../../testing/made-up-feeds.ts'
import {
  type Answer,
  answers,
  feed,
  file,
  notFound,
  startInternet,
} from '../../../testing/made-up-internet/internet.ts'
import { makePerson, signedInAlways } from '../../../testing/people.ts'
import { waveFile } from '../../../testing/wave-file.ts'
import { startTestServer } from '../../../testing/server.ts'
import { goneEpisodesJob } from './gone-episodes.ts'
import { fetchJob, keepingJob } from './keep-jobs.ts'

const internet = await forAllTests(startInternet())
const server = await forAllTests(startTestServer({ internet }))
const address = await server.app.listen({ port: 0, host: '127.0.0.1' })
const sound = await readFile(join(import.meta.dirname, '../../../media/fixtures/tone.mp3'))
const otherSound = await readFile(join(import.meta.dirname, '../../../media/fixtures/tone.m4a'))
const day = 24 * 3600 * 1000
const first = Date.UTC(2025, 11, 1)

const headers = signedInAlways(server, 'Editor')

let hosts = 0
/** A source of some walks, each with a sound of its own. */
async function keptSource(
  sounds: Readonly<Record<number, Answer>>,
  keep: { readonly keep: contract.KeepPolicy; readonly keepCount?: number },
) {
  hosts += 1
  const host = `kept${hosts}.example`
  const items = (numbers: readonly number[]) =>
    numbers.map((number) => ({
      title: `Walk ${number}`,
      publishedAt: first + number * day,
      url: `http://sounds.${host}/${number}.mp3`,
    }))
  const serve = (some: Readonly<Record<number, Answer>>) => {
    const files = Object.entries(some).map(([number, answer]) => [`/${number}.mp3`, answer])
    internet.host(`sounds.${host}`, Object.fromEntries(files))
    internet.host(host, { '/feed': feed(rss({ items: items(Object.keys(some).map(Number)) })) })
  }
  serve(sounds)
  const body = { url: `http://${host}/feed`, ...keep }
  const { id, podcastId } = await server.call(contract.addSource, { body }, await headers())
  const read = async () => await server.call(contract.getSource, { params: { id } }, await headers())
  return {
    id,
    podcastId,
    serve,
    read,
    asked: () => internet.requestsOf(`sounds.${host}`),
    change: async (policy: { readonly keep: contract.KeepPolicy; readonly keepCount?: number }) => {
      const { url } = await read()
      const change = { id, url, state: 'active' as const, ...policy }
      return await server.call(contract.updateSource, { params: { id }, body: change }, await headers())
    },
    episodes: async () =>
      (await server.call(getPodcast, { params: { id: podcastId } })).episodes.toSorted(
        (one, other) => one.number - other.number,
      ),
    /** The numbers of those whose sound is here. */
    kept: async () => {
      const { episodes } = await server.call(getPodcast, { params: { id: podcastId } })
      return episodes.filter(({ audioUrl }) => audioUrl?.startsWith('/media/')).map(({ name }) => name)
    },
  }
}

/** Until nothing is due any more. */
async function keep(): Promise<void> {
  for (let round = 0; round < 3; round += 1) {
    await server.deps.jobs.runDue(keepingJob)
    await server.deps.jobs.runDue(fetchJob)
  }
}

async function check(): Promise<void> {
  server.time.now += 2 * day
  await server.deps.sourceChecks.runDue()
  await keep()
}

const whole = file(sound)

interface Item {
  readonly podcastId: number
  readonly podcastEpisodeId: number
}

const queue = { currentIndex: 0, baseVersion: 0 }
const place = (id: number) => ({ params: { id }, body: { positionSeconds: 1, baseVersion: 0 } })

describe('recordings of a source', () => {
  test('are relayed, unless it keeps them', async () => {
    const source = await keptSource({ 1: whole }, { keep: 'none' })
    await keep()
    expect(await source.kept()).toEqual([])
    expect(await source.read()).toMatchObject({ keep: 'none', keepCount: null, keptCount: 0, keptBytes: 0 })
  })

  test('are all fetched into the storage, and their bytes are those of the origin', async () => {
    const source = await keptSource({ 1: whole, 2: file(otherSound, 'audio/mp4') }, { keep: 'all' })
    await keep()
    expect(await source.kept()).toEqual(['Walk 1', 'Walk 2'])
    const [one, two] = await source.episodes()
    for (const [episode, bytes] of [
      [one, sound],
      [two, otherSound],
    ] as const) {
      const answer = await fetch(new URL(episode?.audioUrl as string, address))
      expect(Buffer.from(await answer.arrayBuffer()).equals(bytes)).toBe(true)
    }
    // By its content, not by its name.
    expect(two?.audioUrl).toMatch(/\.m4a$/)
    expect(await source.read()).toMatchObject({ keptCount: 2, keptBytes: sound.length + otherSound.length })
  })

  test('are the last ones, which move on with the feed', async () => {
    const source = await keptSource({ 1: whole, 2: whole, 3: whole }, { keep: 'last', keepCount: 2 })
    await keep()
    expect(await source.kept()).toEqual(['Walk 2', 'Walk 3'])
    source.serve({ 1: whole, 2: whole, 3: whole, 4: whole })
    await check()
    expect(await source.kept()).toEqual(['Walk 3', 'Walk 4'])
    expect(await source.read()).toMatchObject({ keep: 'last', keepCount: 2, keptCount: 2 })
  })

  test.each([
    ['has marked a moment of it', addBookmark, (item: Item) => ({ body: { ...item, startSeconds: 1 } })],
    ['has it in the library', addToLibrary, (body: Item) => ({ body })],
    ['has it in the queue', saveQueue, (item: Item) => ({ body: { ...queue, items: [item] } })],
    ['is in the middle of it', saveEpisodePosition, ({ podcastEpisodeId: id }: Item) => place(id)],
  ] as const)('stay where somebody %s; others go when a policy says less', async (_what, call, input) => {
    // Places near the end of a short one are its end.
    const long = file(waveFile(3_000_000), 'audio/wav')
    const source = await keptSource({ 1: long, 2: whole, 3: whole }, { keep: 'all' })
    await keep()
    const [one] = await source.episodes()
    const item = { podcastId: source.podcastId, podcastEpisodeId: one?.id as number }
    const listener = await makePerson(server)
    expect((await server.attempt(call, input(item), listener.headers)).status).toBeLessThan(300)
    await source.change({ keep: 'none' })
    await keep()
    expect(await source.kept()).toEqual(['Walk 1'])
  })

  test('are fetched anew where the feed has another recording', async () => {
    const source = await keptSource({ 1: whole }, { keep: 'all' })
    await keep()
    const [before] = await source.episodes()
    await server.deps.db.connection
      .updateTable('recordings')
      .set({ relay_changed_at: server.time.now + 1 })
      .where('episode_id', '=', before?.id as number)
      .execute()
    source.serve({ 1: file(otherSound, 'audio/mp4') })
    await check()
    const [after] = await source.episodes()
    expect(after?.audioUrl).toMatch(/^\/media\/.+\.m4a$/)
    expect((await fetch(new URL(before?.audioUrl as string, address))).status).toBe(404)
  })

  test('stay with the podcast when its source goes', async () => {
    const source = await keptSource({ 1: whole, 2: notFound }, { keep: 'all' })
    await keep()
    await server.attempt(contract.deleteSource, { params: { id: source.id } }, await headers())
    const [one, two] = await source.episodes()
    expect(one?.audioUrl).toMatch(/^\/media\//)
    expect(two?.audioUrl).toBeNull()
    await keep()
  })

  test('are still passed on to who listens by the former address', async () => {
    const source = await keptSource({ 1: whole }, { keep: 'all' })
    const [before] = await source.episodes()
    await keep()
    expect(before?.audioUrl).toMatch(/^\/relay\//)
    expect(await source.kept()).toEqual(['Walk 1'])
    const answer = await fetch(new URL(before?.audioUrl as string, address))
    expect(Buffer.from(await answer.arrayBuffer()).equals(sound)).toBe(true)
  })
})

/** Sends some bytes and breaks off, as often as that goes on. */
function breakingOff(
  bytes: Uint8Array,
  pieceBytes: number,
  headers: Readonly<Record<string, string>>,
): Answer {
  return (asked, response) => {
    const start = Number(/^bytes=(\d+)-/.exec(asked.headers.range ?? '')?.[1] ?? 0)
    const isLast = start + pieceBytes >= bytes.length
    const range = { 'content-range': `bytes ${start}-${bytes.length - 1}/${bytes.length}` }
    const own = { ...headers, 'content-length': bytes.length - start, ...(start > 0 && range) }
    response.writeHead(start > 0 ? 206 : 200, own)
    response.write(bytes.subarray(start, start + pieceBytes), () => !isLast && response.destroy())
    if (isLast) response.end()
  }
}

describe('a connection that breaks', () => {
  const pieces = 3
  const breaking = (headers: Readonly<Record<string, string>>) =>
    breakingOff(sound, Math.ceil(sound.length / pieces), headers)

  test('is gone on with where it was, as long as the bytes are the same', async () => {
    const source = await keptSource({ 1: breaking({ etag: '"one"' }) }, { keep: 'all' })
    await keep()
    expect(await source.kept()).toEqual(['Walk 1'])
    const asked = source.asked().map(({ headers: { range, 'if-range': condition } }) => [range, condition])
    const size = Math.ceil(sound.length / pieces)
    const resumed = [1, 2].map((piece) => [`bytes=${piece * size}-`, '"one"'])
    expect(asked).toEqual([[undefined, undefined], ...resumed])
    expect((await source.read()).keptBytes).toBe(sound.length)
  })

  test.each([
    ['without a validator', {}],
    ['with a weak one', { etag: 'W/"one"' }],
  ])('begins anew later %s', async (_what, own) => {
    const source = await keptSource({ 1: breaking(own) }, { keep: 'all' })
    await keep()
    expect(await source.kept()).toEqual([])
    expect(source.asked()).toHaveLength(1)
    source.serve({ 1: whole })
    server.time.now += day
    await keep()
    expect(await source.kept()).toEqual(['Walk 1'])
  })
})

describe('a recording that cannot be kept', () => {
  test.each<[string, Answer, string]>([
    ['is no sound', answers(200, 'No sound at all. '.repeat(100)), 'not supported'],
    ['is a broken sound', file(sound.subarray(0, 30)), ''],
  ])('is told where it %s, and is relayed still', async (_what, answer, reason) => {
    const source = await keptSource({ 1: answer, 2: whole }, { keep: 'all' })
    await keep()
    expect(await source.kept()).toEqual(['Walk 2'])
    const read = await source.read()
    expect(read).toMatchObject({ refusedCount: 1, keptCount: 1 })
    expect(read.refusedReason).toContain(reason)
    const asked = source.asked().length
    await check()
    expect(source.asked()).toHaveLength(asked)
  })

  test('is tried again when the source is saved anew', async () => {
    const source = await keptSource({ 1: answers(200, 'None. '.repeat(100)) }, { keep: 'all' })
    await keep()
    source.serve({ 1: whole })
    await source.change({ keep: 'all' })
    await keep()
    expect(await source.kept()).toEqual(['Walk 1'])
    expect(await source.read()).toMatchObject({ refusedCount: 0, refusedReason: null })
  })

  test('is tried again later where its host fails, and told after some times', async () => {
    const source = await keptSource({ 1: answers(500) }, { keep: 'all' })
    for (let time = 0; time < 8; time += 1) {
      await keep()
      server.time.now += day
    }
    await keep()
    expect(source.asked()).toHaveLength(8)
    expect(await source.read()).toMatchObject({ refusedCount: 1, refusedReason: 'The host answers 500.' })
  })
})

describe('an episode whose item left its feed', () => {
  const leftFor = async (days: number, keep: contract.KeepPolicy, isUsed: boolean) => {
    const source = await keptSource({ 1: whole, 2: whole }, { keep })
    const [one] = await source.episodes()
    if (isUsed) {
      const body = { podcastId: source.podcastId, podcastEpisodeId: one?.id as number }
      await server.call(addToLibrary, { body }, await headers())
    }
    source.serve({ 2: whole })
    await check()
    // The first run is a day after the job was made.
    await server.deps.jobs.runDue(goneEpisodesJob)
    server.time.now += days * day
    await server.deps.jobs.runDue(goneEpisodesJob)
    return (await source.episodes()).map(({ name }) => name)
  }

  test.each([
    ['goes after 90 days', 91, 'none', false, ['Walk 2']],
    ['stays for 90 days', 88, 'none', false, ['Walk 1', 'Walk 2']],
    ['stays where all is kept', 91, 'all', false, ['Walk 1', 'Walk 2']],
    ['stays where somebody has it', 91, 'none', true, ['Walk 1', 'Walk 2']],
  ] as const)('%s', async (_what, days, keep, isUsed, left) => {
    expect(await leftFor(days, keep, isUsed)).toEqual(left)
  })
})
