import { deleteAudioBook } from '@earmark/contract/audio-book-edits.ts'
import { getEpisode } from '@earmark/contract/episodes.ts'
import * as contract from '@earmark/contract/queues.ts'
import type { RecordingReference } from '@earmark/contract/recordings.ts'
import { beforeEach, describe, expect, it } from 'vitest'
import { forAllTests } from '../../testing/for-all-tests.ts'
import { makePerson, type Person, signInAs } from '../../testing/people.ts'
import {
  makeAudioBook,
  makeCreator,
  makeEpisode,
  makePodcast,
  soundOf,
  storeCover,
} from '../../testing/records.ts'
import { startTestServer } from '../../testing/server.ts'
import { remainingQueue } from './queue-items.ts'

const server = await forAllTests(startTestServer())
const readerIds: number[] = []
for (const nickname of ['Bea', 'Cleo']) readerIds.push(await makeCreator(server, { nickname }))
const persuasion = { name: 'Persuasion', readerIds, audio: soundOf(100) }
const book: RecordingReference = { audioBookId: await makeAudioBook(server, persuasion) }
const silent: RecordingReference = { audioBookId: await makeAudioBook(server, { name: 'Silence' }) }
const podcastId = await makePodcast(server, { ...(await storeCover(server, '#246')), name: 'Talks' })
const talk = { number: 1, name: 'Talk', audio: soundOf(60) }
const episode = { podcastId, podcastEpisodeId: await makeEpisode(server, podcastId, talk) }
const ada = await makePerson(server)
const phone = await signInAs(server, ada.account)
beforeEach(async () => {
  await server.deps.db.connection.deleteFrom('queues').execute()
})

async function save(queue: object, { headers }: Person = ada) {
  const body = { items: [book, episode], currentIndex: 0, baseVersion: 0, ...queue }
  return await server.attempt(contract.saveQueue, { body }, headers)
}

async function saved(queue: object, person = ada): Promise<contract.Queue> {
  const { status, body } = await save(queue, person)
  expect([status, body]).toEqual([200, expect.any(String)])
  return JSON.parse(body) as contract.Queue
}

const read = async ({ headers }: Person = ada) =>
  (await server.call(contract.getQueue, { querystring: {} }, headers)) as contract.Queue

describe('a queue', () => {
  it('is not saved without the page that asks for it', async () => {
    const headers = { ...ada.headers, cookie: 'XSRF-TOKEN=one', 'x-xsrf-token': 'another' }
    expect(await save({}, { ...ada, headers })).toMatchObject({ status: 403, codes: ['InvalidXsrfToken'] })
  })

  it.each([
    [{ items: undefined }, 'items'],
    [{ items: [{}] }, 'items'],
    [{ items: [{ audioBookId: 1, podcastId: 1, podcastEpisodeId: 1 }] }, 'items'],
    [{ items: [{ podcastId: 1 }] }, 'items'],
    [{ items: [{ audioBookId: 'x' }] }, 'items'],
    [{ items: Array.from({ length: 1001 }, () => ({ audioBookId: 1 })) }, 'items'],
    [{ currentIndex: 2 }, 'currentIndex'],
    [{ currentIndex: -1 }, 'currentIndex'],
    [{ currentIndex: 0, items: [] }, 'currentIndex'],
    [{ baseVersion: undefined }, 'baseVersion'],
  ])('is refused where it makes no sense: %#', async (queue, field) => {
    const { status, errors } = await save(queue)
    expect([status, errors]).toMatchObject([400, [{ code: 'InvalidBody', field }]])
  })

  it('is not there until one is saved', async () => {
    expect(await server.attempt(contract.getQueue, {}, ada.headers)).toMatchObject({
      status: 404,
      codes: ['NotFound'],
    })
    const optional = { querystring: { optional: true } }
    expect(await server.attempt(contract.getQueue, optional, ada.headers)).toMatchObject({ status: 204 })
    const { version } = await saved({})
    expect(await server.call(contract.getQueue, optional, ada.headers)).toMatchObject({ version })
  })

  it('is offered on another device as it was saved', async () => {
    const queue = await saved({ currentIndex: 1 })
    const params = { id: episode.podcastId, episodeId: episode.podcastEpisodeId }
    const shown = await server.call(getEpisode, { params })
    expect(queue).toEqual({
      items: [
        {
          audioBookId: book.audioBookId,
          podcastId: null,
          podcastEpisodeId: null,
          title: 'Persuasion',
          subtitle: 'Bea, Cleo',
          audioUrl: expect.stringMatching(/^\/media\//),
          tracksCount: 1,
          coverImagePreviewUrl: null,
          coverColor: null,
          coverPlaceholder: null,
          coverWidth: null,
          coverHeight: null,
          durationSeconds: 100,
        },
        {
          audioBookId: null,
          ...episode,
          title: 'Talk',
          subtitle: 'Talks',
          audioUrl: shown.audioUrl,
          tracksCount: 1,
          coverImagePreviewUrl: shown.coverImagePreviewUrl,
          coverColor: shown.coverColor,
          coverPlaceholder: shown.coverPlaceholder,
          coverWidth: 300,
          coverHeight: 400,
          durationSeconds: 60,
        },
      ],
      currentIndex: 1,
      version: 1,
      deviceName: 'Unknown device',
      fromThisDevice: true,
      updatedAt: new Date(server.time.now).toISOString(),
    })
    expect(queue.items[1]?.coverImagePreviewUrl).toMatch(/^\/media\//)
    expect(await read()).toEqual(queue)
    expect(await read(phone)).toEqual({ ...queue, fromThisDevice: false })
    expect(await saved({ items: queue.items, currentIndex: null, baseVersion: 1 }, phone)).toEqual({
      ...queue,
      currentIndex: null,
      version: 2,
      updatedAt: new Date(server.time.now + 1).toISOString(),
    })
  })

  it('may be empty, and have the same recording twice', async () => {
    expect(await saved({ items: [], currentIndex: null })).toMatchObject({ items: [], currentIndex: null })
    const twice = await saved({ items: [book, book], currentIndex: 1, baseVersion: 1 })
    expect(twice.items).toHaveLength(2)
  })

  it('leaves out what cannot be played, and goes on at the next', async () => {
    const editor = await makePerson(server, 'Editor')
    const audioBookId = await makeAudioBook(server, { name: 'Gone', audio: soundOf(5) })
    const foreign = { ...episode, podcastId: episode.podcastId + 1 }
    await saved({ items: [silent, foreign, { audioBookId }, book, episode], currentIndex: 2 })
    expect(await read()).toMatchObject({ items: [{ title: 'Gone' }, {}, {}], currentIndex: 0 })
    await server.call(deleteAudioBook, { params: { id: audioBookId } }, editor.headers)
    expect(await read()).toMatchObject({ items: [{ title: 'Persuasion' }, {}], currentIndex: 0 })
  })

  it.each([0, 1, 3])('is not replaced by a device that follows another version: %i', async (baseVersion) => {
    await saved({})
    const current = await saved({ baseVersion: 1, currentIndex: 1 })
    const { status, errors } = await save({ baseVersion, items: [], currentIndex: null }, phone)
    expect([status, errors]).toEqual([
      409,
      [
        {
          code: 'StaleQueue',
          description: expect.any(String),
          current: { ...current, fromThisDevice: false },
        },
      ],
    ])
    expect(await read()).toEqual(current)
  })

  it.each([0, 1])('of several devices that follow version %i at once, one saves it', async (baseVersion) => {
    if (baseVersion === 1) await saved({ items: [], currentIndex: null })
    const places = [null, 0, 1, 2, 3]
    const items = [book, book, book, book]
    const answers = await Promise.all(
      places.map((currentIndex) => save({ items, currentIndex, baseVersion }, phone)),
    )
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409, 409, 409])
    const winner = answers.findIndex(({ status }) => status === 200)
    expect(await read()).toMatchObject({ currentIndex: places[winner], version: baseVersion + 1 })
  })

  it('that is not there is followed by nothing', async () => {
    expect((await save({ baseVersion: 1 })).errors).toMatchObject([{ code: 'StaleQueue', current: null }])
  })

  it('is answered again when only the answer was lost', async () => {
    expect(await saved({})).toEqual(await saved({}))
    const change = { items: [episode], baseVersion: 1 }
    expect(await saved(change)).toEqual(await saved(change))
    expect((await save(change, phone)).status).toBe(409)
    expect((await save({ ...change, currentIndex: null })).status).toBe(409)
    expect((await save({ ...change, items: [book] })).status).toBe(409)
  })
})

it.each([
  [[1, 2, 3], 1, 1],
  [[null, 2, 3], 1, 0],
  [[1, null, 3], 1, 1],
  [[1, 2, null], 2, 1],
  [[null, null], 1, null],
  [[1, 2], null, null],
])('of %j at %j the turn is at %j of what is left', (items, currentIndex, expected) => {
  expect(remainingQueue(items, currentIndex).currentIndex).toBe(expected)
})
