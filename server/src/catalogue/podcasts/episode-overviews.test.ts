import { maxEpisodeNumber } from '@earmark/contract/limits.ts'
import {
  getEditedEpisode,
  getEditedEpisodeOverview,
  getEditedPodcast,
  getEditedPodcastOverview,
} from '@earmark/contract/edited-records.ts'
import { getEpisodeOverview } from '@earmark/contract/episode-lists.ts'
import { type EpisodeOverview, getEpisode, type PodcastEpisodeDetail } from '@earmark/contract/episodes.ts'
import { publishEpisode, unpublishEpisode } from '@earmark/contract/publishing.ts'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { forAllTests } from '../../testing/for-all-tests.ts'
import { makePerson } from '../../testing/people.ts'
import { makeEpisode, makePodcast, soundOf, storeCover } from '../../testing/records.ts'
import { startTestServer } from '../../testing/server.ts'

const server = await forAllTests(startTestServer())
const { headers } = await makePerson(server, 'Editor')
const cover = await storeCover(server, 'tomato')

/** As the read of all episodes tells it. */
function overviewOf<Detail extends PodcastEpisodeDetail>({ podcast, ...episode }: Detail) {
  const { episodes, ...shown } = podcast
  const numbered = (number: number) => episodes.find((other) => other.number === number) ?? null
  const [previous, next] = [numbered(episode.number - 1), numbered(episode.number + 1)]
  return { ...episode, podcast: shown, previous, next }
}

async function expectSame(id: number, episodeId: number, isPublic: boolean): Promise<void> {
  const params = { id, episodeId }
  const edited = await server.call(getEditedEpisodeOverview, { params }, headers)
  expect(edited).toEqual(overviewOf(await server.call(getEditedEpisode, { params }, headers)))
  if (isPublic) {
    const shown: EpisodeOverview = await server.call(getEpisodeOverview, { params })
    expect(shown).toEqual(overviewOf(await server.call(getEpisode, { params })))
  } else {
    const path = `/podcasts/${id}/episodes/${episodeId}/overview`
    expect(await server.refusal(path)).toMatchObject({ status: 404, errors: [{ code: 'NotFound' }] })
  }
}

const number = fc.oneof(
  { weight: 6, arbitrary: fc.nat(6) },
  fc.integer({ min: maxEpisodeNumber - 1, max: maxEpisodeNumber }),
)
const episode = fc.record({
  number,
  season: fc.constantFrom(null, 1, 2),
  draft: fc.boolean(),
  hasCover: fc.boolean(),
  hasAudio: fc.boolean(),
})

it('an episode’s overview is what the read of all episodes tells of it and its neighbours, at once after each change', async () => {
  const podcast = fc.record({
    hasCover: fc.boolean(),
    episodes: fc.uniqueArray(episode, { minLength: 1, maxLength: 6, selector: (one) => one.number }),
    changed: fc.nat(5),
  })
  const property = fc.asyncProperty(podcast, async ({ hasCover, episodes, changed }) => {
    const id = await makePodcast(server, { name: 'Numbered', ...(hasCover && cover) })
    const made: { episodeId: number; isPublic: boolean }[] = []
    for (const { hasCover: own, hasAudio, ...fields } of episodes) {
      const audio = hasAudio ? soundOf(10) : null
      const name = `Number ${fields.number}`
      const episodeId = await makeEpisode(server, id, { ...fields, name, audio, ...(own && cover) })
      made.push({ episodeId, isPublic: !fields.draft })
    }
    const expectAllSame = async () => {
      for (const { episodeId, isPublic } of made) await expectSame(id, episodeId, isPublic)
    }
    await expectAllSame()
    const one = made[changed % made.length]
    if (!one) return
    const params = { id, episodeId: one.episodeId }
    if (one.isPublic) await server.call(unpublishEpisode, { params }, headers)
    else await server.call(publishEpisode, { params, body: {} }, headers)
    one.isPublic = !one.isPublic
    await expectAllSame()
  })
  await fc.assert(property, { numRuns: 12 })
})

it('an episode is not found under another podcast, nor by editors', async () => {
  const [mine, other] = [
    await makePodcast(server, { name: 'Mine' }),
    await makePodcast(server, { name: 'Other' }),
  ]
  const episodeId = await makeEpisode(server, mine, { number: 1, name: 'One' })
  const params = { id: other, episodeId }
  for (const endpoint of [getEpisodeOverview, getEditedEpisodeOverview])
    expect(await server.attempt(endpoint, { params }, headers)).toMatchObject({
      status: 404,
      errors: [{ code: 'NotFound' }],
    })
})

it('an episode of a hidden podcast has no overview for everyone', async () => {
  const id = await makePodcast(server, { name: 'Hidden', draft: true })
  const episodeId = await makeEpisode(server, id, { number: 1, name: 'One' })
  await expectSame(id, episodeId, false)
})

it.each([
  [[], 1],
  [[0], 1],
  [[1, 2, 5], 6],
  [[999_999, 1, 2], 3],
  [[999_999], 1],
])(
  'editors read a podcast with the episodes %j without them, and with %i as the next number',
  async (numbers, next) => {
    const id = await makePodcast(server, { name: 'The Daily', draft: numbers.length === 3 })
    for (const one of numbers)
      await makeEpisode(server, id, { number: one, name: `${one}`, draft: one === 5 })
    const { episodes, ...podcast } = await server.call(getEditedPodcast, { params: { id } }, headers)
    expect(episodes).toHaveLength(numbers.length)
    const overview = await server.call(getEditedPodcastOverview, { params: { id } }, headers)
    expect(overview).toEqual({ ...podcast, nextEpisodeNumber: next })
  },
)

it('an unknown podcast has no overview for editors', async () => {
  const refused = await server.attempt(getEditedPodcastOverview, { params: { id: 999_999 } }, headers)
  expect(refused).toMatchObject({ status: 404, codes: ['NotFound'] })
})
