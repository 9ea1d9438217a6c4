import { request, type ClientRequest, type IncomingMessage } from 'node:http'
import { once } from 'node:events'
import { getEpisodeOverview } from '@earmark/contract/episode-lists.ts'
import { getEditedEpisode } from '@earmark/contract/edited-records.ts'
import { getPodcast } from '@earmark/contract/podcasts.ts'
import { unpublishEpisode } from '@earmark/contract/publishing.ts'
import { addSource } from '@earmark/contract/sources.ts'
import { afterEach, describe, expect, test } from 'vitest'
import { forAllTests } from '../../../testing/for-all-tests.ts'
import { rss } from '../../../testing/made-up-feeds.ts'
import {
  type Answer,
  answers,
  feed,
  file,
  loginPage,
  startInternet,
} from '../../../testing/made-up-internet/internet.ts'
import { makePerson } from '../../../testing/people.ts'
import { startTestServer } from '../../../testing/server.ts'
import { mostOfListener, mostStreams } from './relay-streams.ts'

const internet = await forAllTests(startInternet())
const server = await forAllTests(startTestServer({ internet }))
const address = new URL(await server.app.listen({ port: 0, host: '127.0.0.1' }))
const editor = await makePerson(server, 'Editor')
const day = 24 * 3600 * 1000

let hosts = 0
async function relayed(answer: Answer) {
  hosts += 1
  const host = `relayed${hosts}.example`
  const sounds = (one: Answer) => internet.host(`sounds.${host}`, { '/walk.mp3': one })
  sounds(answer)
  const items = [{ title: 'Walk', publishedAt: 1, url: `http://sounds.${host}/walk.mp3` }]
  internet.host(host, { '/feed': feed(rss({ items })) })
  const { podcastId } = await server.call(addSource, { body: { url: `http://${host}/feed` } }, editor.headers)
  const episode = async () => (await server.call(getPodcast, { params: { id: podcastId } })).episodes[0]
  return { podcastId, sounds, episode, path: (await episode())?.audioUrl as string }
}

const asked: ClientRequest[] = []
afterEach(() => {
  for (const one of asked.splice(0)) one.destroy()
})

/** Of a listener of their own network address. */
async function listen(path: string, listener: number): Promise<IncomingMessage> {
  const sent = request(new URL(path, address), { localAddress: `127.0.0.${listener}`, agent: false })
  sent.on('error', () => undefined)
  asked.push(sent)
  sent.end()
  const [response] = (await once(sent, 'response')) as [IncomingMessage]
  return response
}

/** A beginning, and no end. */
const holding: Answer = (_asked, response) => {
  response.writeHead(200, { 'content-length': 1000 })
  response.write('a')
}

const statusOf = async (path: string, listener: number) => (await listen(path, listener)).statusCode

describe('streams of sounds elsewhere', () => {
  test(`are ${mostOfListener} of one listener at a time`, async () => {
    const { path } = await relayed(holding)
    const held = []
    for (let count = 0; count < mostOfListener; count += 1) held.push(await listen(path, 10))
    expect(held.map(({ statusCode }) => statusCode)).toEqual(Array(mostOfListener).fill(200))
    const refused = await listen(path, 10)
    expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '1'])
    expect(await statusOf(path, 11)).toBe(200)
    held[0]?.destroy()
    await expect.poll(() => statusOf(path, 10)).toBe(200)
  })

  test(`are ${mostStreams} of a node at a time`, async () => {
    const { path } = await relayed(holding)
    for (let count = 0; count < mostStreams; count += 1)
      await expect.poll(() => statusOf(path, 20 + Math.floor(count / mostOfListener))).toBe(200)
    const refused = await listen(path, 99)
    expect([refused.statusCode, refused.headers['retry-after']]).toEqual([503, '1'])
    asked[0]?.destroy()
    await expect.poll(() => statusOf(path, 99)).toBe(200)
  })
})

test('editors hear what is not public by the address that they are told, and nobody else is told it', async () => {
  const bytes = Buffer.alloc(500, 7)
  const { podcastId, path, episode } = await relayed(file(bytes))
  const params = { id: podcastId, episodeId: (await episode())?.id as number }
  await server.call(unpublishEpisode, { params }, editor.headers)
  expect(await episode()).toBeUndefined()
  const { audioUrl } = await server.call(getEditedEpisode, { params }, editor.headers)
  expect(audioUrl).toBe(path)
  const heard = await fetch(new URL(path, address))
  expect([heard.status, Buffer.from(await heard.arrayBuffer()).equals(bytes)]).toEqual([200, true])
})

test.each<[what: string, status: number, origin: Answer, expected: readonly [number, string | null]]>([
  ['', 405, file(Buffer.alloc(500)), [200, '500']],
  ['', 403, file(Buffer.alloc(500)), [200, '500']],
  [' and knows no ranges', 501, file(Buffer.alloc(500), 'audio/mpeg', 'ignored'), [200, '500']],
  [' of an empty file', 405, answers(416, '', { 'content-range': 'bytes */0' }), [200, '0']],
  [' as it has nothing', 404, answers(404), [404, null]],
])('a host that refuses HEAD%s is asked for the first byte (%i)', async (_what, status, origin, expected) => {
  const { path } = await relayed((asked, response) =>
    (asked.method === 'HEAD' ? answers(status) : origin)(asked, response),
  )
  const { status: told, headers } = await fetch(new URL(path, address), { method: 'HEAD' })
  expect([told, told === 200 ? headers.get('content-length') : null]).toEqual(expected)
  expect(headers.get('content-range')).toBeNull()
})

test('a listener who reads slowly holds the origin back, and loses nothing', async () => {
  const chunk = Buffer.alloc(1024 ** 2, 3)
  const count = 96
  let sent = 0
  const { path } = await relayed((_asked, response) => {
    response.writeHead(200, { 'content-length': count * chunk.length })
    const next = () => {
      if (sent === count || response.destroyed) return void response.end()
      sent += 1
      response.write(chunk, next)
    }
    next()
  })
  const heard = await listen(path, 40)
  let before = 0
  const isHeldBack = () => {
    const isStill = sent > 0 && sent === before
    before = sent
    return isStill
  }
  await expect.poll(isHeldBack, { interval: 500, timeout: 20_000 }).toBe(true)
  expect(sent).toBeLessThan(count / 2)
  let bytes = 0
  for await (const part of heard) bytes += (part as Buffer).length
  expect(bytes).toBe(count * chunk.length)
})

describe('a sound of another length than before', () => {
  const bytes = Buffer.alloc(5000, 1)
  const changedAt = async ({ podcastId, episode }: Awaited<ReturnType<typeof relayed>>) => {
    const params = { id: podcastId, episodeId: (await episode())?.id as number }
    return (await server.call(getEpisodeOverview, { params })).recordingChangedAt
  }

  test('is not told of a page in its place', async () => {
    const sound = await relayed(file(bytes))
    const read = async () => await fetch(new URL(sound.path, address))
    expect((await (await read()).bytes()).length).toBe(5000)
    sound.sounds(loginPage)
    expect((await read()).status).toBe(503)
    expect((await fetch(new URL(sound.path, address), { method: 'HEAD' })).status).toBe(503)
    expect(await changedAt(sound)).toBeNull()
    sound.sounds(file(bytes))
    expect((await read()).headers.get('content-length')).toBe('5000')
  })

  test('is told as changed, once a day however often its advertisement changes', async () => {
    const sound = await relayed(file(bytes))
    const play = async (length: number) => {
      sound.sounds(file(bytes.subarray(0, length)))
      const response = await fetch(new URL(sound.path, address), { headers: { range: 'bytes=0-99' } })
      expect((await response.bytes()).length).toBe(100)
    }
    await play(5000)
    expect(await changedAt(sound)).toBeNull()
    await play(4000)
    const first = new Date(server.time.now).toISOString()
    expect(await changedAt(sound)).toBe(first)
    server.time.now += day - 1
    await play(3000)
    expect(await changedAt(sound)).toBe(first)
    server.time.now += 1
    await play(3000)
    expect(await changedAt(sound)).toBe(new Date(server.time.now).toISOString())
  })
})
