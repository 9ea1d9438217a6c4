import { deleteAudioBook } from '@earmark/contract/audio-book-edits.ts'
import { getAudioBook } from '@earmark/contract/audio-books.ts'
import { deleteAccount } from '@earmark/contract/auth.ts'
import { getPodcast } from '@earmark/contract/podcasts.ts'
import * as edits from '@earmark/contract/position-edits.ts'
import * as contract from '@earmark/contract/positions.ts'
import { beforeEach, describe, expect, it } from 'vitest'
import { forAllTests } from '../../testing/for-all-tests.ts'
import { makePerson, password, type Person, signInAs } from '../../testing/people.ts'
import { makeAudioBook, makeEpisode, makePodcast, soundOf } from '../../testing/records.ts'
import { startTestServer } from '../../testing/server.ts'

const chrome =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'

const server = await forAllTests(startTestServer())
/** Of 100 seconds. */
const bookId = await makeAudioBook(server, { name: 'Persuasion', audio: soundOf(100) })
const podcastId = await makePodcast(server, { name: 'Talks' })
/** Without audio. */
const episodeId = await makeEpisode(server, podcastId, { number: 1, name: 'Talk' })
const ada = await makePerson(server)
const phone = await signInAs(server, ada.account)
beforeEach(async () => {
  const { connection } = server.deps.db
  await connection.deleteFrom('positions').execute()
  await connection.updateTable('users').set({ forgotten_version: 0 }).execute()
})

type Body = Partial<edits.NewPosition>

async function save(body: Body, { headers }: Person = ada, id = bookId) {
  const input = { params: { id }, body: { positionSeconds: 10, baseVersion: 0, ...body } }
  return await server.attempt(edits.saveAudioBookPosition, input, headers)
}

async function saved(body: Body, person = ada, id = bookId): Promise<contract.Position> {
  const { status, body: text } = await save(body, person, id)
  expect([status, text]).toEqual([200, expect.any(String)])
  return JSON.parse(text) as contract.Position
}

const inBook = (id = bookId) => ({ params: { id } })
const read = async ({ headers }: Person = ada) =>
  await server.call(contract.getAudioBookPosition, inBook(), headers)
const history = async () => await server.call(contract.listAudioBookPositions, inBook(), ada.headers)

const reads = [
  [contract.getAudioBookPosition, contract.listAudioBookPositions],
  [contract.getEpisodePosition, contract.listEpisodePositions],
].flat()
const writes = [edits.saveAudioBookPosition, edits.saveEpisodePosition]

describe('a position', () => {
  it('is not saved without the page that asks for it', async () => {
    const headers = { ...ada.headers, cookie: 'XSRF-TOKEN=one', 'x-xsrf-token': 'another' }
    expect(await save({}, { ...ada, headers })).toMatchObject({ status: 403, codes: ['InvalidXsrfToken'] })
  })

  it.each([
    [{ positionSeconds: -1 }, 'positionSeconds'],
    [{ positionSeconds: undefined }, 'positionSeconds'],
    [{ positionSeconds: '10' }, 'positionSeconds'],
    [{ positionSeconds: 1e10 }, 'positionSeconds'],
    [{ baseVersion: undefined }, 'baseVersion'],
    [{ baseVersion: -1 }, 'baseVersion'],
    [{ baseVersion: 0.5 }, 'baseVersion'],
    [{ finished: 'yes' }, 'finished'],
    [{ playbackRate: 0.49 }, 'playbackRate'],
    [{ playbackRate: 3.51 }, 'playbackRate'],
  ])('is refused where it makes no sense: %o', async (body, field) => {
    const { status, errors } = await save(body as Body)
    expect([status, errors]).toEqual([400, [{ code: 'InvalidBody', field, description: expect.any(String) }]])
  })

  it('is no number that has no end', async () => {
    const payload = '{"positionSeconds": 1e999, "baseVersion": 0}'
    const headers = { ...ada.headers, 'content-type': 'application/json' }
    const url = `/api/positions/me/audio-books/${bookId}`
    expect((await server.app.inject({ method: 'PUT', url, headers, payload })).statusCode).toBe(400)
  })

  it('is there for recordings that are, once they were listened to', async () => {
    for (const endpoint of reads) {
      for (const id of [bookId, episodeId, 999_999, 'x'])
        expect(await server.attempt(endpoint, { params: { id } }, ada.headers)).toMatchObject({ status: 404 })
    }
    for (const endpoint of writes) {
      const input = { params: { id: 999_999 }, body: { positionSeconds: 1, baseVersion: 0 } }
      expect(await server.attempt(endpoint, input, ada.headers)).toMatchObject({ codes: ['NotFound'] })
    }
  })

  it('is what was saved last, wherever it is asked for', async () => {
    const agent = { ...ada, headers: { ...ada.headers, 'user-agent': chrome } }
    const first = await saved({ positionSeconds: 12.3456, playbackRate: 3.5 }, agent)
    expect(first).toEqual({
      positionSeconds: 12.346,
      durationSeconds: 100,
      version: 1,
      finished: false,
      playbackRate: 3.5,
      deviceName: 'Chrome on Linux',
      fromThisDevice: true,
      updatedAt: new Date(server.time.now).toISOString(),
    })
    expect(await read()).toEqual(first)
    expect(await read(phone)).toEqual({ ...first, fromThisDevice: false })
    server.time.now += 5000
    const second = await saved({ positionSeconds: 20, baseVersion: 1 }, phone)
    expect(second).toMatchObject({ version: 2, playbackRate: 3.5, deviceName: 'Unknown device' })
    expect(second.updatedAt).toBe(new Date(server.time.now).toISOString())
    expect(await read()).toEqual({ ...second, fromThisDevice: false })
  })

  it('ends where the recording does, and is finished in its last second', async () => {
    expect(await saved({ positionSeconds: 98.9 })).toMatchObject({ positionSeconds: 98.9, finished: false })
    expect(await saved({ positionSeconds: 99, baseVersion: 1 })).toMatchObject({ finished: true })
    expect(await saved({ positionSeconds: 500, baseVersion: 2 })).toMatchObject({
      positionSeconds: 100,
      finished: true,
    })
    expect(await saved({ positionSeconds: 5, baseVersion: 3 })).toMatchObject({ finished: false })
    expect(await saved({ positionSeconds: 5, baseVersion: 4, finished: true })).toMatchObject({
      finished: true,
    })
    const empty = { finished: '', playbackRate: '' } as unknown as Body
    expect(await saved({ positionSeconds: 99, baseVersion: 5, ...empty })).toMatchObject({
      finished: true,
      playbackRate: 1,
    })
    expect(await saved({ positionSeconds: 99, baseVersion: 6, finished: false })).toMatchObject({
      finished: false,
    })
  })

  it('is kept of a recording that has no audio at the moment', async () => {
    const input = { params: { id: episodeId }, body: { positionSeconds: 1e6, baseVersion: 0 } }
    const position = await server.call(edits.saveEpisodePosition, input, ada.headers)
    expect(position).toMatchObject({ positionSeconds: 1e6, durationSeconds: null, finished: false })
  })
})

describe('a device that was away', () => {
  it.each([0, 1, 3])('is told what there is instead of what it follows: %i', async (baseVersion) => {
    await saved({ positionSeconds: 10 })
    const current = await saved({ positionSeconds: 20, baseVersion: 1 })
    const { status, errors } = await save({ positionSeconds: 5, baseVersion }, phone)
    expect(status).toBe(409)
    expect(errors).toEqual([
      {
        code: 'StalePosition',
        description: expect.any(String),
        current: { ...current, fromThisDevice: false },
      },
    ])
    expect(await read()).toEqual(current)
    expect(await history()).toHaveLength(2)
  })

  it('is told that there is nothing any more', async () => {
    await saved({})
    await server.call(edits.forgetAudioBookPosition, inBook(), phone.headers)
    const { status, errors } = await save({ baseVersion: 1 })
    expect([status, errors]).toEqual([
      409,
      [expect.objectContaining({ code: 'StalePosition', current: null })],
    ])
  })

  it('does not take a later position for the one that it knew before it was forgotten', async () => {
    await saved({})
    await saved({ positionSeconds: 50, baseVersion: 1 })
    await server.call(edits.forgetAudioBookPosition, inBook(), phone.headers)
    const begun = await saved({ positionSeconds: 1 }, phone)
    const next = await saved({ positionSeconds: 2, baseVersion: begun.version }, phone)
    expect([begun.version, next.version]).toEqual([3, 4])
    for (const baseVersion of [1, 2]) expect(await save({ baseVersion })).toMatchObject({ status: 409 })
  })

  it('is answered again when only the answer was lost', async () => {
    const [first, again] = [await saved({ positionSeconds: 10 }), await saved({ positionSeconds: 10 })]
    expect(again).toEqual(first)
    const change = { positionSeconds: 20, baseVersion: 1, playbackRate: 2 }
    const second = await saved(change)
    server.time.now += 1000
    expect(await saved(change)).toEqual(second)
    expect(await saved({ positionSeconds: 20, baseVersion: 1 })).toEqual(second)
    expect(await history()).toHaveLength(2)
    const others = [{ positionSeconds: 21 }, { playbackRate: 1 }, { finished: true }, { baseVersion: 0 }]
    for (const other of others) expect((await save({ ...change, ...other })).status).toBe(409)
    expect((await save(change, phone)).status).toBe(409)
    const { 'x-deviceid': _, ...nameless } = ada.headers
    expect((await save(change, { ...ada, headers: nameless as never })).status).toBe(409)
  })

  it('without a name is never taken for itself', async () => {
    const { 'x-deviceid': _, ...headers } = ada.headers
    const nameless = { ...ada, headers: headers as Record<string, string> }
    expect(await saved({}, nameless)).toMatchObject({ fromThisDevice: false })
    expect((await save({}, nameless)).status).toBe(409)
  })
})

describe('the history of a position', () => {
  it('has its last fifty, newest first', async () => {
    for (let version = 0; version < 53; version += 1)
      await saved({ positionSeconds: version, baseVersion: version })
    const past = await history()
    expect(past.map(({ version }) => version)).toEqual(Array.from({ length: 50 }, (_, place) => 53 - place))
    expect(past[0]).toEqual({
      positionSeconds: 52,
      version: 53,
      deviceName: 'Unknown device',
      updatedAt: (await read()).updatedAt,
    })
    expect(past.at(-1)?.positionSeconds).toBe(3)
  })

  it('goes on in time whatever the clock does', async () => {
    await saved({})
    server.time.now -= 60_000
    await saved({ baseVersion: 1 })
    server.time.now += 60_000
    await saved({ baseVersion: 2 })
    const times = (await history()).map(({ updatedAt }) => Date.parse(updatedAt))
    expect(times).toEqual([server.time.now + 2, server.time.now + 1, server.time.now])
  })

  it('is forgotten with it, as often as one likes', async () => {
    await saved({})
    for (let time = 0; time < 2; time += 1)
      await server.call(edits.forgetAudioBookPosition, inBook(), ada.headers)
    for (const endpoint of [contract.getAudioBookPosition, contract.listAudioBookPositions])
      expect((await server.attempt(endpoint, inBook(), ada.headers)).status).toBe(404)
    expect((await server.attempt(edits.forgetEpisodePosition, inBook(999_999), ada.headers)).status).toBe(204)
  })
})

describe('the positions of somebody', () => {
  const page = async (querystring = {}) =>
    await server.call(contract.pagePositions, { querystring } as never, ada.headers)

  async function listenToThree(): Promise<void> {
    const other = await makeAudioBook(server, { name: 'Emma', audio: soundOf(10) })
    await saved({ positionSeconds: 9.5 }, ada, other)
    server.time.now += 1000
    const input = { params: { id: episodeId }, body: { positionSeconds: 3, baseVersion: 0 } }
    await server.call(edits.saveEpisodePosition, input, ada.headers)
    server.time.now += 1000
    await saved({ positionSeconds: 10 })
  }

  it('are none at first', async () => {
    expect(await page()).toEqual({
      items: [],
      totalCount: 0,
      pagedQuery: { pageNumber: 1, pageSize: 10, sortBy: 'updatedAt', sortOrder: 'desc', finished: null },
    })
    expect(await server.call(contract.listProgress, {}, ada.headers)).toEqual([])
  })

  it('come with their recordings, newest first, a page at a time', async () => {
    await listenToThree()
    const podcast = await server.call(getPodcast, { params: { id: podcastId } })
    const { episodes, ...listed } = podcast
    const { tracks: _, ...audioBook } = await server.call(getAudioBook, { params: { id: bookId } })
    const { items, totalCount } = await page()
    expect(totalCount).toBe(3)
    expect(items[0]).toEqual({
      ...(await read()),
      audioBook,
      podcast: null,
      podcastEpisode: null,
    })
    expect(items[1]).toMatchObject({ audioBook: null, podcast: listed, podcastEpisode: episodes[0] })
    expect((await page({ pageSize: 2, pageNumber: 2 })).items).toEqual(items.slice(2))
    expect((await page({ sortOrder: 'asc' })).items).toEqual(items.toReversed())
    expect(await page({ pageNumber: 5 })).toMatchObject({ items: [], totalCount: 3 })
  })

  it('are asked for by whether they are finished', async () => {
    await listenToThree()
    const finished = await page({ finished: true })
    expect(finished).toMatchObject({ totalCount: 1, items: [{ audioBook: { name: 'Emma' } }] })
    expect(finished.pagedQuery.finished).toBe(true)
    expect(await page({ finished: false })).toMatchObject({ totalCount: 2 })
  })

  it.each([{ finished: 'yes' }, { sortBy: 'id' }, { pageSize: 101 }, { pageNumber: 0 }, { sortOrder: 'up' }])(
    'are not asked for by %o',
    async (querystring) => {
      const refusal = {
        status: 400,
        codes: ['InvalidQuery'],
        errors: [{ field: Object.keys(querystring)[0] }],
      }
      expect(await server.attempt(contract.pagePositions, { querystring }, ada.headers)).toMatchObject(
        refusal,
      )
    },
  )

  it('are told in short, too', async () => {
    await listenToThree()
    const progress = await server.call(contract.listProgress, {}, ada.headers)
    expect(progress.map((one) => [one.audioBookId, one.podcastId, one.podcastEpisodeId])).toEqual([
      [bookId, null, null],
      [null, podcastId, episodeId],
      [expect.any(Number), null, null],
    ])
    const { deviceName: _name, fromThisDevice: _device, ...position } = await read()
    expect(progress[0]).toMatchObject(position)
  })

  it('go with the recording and with the account', async () => {
    const editor = await makePerson(server, 'Editor')
    const gone = await makeAudioBook(server, { name: 'Gone' })
    for (const id of [bookId, gone]) await saved({}, editor, id)
    await server.call(deleteAudioBook, { params: { id: gone } }, editor.headers)
    expect(await server.call(contract.listProgress, {}, editor.headers)).toMatchObject([
      { audioBookId: bookId },
    ])
    expect((await save({ baseVersion: 1 }, editor, gone)).status).toBe(404)
    await server.call(deleteAccount, { body: { password } }, editor.headers)
    expect(await server.deps.db.connection.selectFrom('positions').selectAll().execute()).toEqual([])
  })
})
