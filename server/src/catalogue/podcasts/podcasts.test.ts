import { getEpisode } from '@earmark/contract/episodes.ts'
import { pagedQuery } from '@earmark/contract/paging.ts'
import { getPodcast, listPodcasts, pagePodcasts } from '@earmark/contract/podcasts.ts'
import { describe, expect, it } from 'vitest'
import { forAllTests } from '../../testing/for-all-tests.ts'
import { makeCreator, makeEpisode, makePodcast, storeCover } from '../../testing/records.ts'
import { startTestServer } from '../../testing/server.ts'

const server = await forAllTests(startTestServer())

describe('a podcast', () => {
  it('is answered with its voicers and its episodes by number', async () => {
    const voicer = await makeCreator(server, { nickname: 'The Night Gull' })
    const id = await makePodcast(server, { name: 'Slow Signals', voicerIds: [voicer] })
    const second = await makeEpisode(server, id, { number: 2, name: 'Static' })
    const first = await makeEpisode(server, id, { number: 1, name: 'Carrier', voicerIds: [voicer] })

    const podcast = await server.call(getPodcast, { params: { id } })
    expect(podcast).toMatchObject({ id, name: 'Slow Signals', episodesCount: 2 })
    expect(podcast.voicers.map((creator) => creator.nickname)).toEqual(['The Night Gull'])
    expect(podcast.episodes.map((episode) => episode.id)).toEqual([first, second])
    expect(podcast.episodes[0]).toMatchObject({ podcastId: id, number: 1, voicers: podcast.voicers })
  })

  it('has no episodes in lists, only their count', async () => {
    const id = await makePodcast(server, { name: 'Listed only' })
    await makeEpisode(server, id, { number: 0, name: 'Zero' })
    const listed = (await server.call(listPodcasts, {})).find((podcast) => podcast.id === id)
    expect(listed).toMatchObject({ episodesCount: 1 })
    expect(listed).not.toHaveProperty('episodes')
  })

  it('is found by the names of its voicers, with a typing error and without accents', async () => {
    const voicer = await makeCreator(server, { nickname: 'Voice', name: 'Maëlle', surname: 'Tarrowick' })
    const id = await makePodcast(server, { name: 'Found by voice', voicerIds: [voicer] })
    for (const search of ['maelle', 'TARROW', 'tarowick found', 'Maëlle']) {
      const { items } = await server.call(pagePodcasts, { querystring: pagedQuery({ search }) })
      expect(items.map((podcast) => podcast.id)).toEqual([id])
    }
  })

  it('does not repeat an episode number', async () => {
    const id = await makePodcast(server, { name: 'Numbered' })
    await makeEpisode(server, id, { number: 7, name: 'Seven' })
    await expect(makeEpisode(server, id, { number: 7, name: 'Seven again' })).rejects.toThrow()
    expect((await server.call(getPodcast, { params: { id } })).episodes).toHaveLength(1)
  })
})

describe('an episode', () => {
  it('fetched singly tells its podcast and all episodes of it', async () => {
    const podcastId = await makePodcast(server, { name: 'The Map Room' })
    const third = await makeEpisode(server, podcastId, { number: 3, name: 'Coast' })
    const first = await makeEpisode(server, podcastId, { number: 1, name: 'Legend' })
    const episode = await server.call(getEpisode, { params: { id: podcastId, episodeId: third } })
    expect(episode).toMatchObject({ id: third, number: 3, name: 'Coast', podcastId })
    expect(episode.podcast).toMatchObject({ id: podcastId, name: 'The Map Room' })
    expect(episode.podcast.episodes.map(({ id, number }) => [id, number])).toEqual([
      [first, 1],
      [third, 3],
    ])
  })

  it("shows its podcast's cover when it has none of its own, and says so", async () => {
    const podcastId = await makePodcast(server, { name: 'Covered', ...(await storeCover(server, 'tomato')) })
    const plain = await makeEpisode(server, podcastId, { number: 1, name: 'Plain' })
    const own = await makeEpisode(server, podcastId, {
      number: 2,
      name: 'Own',
      ...(await storeCover(server, 'teal')),
    })
    const podcast = await server.call(getPodcast, { params: { id: podcastId } })
    expect(podcast.coverImageUrl).toMatch(/^\/media\/[\w-]{22,}\.webp$/)

    const inherited = await server.call(getEpisode, { params: { id: podcastId, episodeId: plain } })
    expect(inherited).toMatchObject({
      coverInherited: true,
      coverImageUrl: podcast.coverImageUrl,
      coverImagePreviewUrl: podcast.coverImagePreviewUrl,
      coverColor: podcast.coverColor,
      coverPlaceholder: podcast.coverPlaceholder,
      coverWidth: 300,
      coverHeight: 400,
    })
    const [first, second] = inherited.podcast.episodes
    expect(first?.coverImagePreviewUrl).toBe(podcast.coverImagePreviewUrl)
    expect(first?.coverColor).toBe(podcast.coverColor)
    expect(second?.coverImagePreviewUrl).not.toBe(podcast.coverImagePreviewUrl)
    expect(second?.coverColor).not.toBe(podcast.coverColor)

    const withOwn = await server.call(getEpisode, { params: { id: podcastId, episodeId: own } })
    expect(withOwn.coverInherited).toBe(false)
    expect(withOwn.coverImageUrl).not.toBe(podcast.coverImageUrl)
  })

  it("is not found under another podcast's id", async () => {
    const podcastId = await makePodcast(server, { name: 'Mine' })
    const otherId = await makePodcast(server, { name: 'Other' })
    const episodeId = await makeEpisode(server, podcastId, { number: 1, name: 'One' })
    expect(await server.refusal(`/podcasts/${otherId}/episodes/${episodeId}`)).toMatchObject({ status: 404 })
  })

  it.each(['/podcasts/999999', '/podcasts/x', '/podcasts/1/episodes/x', '/podcasts/0/episodes/1'])(
    'is not found at %s',
    async (url) => {
      expect(await server.refusal(url)).toMatchObject({ status: 404, errors: [{ code: 'NotFound' }] })
    },
  )
})
