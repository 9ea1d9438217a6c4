import { gunzipSync } from 'node:zlib'
import { deleteAudioBook } from '@earmark/contract/audio-book-edits.ts'
import { getAudioBook } from '@earmark/contract/audio-books.ts'
import { deleteEpisode } from '@earmark/contract/episode-edits.ts'
import * as library from '@earmark/contract/library.ts'
import { deletePodcast } from '@earmark/contract/podcast-edits.ts'
import { getPodcast } from '@earmark/contract/podcasts.ts'
import { beforeEach, describe, expect, it } from 'vitest'
import { forAllTests } from '../../testing/for-all-tests.ts'
import { makePerson, type Person } from '../../testing/people.ts'
import { makeAudioBook, makeCreator, makeEpisode, makePodcast, storeCover } from '../../testing/records.ts'
import { startTestServer, type TestServer } from '../../testing/server.ts'

const server = await forAllTests(startTestServer())
const editor = await makePerson(server, 'Editor')
const readerId = await makeCreator(server, { nickname: 'Ada' })
const bookId = await makeAudioBook(server, { name: 'Persuasion', readerIds: [readerId] })
const cover = await storeCover(server, '#246')
const podcastId = await makePodcast(server, { ...cover, name: 'Talks', voicerIds: [readerId] })
const episodeIds = await makeEpisodes(podcastId, 3)
let person: Person
beforeEach(async () => {
  person = await makePerson(server)
})

async function makeEpisodes(podcast: number, count: number): Promise<number[]> {
  const ids = []
  for (let number = 1; number <= count; number += 1)
    ids.push(await makeEpisode(server, podcast, { number, name: `Talk ${number}` }))
  return ids
}

const episodeItem = (place: number, podcast = podcastId) => ({
  podcastId: podcast,
  podcastEpisodeId: episodeIds[place] as number,
})

const add = (body: Parameters<typeof attemptAdding>[0], by = person) => attemptAdding(body, by)
async function attemptAdding(body: object, by: Person) {
  const answer = await server.attempt(library.addToLibrary, { body }, by.headers)
  return { ...answer, entry: JSON.parse(answer.body) as library.LibraryEntry }
}

async function entriesOf({ headers }: Person = person): Promise<library.LibraryEntry[]> {
  return await server.call(library.listLibrary, {}, headers)
}

async function idsOf(who: Person = person): Promise<number[]> {
  return (await entriesOf(who)).map(({ id }) => id)
}

const attempt = async (endpoint: Parameters<TestServer['attempt']>[0], input: object, who = person) =>
  await server.attempt(endpoint, input, who.headers)

describe('a library', () => {
  it('is empty at first and kept by no cache', async () => {
    const answer = await attempt(library.listLibrary, {})
    expect(answer).toMatchObject({ status: 200, body: '[]' })
    expect(answer.headers['cache-control']).toBe('no-store')
  })

  it('is compressed for clients that accept it, and the same', async () => {
    for (const place of [0, 1, 2]) await add(episodeItem(place))
    const headers = { ...person.headers, 'accept-encoding': 'gzip' }
    const { rawPayload, headers: sent } = await server.app.inject({ url: '/api/libraries/me', headers })
    expect(sent).toMatchObject({
      'content-encoding': 'gzip',
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    })
    expect(JSON.parse(gunzipSync(rawPayload).toString())).toEqual(await entriesOf())
  })

  it('has an audio book as its page shows it, and nothing in place of an episode', async () => {
    const { id, email, name } = person.account
    const { status, entry, headers } = await add({ audioBookId: bookId })
    expect(status).toBe(201)
    expect(headers['cache-control']).toBe('no-store')
    const { tracks: _, ...audioBook } = await server.call(getAudioBook, { params: { id: bookId } })
    expect(audioBook.readers).toHaveLength(1)
    const user = { id, email, name }
    expect(entry).toEqual({ id: entry.id, user, audioBook, podcast: null, podcastEpisode: null })
    expect(await entriesOf()).toEqual([entry])
  })

  it('has an episode as its podcast shows it, and the podcast as lists do', async () => {
    const { status, entry } = await add(episodeItem(1))
    expect(status).toBe(201)
    const { episodes, ...podcast } = await server.call(getPodcast, { params: { id: podcastId } })
    expect(podcast).toMatchObject({ episodesCount: 3, voicers: [{ nickname: 'Ada' }] })
    expect(episodes[1]).toMatchObject({ coverInherited: true })
    expect(entry).toMatchObject({ audioBook: null, podcast, podcastEpisode: episodes[1] })
    expect(await entriesOf()).toEqual([entry])
  })

  it('has the newest first, of those of one moment the last', async () => {
    await add(episodeItem(0))
    await add({ audioBookId: bookId })
    server.time.now += 1000
    await add(episodeItem(2))
    server.time.now -= 2000
    await add(episodeItem(1))
    server.time.now += 1000
    const found = await entriesOf()
    expect(found.map(({ podcastEpisode }) => podcastEpisode?.number ?? null)).toEqual([3, null, 1, 2])
  })
})

describe('adding', () => {
  it.each([
    [{}],
    [{ audioBookId: null, podcastId: null, podcastEpisodeId: null }],
    [{ audioBookId: 1, podcastId: 1, podcastEpisodeId: 1 }],
    [{ audioBookId: 1, podcastId: 1 }],
    [{ podcastId: 1 }],
    [{ podcastEpisodeId: 1 }],
    [{ audioBookId: 'one' }],
    [{ audioBookId: 0 }],
    [[]],
  ])('refuses %j', async (body) => {
    expect(await add(body)).toMatchObject({ status: 400, codes: ['InvalidBody'] })
  })

  it('knows no item that is not there, nor an episode under another podcast', async () => {
    const other = await makePodcast(server, { name: 'Other' })
    const unknown = [
      { audioBookId: 999_999 },
      { audioBookId: Number.MAX_SAFE_INTEGER },
      { podcastId, podcastEpisodeId: 999_999 },
      episodeItem(0, other),
    ]
    for (const body of unknown) expect(await add(body)).toMatchObject({ status: 404, codes: ['UnknownItem'] })
    await add(episodeItem(0))
    expect(await add(episodeItem(0, other))).toMatchObject({ status: 404, codes: ['UnknownItem'] })
    expect(await idsOf()).toHaveLength(1)
  })

  it('answers what is there already as it is', async () => {
    for (const body of [{ audioBookId: bookId }, episodeItem(0)]) {
      const first = await add(body)
      const second = await add(body)
      expect([first.status, second.status]).toEqual([201, 200])
      expect(second.entry).toEqual(first.entry)
    }
  })

  it('takes null for what is absent', async () => {
    expect((await add({ audioBookId: bookId, podcastId: null, podcastEpisodeId: null })).status).toBe(201)
    expect((await add({ audioBookId: null, ...episodeItem(0) })).status).toBe(201)
  })

  it('of the same item many times at once makes one entry', async () => {
    for (const body of [{ audioBookId: bookId }, episodeItem(0)]) {
      const answers = await Promise.all(Array.from({ length: 8 }, () => add(body)))
      expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(7)
      expect(new Set(answers.map(({ entry }) => entry.id)).size).toBe(1)
    }
    expect(await idsOf()).toHaveLength(2)
  })
})

describe('adding a list', () => {
  const addAll = (body: unknown, who = person) => attempt(library.addAllToLibrary, { body }, who)

  it('answers entries in the order given, doubled ones once, old ones as they are', async () => {
    const { entry: old } = await add(episodeItem(1))
    const items = [2, 1, 2, 0, 1].map((place) => episodeItem(place))
    const answer = await addAll(items)
    expect(answer.status).toBe(201)
    const added = JSON.parse(answer.body) as library.LibraryEntry[]
    expect(added.map(({ podcastEpisode }) => podcastEpisode?.id)).toEqual(
      [2, 1, 0].map((place) => episodeIds[place]),
    )
    expect(added[1]).toEqual(old)
    expect(await entriesOf()).toEqual([added[2], added[0], old])
  })

  it('adds all or nothing', async () => {
    const other = await makePodcast(server, { name: 'Other' })
    for (const unknown of [{ podcastId, podcastEpisodeId: 999_999 }, episodeItem(1, other)]) {
      const items = [episodeItem(0), unknown, episodeItem(1)]
      expect(await addAll(items)).toMatchObject({ status: 404, codes: ['UnknownItem'] })
    }
    expect(await idsOf()).toEqual([])
  })

  it.each([
    ['nothing', []],
    ['more than 1000', Array.from({ length: 1001 }, () => ({ podcastId: 1, podcastEpisodeId: 1 }))],
    ['what is no item', [{ podcastId: 1 }]],
    ['no list', { podcastId: 1, podcastEpisodeId: 1 }],
  ])('refuses %s', async (_what, body) => {
    expect(await addAll(body)).toMatchObject({ status: 400, codes: ['InvalidBody'] })
  })

  it('takes a thousand', async () => {
    const items = Array.from({ length: 1000 }, (_, place) => episodeItem(place % 3))
    expect((await addAll(items)).status).toBe(201)
    expect(await idsOf()).toHaveLength(3)
  })

  it('at once in every order makes one entry of each', async () => {
    const orders = [
      [0, 1, 2],
      [2, 1, 0],
      [1, 0, 2],
      [2, 0, 1],
    ]
    const bodies = orders.map((order) => order.map((place) => episodeItem(place)))
    const answers = await Promise.all([...bodies, ...bodies].map((body) => addAll(body)))
    expect(answers.map(({ status }) => status)).toEqual(Array<number>(8).fill(201))
    expect(await idsOf()).toHaveLength(3)
  })
})

describe('removing', () => {
  it('takes out one entry, once', async () => {
    const { entry } = await add({ audioBookId: bookId })
    const params = { entryId: entry.id }
    expect((await attempt(library.removeFromLibrary, { params })).status).toBe(204)
    expect(await idsOf()).toEqual([])
    expect(await attempt(library.removeFromLibrary, { params })).toMatchObject({ status: 404 })
  })

  it.each(['0', 'x', '1.5', '99999999999999999999'])('knows no entry %s', async (entryId) => {
    const gone = await attempt(library.removeFromLibrary, { params: { entryId } })
    expect(gone).toMatchObject({ status: 404, codes: ['NotFound'] })
  })

  it('takes out a list, all or nothing, doubled ones once', async () => {
    await attempt(library.addAllToLibrary, { body: [0, 1, 2].map((place) => episodeItem(place)) })
    const ids = await idsOf()
    const [first, second] = ids as [number, number]
    const other = await makePerson(server)
    const { entry: foreign } = await add(episodeItem(0), other)
    for (const stranger of [foreign.id, 999_999]) {
      const body = [first, stranger, second]
      const refused = await attempt(library.removeAllFromLibrary, { body })
      expect(refused).toMatchObject({ status: 404, codes: ['NotFound'] })
    }
    expect(await idsOf()).toEqual(ids)
    const removed = await attempt(library.removeAllFromLibrary, { body: [first, second, first] })
    expect(removed.status).toBe(204)
    expect(await idsOf()).toEqual(ids.slice(2))
    expect(await idsOf(other)).toEqual([foreign.id])
  })

  it.each([
    ['nothing', []],
    ['more than 1000', Array.from({ length: 1001 }, () => 1)],
    ['what is no id', ['one']],
    ['no list', {}],
  ])('refuses %s', async (_what, body) => {
    const refused = await attempt(library.removeAllFromLibrary, { body })
    expect(refused).toMatchObject({ status: 400, codes: ['InvalidBody'] })
  })

  it('of everything leaves nothing, also of nothing', async () => {
    await add({ audioBookId: bookId })
    await add(episodeItem(0))
    for (let time = 0; time < 2; time += 1) expect((await attempt(library.emptyLibrary, {})).status).toBe(204)
    expect(await idsOf()).toEqual([])
  })
})

describe('what is deleted takes its entries along', () => {
  const remove = async (endpoint: Parameters<TestServer['attempt']>[0], params: object) =>
    expect((await attempt(endpoint, { params }, editor)).status).toBe(204)

  async function countEntries(): Promise<number> {
    const query = server.deps.db.connection.selectFrom('library_entries').select('id')
    return (await query.where('user_id', '=', person.account.id).execute()).length
  }

  it('an audio book, an episode, a podcast, an account', async () => {
    const book = await makeAudioBook(server, { name: 'Passing' })
    const podcast = await makePodcast(server, { name: 'Passing' })
    const [one, ...more] = await makeEpisodes(podcast, 3)
    await add({ audioBookId: book })
    await add({ audioBookId: bookId })
    for (const podcastEpisodeId of [one, ...more]) await add({ podcastId: podcast, podcastEpisodeId })
    expect(await countEntries()).toBe(5)
    await remove(deleteAudioBook, { id: book })
    expect(await countEntries()).toBe(4)
    await remove(deleteEpisode, { id: podcast, episodeId: one })
    expect(await countEntries()).toBe(3)
    await remove(deletePodcast, { id: podcast })
    expect(await countEntries()).toBe(1)
    expect(await entriesOf()).toMatchObject([{ audioBook: { id: bookId } }])
    await server.deps.db.connection.deleteFrom('users').where('id', '=', person.account.id).execute()
    expect(await countEntries()).toBe(0)
  })

  it('while they are being added: all there or none, and nothing unexpected', async () => {
    for (let round = 0; round < 4; round += 1) {
      const podcast = await makePodcast(server, { name: 'Passing' })
      const ids = await makeEpisodes(podcast, 40)
      const body = ids.map((podcastEpisodeId) => ({ podcastId: podcast, podcastEpisodeId }))
      const [added] = await Promise.all([
        attempt(library.addAllToLibrary, { body }),
        attempt(library.addToLibrary, { body: body[2] }),
        remove(deletePodcast, { id: podcast }),
      ])
      expect([201, 404]).toContain(added.status)
      expect(await idsOf()).toEqual([])
    }
  })
})
