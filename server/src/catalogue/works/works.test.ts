import { addAudioBookReader } from '@earmark/contract/audio-book-edits.ts'
import { getAudioBook } from '@earmark/contract/audio-books.ts'
import { replaceAudioBookCredits, replaceEpisodeCredits } from '@earmark/contract/credit-edits.ts'
import { mergeCreator } from '@earmark/contract/creator-edits.ts'
import type { CreditRole } from '@earmark/contract/credits.ts'
import { getEpisode } from '@earmark/contract/episodes.ts'
import { unpublishEpisode, unpublishPodcast } from '@earmark/contract/publishing.ts'
import { listWorks, pageWorkEpisodes } from '@earmark/contract/works.ts'
import { expect, it } from 'vitest'
import { forAllTests } from '../../testing/for-all-tests.ts'
import { makePerson } from '../../testing/people.ts'
import { makeAudioBook, makeCreator, makeEpisode, makePodcast } from '../../testing/records.ts'
import { startTestServer } from '../../testing/server.ts'

const server = await forAllTests(startTestServer())
const { headers } = await makePerson(server, 'Editor')

async function worksOf(id: number) {
  const works = await server.call(listWorks, { params: { id } })
  return works.map(({ role, audioBooks, podcasts, episodesCount }) => ({
    role,
    audioBooks: audioBooks.map((book) => book.id),
    podcasts: podcasts.map((podcast) => podcast.id),
    episodesCount,
  }))
}

it('the works of a creator are its public records by role, the newest first, each once', async () => {
  const creatorId = await makeCreator(server, { nickname: 'Busy' })
  expect(await worksOf(creatorId)).toEqual([])
  const first = await makeAudioBook(server, { name: 'First', readerIds: [creatorId] })
  server.time.now += 1000
  const second = await makeAudioBook(server, { name: 'Second' })
  const hidden = await makeAudioBook(server, { name: 'Hidden', readerIds: [creatorId] })
  const { connection } = server.deps.db
  await connection.updateTable('audio_books').set({ is_public: 0 }).where('id', '=', hidden).execute()
  const { updatedAt: baseUpdatedAt } = await server.call(getAudioBook, { params: { id: second } })
  const credits = [
    { creatorId, role: 'Reader', as: 'the Keeper' },
    { creatorId, role: 'Reader' },
    { creatorId, role: 'Author' },
  ] as const
  const input = { params: { id: second }, body: { credits: [...credits], baseUpdatedAt } }
  await server.call(replaceAudioBookCredits, input, headers)
  const podcast = await makePodcast(server, { name: 'Talks', voicerIds: [creatorId] })
  for (const number of [1, 2])
    await makeEpisode(server, podcast, { number, name: 'Episode', voicerIds: [creatorId] })
  const works = [
    { role: 'Author', audioBooks: [second], podcasts: [], episodesCount: 0 },
    { role: 'Reader', audioBooks: [second, first], podcasts: [], episodesCount: 0 },
    { role: 'Host', audioBooks: [], podcasts: [podcast], episodesCount: 0 },
    { role: 'Voice', audioBooks: [], podcasts: [], episodesCount: 2 },
  ]
  expect(await worksOf(creatorId)).toEqual(works)
  const into = await makeCreator(server, { nickname: 'Other' })
  await server.call(mergeCreator, { params: { id: creatorId }, body: { into } }, headers)
  expect([await worksOf(creatorId), await worksOf(into)]).toEqual([works, works])
})

it('the works of a creator follow a credit that is given, and those of nobody are not found', async () => {
  const creatorId = await makeCreator(server, { nickname: 'New' })
  const id = await makeAudioBook(server, { name: 'Given' })
  expect(await worksOf(creatorId)).toEqual([])
  await server.call(addAudioBookReader, { params: { id, readerId: creatorId } }, headers)
  expect(await worksOf(creatorId)).toMatchObject([{ role: 'Reader', audioBooks: [id] }])
  expect(await server.attempt(listWorks, { params: { id: 4711 } })).toMatchObject({ status: 404 })
})

it('the episodes of a creator are the public ones that credit it, by role and page, the newest first', async () => {
  const creatorId = await makeCreator(server, { nickname: 'Guest' })
  const podcastId = await makePodcast(server, { name: 'Talks' })
  const hidden = await makePodcast(server, { name: 'Hidden' })
  const made: number[] = []
  for (const [at, podcast] of [podcastId, podcastId, podcastId, hidden, podcastId].entries()) {
    server.time.now += 1000
    made.push(
      await makeEpisode(server, podcast, { number: at, name: `Episode ${at}`, voicerIds: [creatorId] }),
    )
  }
  const [first = 0, second = 0, third = 0, , last = 0] = made
  const params = { id: podcastId, episodeId: first }
  const { updatedAt: baseUpdatedAt } = await server.call(getEpisode, { params })
  const credits = (['Guest', 'Voice', 'Voice'] as const).map((role, at) => ({
    creatorId,
    role,
    as: at === 2 ? 'the Keeper' : null,
  }))
  await server.call(replaceEpisodeCredits, { params, body: { credits, baseUpdatedAt } }, headers)
  const read = async (querystring: { role?: CreditRole[]; pageNumber?: number; pageSize?: number } = {}) => {
    const page = await server.call(pageWorkEpisodes, { params: { id: creatorId }, querystring })
    return [page.totalCount, ...page.items.map(({ id }) => id)]
  }
  expect(await read()).toEqual([5, last, made[3], third, second, first])
  await server.call(unpublishPodcast, { params: { id: hidden } }, headers)
  await server.call(unpublishEpisode, { params: { id: podcastId, episodeId: last } }, headers)
  expect(await read()).toEqual([3, third, second, first])
  expect(await read({ role: ['Guest'] })).toEqual([1, first])
  expect(await read({ role: ['Guest', 'Voice'] })).toEqual([3, third, second, first])
  expect(await read({ role: ['Author'] })).toEqual([0])
  expect(await read({ pageNumber: 2, pageSize: 2 })).toEqual([3, first])
  const page = await server.call(pageWorkEpisodes, { params: { id: creatorId }, querystring: {} })
  expect(page.items[0]).toMatchObject({ podcastId, podcastName: 'Talks' })
  expect(page.pagedQuery).toEqual({ pageNumber: 1, pageSize: 10 })
  const into = await makeCreator(server, { nickname: 'Other' })
  await server.call(mergeCreator, { params: { id: creatorId }, body: { into } }, headers)
  expect(await read()).toEqual([3, third, second, first])
  for (const querystring of [{ role: ['None'] }, { pageSize: 101 }, { pageNumber: 0 }])
    expect(await server.attempt(pageWorkEpisodes, { params: { id: creatorId }, querystring })).toMatchObject({
      status: 400,
      codes: ['InvalidQuery'],
    })
  expect(await server.attempt(pageWorkEpisodes, { params: { id: 4711 } })).toMatchObject({ status: 404 })
})
