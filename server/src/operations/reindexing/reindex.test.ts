import { listSuggestions, searchAll } from '@earmark/contract/search.ts'
import { expect, it } from 'vitest'
import { removeFromIndex } from '../../db/search/index-records.queries.ts'
import { createJobs } from '../../jobs/jobs.ts'
import { forAllTests } from '../../testing/for-all-tests.ts'
import { makeCreator, makeEpisode, makePodcast, makeSeries } from '../../testing/records.ts'
import { startTestServer } from '../../testing/server.ts'
import { createReindexing, queueReindexing, reindexingJob } from './reindex.ts'

const server = await forAllTests(startTestServer())
const { db, changes } = server.deps

it('what a database of an earlier version has is found and suggested once it was indexed', async () => {
  const marta = await makeCreator(server, { nickname: 'Marta' })
  const podcastId = await makePodcast(server, { name: 'Harbour hour' })
  const episode = { number: 1, name: 'The harbour', voicerIds: [marta] }
  const ids = {
    creator: marta,
    podcast: podcastId,
    episode: await makeEpisode(server, podcastId, episode),
    series: await makeSeries(server, 'Harbours'),
  }
  const read = async () => {
    changes.changed(['podcasts/*'])
    const { episodes } = await server.call(searchAll, { querystring: { search: 'marta harbour' } })
    const suggestions = await server.call(listSuggestions, { querystring: { search: 'harbou' } })
    return { found: episodes.totalCount, suggested: suggestions.map(({ name }) => name) }
  }
  const indexed = await read()
  expect(indexed).toEqual({ found: 1, suggested: ['Harbours', 'Harbour hour', 'The harbour'] })
  for (const kind of ['creator', 'podcast', 'episode', 'series'] as const)
    await removeFromIndex(db.connection, db.dialect, kind, ids[kind])
  expect(await read()).toEqual({ found: 0, suggested: [] })

  const jobs = createJobs(server.deps, [createReindexing(server.deps)])
  await queueReindexing(server.deps)
  await jobs.runDue(reindexingJob)
  expect(await read()).toEqual(indexed)

  await removeFromIndex(db.connection, db.dialect, 'episode', ids.episode)
  await queueReindexing(server.deps)
  await jobs.runDue(reindexingJob)
  expect((await read()).found).toBe(0)
  await jobs.stop()
})
