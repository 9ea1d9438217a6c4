import { addAudioBookReader } from '@earmark/contract/audio-book-edits.ts'
import { getAudioBook } from '@earmark/contract/audio-books.ts'
import { replaceAudioBookCredits } from '@earmark/contract/credit-edits.ts'
import { mergeCreator } from '@earmark/contract/creators.ts'
import { listWorks } from '@earmark/contract/works.ts'
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
