import * as edits from '@earmark/contract/position-edits.ts'
import * as positions from '@earmark/contract/positions.ts'
import { unpublishAudioBook } from '@earmark/contract/publishing.ts'
import type { RecordingReference } from '@earmark/contract/recordings.ts'
import { beforeEach, describe, expect, it } from 'vitest'
import { forAllTests } from '../../testing/for-all-tests.ts'
import { makePerson, type Person } from '../../testing/people.ts'
import { makeAudioBook, makeEpisode, makePodcast, soundOf } from '../../testing/records.ts'
import { startTestServer } from '../../testing/server.ts'

/** Marking recordings as finished or unplayed without playing them. */

const server = await forAllTests(startTestServer())
const editor = await makePerson(server, 'Editor')
const bookId = await makeAudioBook(server, { name: 'Persuasion', audio: soundOf(100) })
const mute = await makeAudioBook(server, { name: 'Without audio' })
const hiddenId = await makeAudioBook(server, { name: 'Hidden', audio: soundOf(100) })
await server.call(unpublishAudioBook, { params: { id: hiddenId } }, editor.headers)
const podcastId = await makePodcast(server, { name: 'Talks' })
const podcastEpisodeId = await makeEpisode(server, podcastId, { number: 1, name: 'Talk', audio: soundOf(50) })
const book = { audioBookId: bookId }
const episode = { podcastId, podcastEpisodeId }
let person: Person

beforeEach(async () => {
  server.time.now += 1000
  person = await makePerson(server)
})

const finish = (...items: RecordingReference[]) =>
  server.call(edits.finishPositions, { body: { items } }, person.headers)
const unfinish = (...items: RecordingReference[]) =>
  server.call(edits.unfinishPositions, { body: { items } }, person.headers)
const bookCall = { params: { id: bookId } }
const position = () => server.call(positions.getAudioBookPosition, bookCall, person.headers)
const history = async () => {
  const past = await server.call(positions.listAudioBookPositions, bookCall, person.headers)
  return past.map(({ version, positionSeconds }) => [version, positionSeconds])
}
const save = (positionSeconds: number, baseVersion: number) =>
  server.call(
    edits.saveAudioBookPosition,
    { ...bookCall, body: { positionSeconds, baseVersion, playbackRate: 1.5 } },
    person.headers,
  )

describe('marking as finished', () => {
  it('puts positions at the end, in the order of the request, doubled ones once', async () => {
    const updatedAt = new Date(server.time.now).toISOString()
    const finished = { version: 1, finished: true, playbackRate: 1, updatedAt }
    const ofBook = { audioBookId: bookId, podcastId: null, podcastEpisodeId: null, ...finished }
    expect(await finish(episode, book, episode)).toEqual([
      { audioBookId: null, ...episode, ...finished, positionSeconds: 50, durationSeconds: 50 },
      { ...ofBook, positionSeconds: 100, durationSeconds: 100 },
    ])
    expect(await server.call(positions.listProgress, {}, person.headers)).toHaveLength(2)
  })

  it('moves the version, and keeps speed and the place before in the history', async () => {
    await save(40, 0)
    const [marked] = await finish(book)
    expect(marked).toMatchObject({ version: 2, positionSeconds: 100, finished: true, playbackRate: 1.5 })
    expect(await history()).toEqual([
      [2, 100],
      [1, 40],
    ])
    const stale = { ...bookCall, body: { positionSeconds: 50, baseVersion: 1 } }
    const answer = await server.attempt(edits.saveAudioBookPosition, stale, person.headers)
    expect(answer).toMatchObject({ status: 409, codes: ['StalePosition'] })
    expect(await save(40, 2)).toMatchObject({ version: 3, positionSeconds: 40, finished: false })
  })

  it('changes nothing of what is finished already', async () => {
    const [once] = await finish(book)
    server.time.now += 1000
    expect(await finish(book)).toEqual([once])
  })

  it('keeps the place in a recording whose length nobody knows', async () => {
    expect(await finish({ audioBookId: mute })).toMatchObject([
      { positionSeconds: 0, durationSeconds: null, finished: true },
    ])
  })

  it('begins above the versions of forgotten positions', async () => {
    await save(10, 0)
    await save(20, 1)
    await server.call(edits.forgetAudioBookPosition, bookCall, person.headers)
    expect(await finish(book)).toMatchObject([{ version: 3 }])
  })

  it('is said with the device that did it, and later than the change before', async () => {
    await save(10, 0)
    const before = await position()
    server.time.now -= 5000
    await finish(book)
    const after = await position()
    expect(after).toMatchObject({ fromThisDevice: true, deviceName: before.deviceName })
    expect(after.updatedAt > before.updatedAt).toBe(true)
  })
})

describe('marking as unplayed', () => {
  it('puts positions at the beginning, and keeps the place before in the history', async () => {
    await save(40, 0)
    await finish(book)
    expect(await unfinish(book)).toMatchObject([{ version: 3, positionSeconds: 0, finished: false }])
    expect(await history()).toEqual([
      [3, 0],
      [2, 100],
      [1, 40],
    ])
  })

  it('changes nothing of what is unplayed already', async () => {
    expect(await unfinish(book, episode)).toEqual([])
    await save(0, 0)
    expect(await unfinish(book)).toMatchObject([{ version: 1 }])
  })
})

const missing = { status: 404, codes: ['UnknownItem'] }
const malformed = { status: 400, codes: ['InvalidBody'] }

describe.each([
  ['finished', edits.finishPositions],
  ['unplayed', edits.unfinishPositions],
] as const)('marking as %s', (_, endpoint) => {
  it.each([
    ['a book that is not there', [book, { audioBookId: 999_999 }], missing],
    ['a hidden book', [book, { audioBookId: hiddenId }], missing],
    ['an episode of another podcast', [book, { ...episode, podcastId: 999_999 }], missing],
    ['nothing', [], malformed],
    ['an item that names two recordings', [book, { ...book, ...episode }], malformed],
    ['an item without a podcast', [book, { podcastEpisodeId }], malformed],
    ['more than a thousand', Array.from({ length: 1001 }, () => book), malformed],
  ])('changes nothing when asked for %s', async (_what, items, refused) => {
    await save(40, 0)
    expect(await server.attempt(endpoint, { body: { items } }, person.headers)).toMatchObject(refused)
    expect(await position()).toMatchObject({ version: 1, positionSeconds: 40 })
  })

  it('changes nothing of anybody else', async () => {
    await save(40, 0)
    const other = await makePerson(server)
    await server.call(endpoint, { body: { items: [book] } }, other.headers)
    expect(await position()).toMatchObject({ version: 1, positionSeconds: 40 })
  })
})
