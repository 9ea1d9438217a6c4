import { pageAudioBooks } from '@earmark/contract/audio-books.ts'
import { deleteCreator, mergeCreator, updateCreator } from '@earmark/contract/creator-edits.ts'
import { listEpisodeIds } from '@earmark/contract/episode-lists.ts'
import { pagedQuery } from '@earmark/contract/paging.ts'
import { updateSeries } from '@earmark/contract/series-edits.ts'
import { expect, it } from 'vitest'
import { createJobs } from '../../jobs/jobs.ts'
import { forAllTests } from '../../testing/for-all-tests.ts'
import { makePerson } from '../../testing/people.ts'
import { makeAudioBookRows, makeCreator, makePodcast, makeSeries } from '../../testing/records.ts'
import { startTestServer } from '../../testing/server.ts'
import { reindexRecords } from './linked-records.ts'
import { createLinkedReindexing, linkedJob } from './reindex-linked.ts'

const server = await forAllTests(startTestServer())
const { headers } = await makePerson(server, 'Editor')
const { db, jobs } = server.deps

/** More than one transaction indexes. */
const many = 230
const books = await makeAudioBookRows(
  server,
  Array.from({ length: many }, (_, place) => `Volume ${place}`),
)

async function credit(nickname: string): Promise<number> {
  const creator_id = await makeCreator(server, { nickname })
  await db.connection
    .insertInto('credits')
    .values(
      books.map((audio_book_id) => ({ creator_id, audio_book_id, role: 'Reader', as_name: '', ordinal: 0 })),
    )
    .execute()
  await reindexRecords(db.connection, db.dialect, { kind: 'audio-book', ids: books })
  return creator_id
}

async function countFound(search: string): Promise<number> {
  return (await server.call(pageAudioBooks, { querystring: pagedQuery({ search }) })).totalCount
}

async function rename(id: number, nickname: string): Promise<void> {
  const names = { name: null, surname: null }
  await server.call(updateCreator, { params: { id }, body: { id, nickname, ...names } }, headers)
}

/** On another node. */
async function indexTheRest(): Promise<void> {
  const next = createJobs(server.deps, [createLinkedReindexing(server.deps)])
  await next.runDue(linkedJob)
  await next.stop()
}

it('all records are found by a creator’s new name, and none by the old one', async () => {
  const id = await credit('Berengar')
  expect(await countFound('berengar')).toBe(many)
  await rename(id, 'Calliope')
  await jobs.runDue(linkedJob)
  expect([await countFound('calliope'), await countFound('berengar')]).toEqual([many, 0])
})

it('the same after a merge, a removal, and for the books of a series', async () => {
  const [one, into] = [await credit('Desmond'), await makeCreator(server, { nickname: 'Eleonora' })]
  await server.call(mergeCreator, { params: { id: one }, body: { into } }, headers)
  await jobs.runDue(linkedJob)
  expect([await countFound('desmond'), await countFound('eleonora')]).toEqual([0, many])

  await server.call(deleteCreator, { params: { id: into } }, headers)
  await jobs.runDue(linkedJob)
  expect(await countFound('eleonora')).toBe(0)

  const series_id = await makeSeries(server, 'Fjordland')
  const parts = books.map((audio_book_id) => ({ series_id, audio_book_id, ordinal: 0 }))
  await db.connection.insertInto('series_books').values(parts).execute()
  await server.call(
    updateSeries,
    { params: { id: series_id }, body: { id: series_id, name: 'Grasslands' } },
    headers,
  )
  await jobs.runDue(linkedJob)
  expect(await countFound('grasslands')).toBe(many)
})

it('what a node that stops has not indexed is indexed by the next', async () => {
  const id = await credit('Hildegard')
  await jobs.stop()
  await rename(id, 'Isidora')
  const indexed = await countFound('isidora')
  expect(indexed).toBeLessThan(many)
  await indexTheRest()
  expect(await countFound('isidora')).toBe(many)
})

it('a kept search of a podcast’s episodes is void once they are indexed', async () => {
  const podcast_id = await makePodcast(server, { name: 'Lighthouses' })
  const creator_id = await makeCreator(server, { nickname: 'Jorinde' })
  const row = { podcast_id, is_public: 1 as const, published_at: 1, created_at: 1, updated_at: 1 }
  const added = await db.connection
    .insertInto('episodes')
    .values(Array.from({ length: many }, (_, place) => ({ ...row, number: place, name: `Night ${place}` })))
    .returning('id')
    .execute()
  const ids = added.map(({ id }) => id)
  const credits = ids.map((episode_id) => ({
    creator_id,
    episode_id,
    role: 'Reader',
    as_name: '',
    ordinal: 0,
  }))
  await db.connection.insertInto('credits').values(credits).execute()
  await db.connection
    .insertInto('recordings')
    .values(ids.map((episode_id) => ({ episode_id })))
    .execute()
  await reindexRecords(db.connection, db.dialect, { kind: 'episode', ids })
  const countEpisodes = async (search: string): Promise<number> => {
    const order = { sortBy: 'number' as const, sortOrder: 'asc' as const, search }
    const found = await server.call(listEpisodeIds, { params: { id: podcast_id }, querystring: order })
    return found.length
  }
  expect(await countEpisodes('jorinde')).toBe(many)

  await jobs.stop()
  await rename(creator_id, 'Kunigunde')
  expect(await countEpisodes('kunigunde')).toBeLessThan(many)
  await indexTheRest()
  expect([await countEpisodes('kunigunde'), await countEpisodes('jorinde')]).toEqual([many, 0])
})
