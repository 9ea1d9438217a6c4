import { deletePodcast } from '@earmark/contract/podcast-edits.ts'
import * as follows from '@earmark/contract/follows.ts'
import * as library from '@earmark/contract/library.ts'
import { saveEpisodePosition } from '@earmark/contract/position-edits.ts'
import { getPodcast } from '@earmark/contract/podcasts.ts'
import {
  publishEpisode,
  publishPodcast,
  unpublishEpisode,
  unpublishPodcast,
} from '@earmark/contract/publishing.ts'
import { deleteAccount } from '@earmark/contract/auth.ts'
import { beforeEach, describe, expect, it } from 'vitest'
import { forAllTests } from '../../testing/for-all-tests.ts'
import { makePerson, password, type Person } from '../../testing/people.ts'
import { makeEpisode, makePodcast, soundOf } from '../../testing/records.ts'
import { startTestServer } from '../../testing/server.ts'

const server = await forAllTests(startTestServer())
const editor = await makePerson(server, 'Editor')
let person: Person
let podcastId: number
let number = 1

beforeEach(async () => {
  server.time.now += 1000
  person = await makePerson(server)
  podcastId = await makePodcast(server, { name: 'Talks' })
  await publishOne()
})

async function publishOne(podcast = podcastId): Promise<number> {
  number += 1
  return await makeEpisode(server, podcast, { number, name: `Talk ${number}`, audio: soundOf(60) })
}

const follow = (body?: object, id = podcastId) =>
  server.attempt(follows.followPodcast, { params: { id }, ...(body && { body }) }, person.headers)
const unfollow = (id = podcastId) =>
  server.attempt(follows.unfollowPodcast, { params: { id } }, person.headers)
const followed = () => server.call(follows.listFollows, {}, person.headers)

async function libraryOf({ headers }: Person = person): Promise<(number | undefined)[]> {
  const entries = await server.call(library.listLibrary, {}, headers)
  return entries.map(({ podcastEpisode }) => podcastEpisode?.id)
}

describe('following', () => {
  it('is said with the podcast as lists show it, since when, and which episodes are new', async () => {
    expect(await follow()).toMatchObject({ status: 204, body: '' })
    const { episodes: _, ...podcast } = await server.call(getPodcast, { params: { id: podcastId } })
    const followedAt = new Date(server.time.now).toISOString()
    expect(await followed()).toEqual([
      { podcast, followedAt, autoDownload: false, newCount: 0, newEpisodeIds: [] },
    ])
  })

  it('goes on since when it began where a podcast is followed again', async () => {
    await follow()
    const [before] = await followed()
    await publishOne()
    server.time.now += 1000
    expect(await follow({ autoDownload: true })).toMatchObject({ status: 204 })
    expect(await followed()).toMatchObject([
      { followedAt: before?.followedAt, autoDownload: true, newCount: 1 },
    ])
    await follow({})
    expect(await followed()).toMatchObject([{ autoDownload: true }])
  })

  it('has the podcast first that was followed last', async () => {
    await follow()
    const other = await makePodcast(server, { name: 'Walks' })
    server.time.now += 1000
    await follow(undefined, other)
    expect((await followed()).map(({ podcast }) => podcast.id)).toEqual([other, podcastId])
  })

  it('is tagged, and not answered again until something of it changes', async () => {
    await follow()
    const url = '/api/follows/me'
    const { headers } = await server.app.inject({ url, headers: person.headers })
    const again = { ...person.headers, 'if-none-match': String(headers.etag) }
    expect((await server.app.inject({ url, headers: again })).statusCode).toBe(304)
    await publishOne()
    expect((await server.app.inject({ url, headers: again })).statusCode).toBe(200)
  })

  it('is not for podcasts that are not there or not public', async () => {
    const missing = { status: 404, codes: ['NotFound'] }
    expect(await follow(undefined, 999_999)).toMatchObject(missing)
    await server.call(unpublishPodcast, { params: { id: podcastId } }, editor.headers)
    expect(await follow()).toMatchObject(missing)
    expect(await unfollow(999_999)).toMatchObject({ status: 204 })
  })

  it.each([[{ autoDownload: 'sometimes' }], [[]]])('is refused for the body %j', async (body) => {
    expect(await follow(body as object)).toMatchObject({ status: 400 })
  })

  it('hides with its podcast, and comes back with what is new', async () => {
    await follow()
    await publishOne()
    await server.call(unpublishPodcast, { params: { id: podcastId } }, editor.headers)
    expect(await followed()).toEqual([])
    await server.call(publishPodcast, { params: { id: podcastId }, body: {} }, editor.headers)
    expect(await followed()).toMatchObject([{ newCount: 1 }])
  })

  it('ends with its podcast, and with the account', async () => {
    await follow()
    const other = await makePodcast(server, { name: 'Walks' })
    await follow(undefined, other)
    await server.call(deletePodcast, { params: { id: podcastId } }, editor.headers)
    expect(await followed()).toMatchObject([{ podcast: { id: other } }])
    await server.call(deleteAccount, { body: { password } }, person.headers)
    const rows = server.deps.db.connection.selectFrom('follows').where('podcast_id', '=', other)
    expect(await rows.selectAll().execute()).toEqual([])
  })
})

describe('an episode that becomes public afterwards', () => {
  it('is an entry of the library of each follower, and nobody else’s', async () => {
    const other = await makePerson(server)
    await follow()
    const before = await libraryOf()
    const id = await publishOne()
    expect([before, await libraryOf(), await libraryOf(other)]).toEqual([[], [id], []])
  })

  it('moves the tag of the library', async () => {
    await follow()
    const url = '/api/libraries/me'
    const { headers } = await server.app.inject({ url, headers: person.headers })
    await publishOne()
    const again = { ...person.headers, 'if-none-match': String(headers.etag) }
    const { statusCode, headers: after } = await server.app.inject({ url, headers: again })
    expect(statusCode).toBe(200)
    expect(after.etag).not.toBe(headers.etag)
  })

  it('is there already for one who adds it, also in the moment of the follow', async () => {
    await follow()
    const body = { podcastId, podcastEpisodeId: await publishOne() }
    expect(await server.attempt(library.addToLibrary, { body }, person.headers)).toMatchObject({
      status: 200,
    })
  })

  it('stays away once it was removed, whether the library was read before or emptied unread', async () => {
    await follow()
    await publishOne()
    const [entry] = await server.call(library.listLibrary, {}, person.headers)
    await server.call(library.removeFromLibrary, { params: { entryId: entry?.id ?? 0 } }, person.headers)
    await publishOne()
    await server.call(library.emptyLibrary, {}, person.headers)
    const last = await publishOne()
    expect(await libraryOf()).toEqual([last])
  })

  it('is there when it is public again, though it was hidden before anybody read the library', async () => {
    await follow()
    const hidden = { id: podcastId, episodeId: await publishOne() }
    await server.call(unpublishEpisode, { params: hidden }, editor.headers)
    const other = await publishOne()
    expect(await libraryOf()).toEqual([other])
    await server.call(publishEpisode, { params: hidden, body: {} }, editor.headers)
    expect(await libraryOf()).toEqual([other, hidden.episodeId])
  })

  it('stays when the podcast is followed no more, and later ones stay away', async () => {
    await follow()
    const id = await publishOne()
    expect(await unfollow()).toMatchObject({ status: 204 })
    await publishOne()
    expect([await libraryOf(), await followed()]).toEqual([[id], []])
  })

  it('is new until it is begun or finished', async () => {
    await follow()
    const ids = [await publishOne(), await publishOne(), await publishOne()]
    const save = (id: number | undefined, positionSeconds: number) => {
      const body = { positionSeconds, baseVersion: 0 }
      return server.call(saveEpisodePosition, { params: { id: id ?? 0 }, body }, person.headers)
    }
    const told = []
    const newOnes = async () =>
      (await followed()).map(({ newCount, newEpisodeIds }) => [newCount, newEpisodeIds])
    expect(await newOnes()).toEqual([[3, ids.toReversed()]])
    for (const [place, seconds] of [5, 60, 0].entries()) {
      await save(ids[place], seconds)
      told.push(...(await newOnes()))
    }
    const third = ids.slice(2)
    expect(told).toEqual([
      [2, ids.slice(1).toReversed()],
      [1, third],
      [1, third],
    ])
  })
})
