import { createEpisode } from '@earmark/contract/episode-edits.ts'
import { getEpisode } from '@earmark/contract/episodes.ts'
import { pagedQuery } from '@earmark/contract/paging.ts'
import * as edits from '@earmark/contract/podcast-edits.ts'
import { getPodcast, listPodcasts, pagePodcasts, type PodcastDetail } from '@earmark/contract/podcasts.ts'
import { addToLibrary } from '@earmark/contract/library.ts'
import { saveEpisodePosition } from '@earmark/contract/position-edits.ts'
import { describe, expect, it } from 'vitest'
import { forAllTests } from '../../testing/for-all-tests.ts'
import { audioFile, pictureFile } from '../../testing/forms.ts'
import { makePerson } from '../../testing/people.ts'
import { makeCreator, makeEpisode, makePodcast } from '../../testing/records.ts'
import { startTestServer, type TestForm } from '../../testing/server.ts'

/** Edits of podcasts, beside those of every record (`editing/edited-records.slow.test.ts`). */

const server = await forAllTests(startTestServer())
const { headers } = await makePerson(server, 'Editor')
const red = await pictureFile('#a00')

const post = (form: TestForm) => server.attempt(edits.createPodcast, { form }, headers)
const podcastOf = ({ body }: { body: string }) => JSON.parse(body) as PodcastDetail

async function found(search: string): Promise<number[]> {
  const { items } = await server.call(pagePodcasts, { querystring: pagedQuery({ search }) })
  return items.map(({ id }) => id)
}

async function countOf(
  table: 'media' | 'episodes' | 'library_entries' | 'positions' | 'position_history',
): Promise<number> {
  return (await server.deps.db.connection.selectFrom(table).selectAll().execute()).length
}

describe('a podcast', () => {
  it('has no episodes at first, and no sound', async () => {
    const podcast = podcastOf(await post({ Name: 'Harbour' }))
    expect(podcast).toMatchObject({ episodesCount: 0, episodes: [], voicers: [] })
    expect(await found('harbour')).toEqual([podcast.id])
    expect(await post({ Name: 'x', Audio: new Blob(['x']) })).toMatchObject({
      status: 400,
      errors: [{ code: 'UnexpectedFile', field: 'audio' }],
    })
  })

  it('is replaced, its episodes as they are', async () => {
    const { id } = podcastOf(await post({ Name: 'Oldpod', Description: 'd' }))
    await makeEpisode(server, id, { number: 1, name: 'One' })
    await server.call(listPodcasts, {})
    const form = { Id: id, Name: 'Newpod', CoverImage: red }
    const changed = await server.attempt(edits.updatePodcast, { params: { id }, form }, headers)
    expect(podcastOf(changed)).toMatchObject({ name: 'Newpod', description: null, episodesCount: 1 })
    expect(podcastOf(changed).episodes[0]).toMatchObject({ coverInherited: true })
    expect(await server.call(getPodcast, { params: { id } })).toEqual(podcastOf(changed))
    expect([await found('oldpod'), await found('newpod')]).toEqual([[], [id]])
  })

  it('that is deleted takes its episodes, their files and what people have of them', async () => {
    const media = await countOf('media')
    const made = podcastOf(await post({ Name: 'Vanishing', CoverImage: red }))
    const params = { id: made.id }
    const form = { Number: 1, Name: 'One', CoverImage: red, Audio: await audioFile() }
    const episode = await server.call(createEpisode, { params, form }, headers)
    const item = { podcastId: made.id, podcastEpisodeId: episode.id }
    await server.call(addToLibrary, { body: item }, headers)
    for (const baseVersion of [0, 1]) {
      const position = { params: { id: episode.id }, body: { positionSeconds: 1, baseVersion } }
      await server.call(saveEpisodePosition, position, headers)
    }
    expect(await countOf('position_history')).toBe(1)

    expect((await server.attempt(edits.deletePodcast, { params }, headers)).status).toBe(204)
    expect(await server.attempt(getPodcast, { params })).toMatchObject({ status: 404 })
    const gone = { params: { id: made.id, episodeId: episode.id } }
    expect(await server.attempt(getEpisode, gone)).toMatchObject({ status: 404 })
    expect(await found('vanishing')).toEqual([])
    expect(await countOf('media')).toBe(media)
    for (const table of ['library_entries', 'positions', 'position_history'] as const)
      expect(await countOf(table)).toBe(0)
  })

  it('is found by its voicers as they come and go', async () => {
    const id = await makePodcast(server, { name: 'Spoken' })
    const params = { id, creatorId: await makeCreator(server, { nickname: 'Umberlee' }) }
    await server.call(edits.addPodcastVoicer, { params }, headers)
    expect(await found('umberlee')).toEqual([id])
    await server.call(edits.removePodcastVoicer, { params }, headers)
    expect(await found('umberlee')).toEqual([])
  })

  it('has its hosts, guests and voices for voicers, in their order', async () => {
    const ids: number[] = []
    for (const nickname of ['Vo', 'Gus', 'Hal', 'Aut']) ids.push(await makeCreator(server, { nickname }))
    const id = await makePodcast(server, { name: 'Talk show', voicerIds: ids.slice(0, 1) })
    const credits = ['Guest', 'Host', 'Author'].map((role, place) => ({
      creator_id: ids[place + 1] as number,
      podcast_id: id,
      role,
      ordinal: place + 1,
    }))
    await server.deps.db.connection.insertInto('credits').values(credits).execute()
    const voicers = async () => {
      const podcast = await server.call(getPodcast, { params: { id } })
      return podcast.voicers.map(({ nickname }) => nickname)
    }
    expect(await voicers()).toEqual(['Vo', 'Gus', 'Hal'])
    const params = { id, creatorId: ids[1] as number }
    await server.call(edits.removePodcastVoicer, { params }, headers)
    expect(await voicers()).toEqual(['Vo', 'Hal'])
  })
})
