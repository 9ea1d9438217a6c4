import { pageEditedEpisodes } from '@earmark/contract/edited-records.ts'
import { deleteEpisode } from '@earmark/contract/episode-edits.ts'
import {
  type EpisodeSortField,
  episodeSortFields,
  getPodcastOverview,
  listEpisodeIds,
  pageEpisodes,
} from '@earmark/contract/episode-lists.ts'
import type { PodcastEpisode } from '@earmark/contract/episodes.ts'
import { getPodcast } from '@earmark/contract/podcasts.ts'
import { unpublishEpisode } from '@earmark/contract/publishing.ts'
import { describe, expect, it } from 'vitest'
import { forAllTests } from '../../testing/for-all-tests.ts'
import { makePerson } from '../../testing/people.ts'
import { makeEpisode, makePodcast, soundOf } from '../../testing/records.ts'
import { startTestServer } from '../../testing/server.ts'

const server = await forAllTests(startTestServer())
const { headers } = await makePerson(server, 'Editor')
const words = ['Harbour', 'Lamp', 'Kettle', 'Über-Song', '東京', 'Kilometre']
const podcastId = await makePodcast(server, { name: 'The Daily Long Run' })
const params = { id: podcastId }
const hidden: number[] = []
for (let number = 0; number < 40; number += 1) {
  const draft = number % 13 === 5
  const id = await makeEpisode(server, podcastId, {
    number: (number * 7) % 40,
    name: `${words[number % 6]} of ${words[number % 5]}`,
    season: number % 4 === 0 ? null : number % 4,
    publishedAt: new Date(Date.UTC(2020 + (number % 3), 0, 1 + (number % 10))).toISOString(),
    audio: number % 3 === 0 ? null : soundOf(10 + (number % 7)),
    draft,
  })
  if (draft) hidden.push(id)
}
const { episodes: all } = await server.call(getPodcast, { params })

type Filter = (episode: PodcastEpisode) => boolean
const valueOf = {
  number: (episode: PodcastEpisode) => episode.number,
  publishedAt: (episode: PodcastEpisode) => Date.parse(episode.publishedAt ?? ''),
  durationSeconds: (episode: PodcastEpisode) => episode.durationSeconds,
} satisfies Record<EpisodeSortField, (episode: PodcastEpisode) => number | null>

/** Sorted as the contract says it. */
function expected(sortBy: EpisodeSortField, sortOrder: 'asc' | 'desc', matches: Filter): number[] {
  const direction = sortOrder === 'asc' ? 1 : -1
  const value = valueOf[sortBy]
  const sorted = all.filter(matches).toSorted((one, other) => {
    const [first, second] = [value(one), value(other)]
    if (first === null || second === null)
      return Number(first === null) - Number(second === null) || direction * (one.id - other.id)
    return direction * (first - second || one.id - other.id)
  })
  return sorted.map(({ id }) => id)
}

async function read(query: object) {
  const querystring = { pageSize: 9, sortBy: 'publishedAt' as const, search: '', ...query }
  const first = await server.call(pageEpisodes, { params, querystring: { ...querystring, pageNumber: 1 } })
  const items = [...first.items]
  for (let pageNumber = 2; items.length < first.totalCount; pageNumber += 1)
    items.push(
      ...(await server.call(pageEpisodes, { params, querystring: { ...querystring, pageNumber } })).items,
    )
  return { ...first, items }
}

const named = (text: string) => (episode: PodcastEpisode) => episode.name.includes(text)
const filters: readonly (readonly [query: object, matches: Filter])[] = [
  [{}, () => true],
  [{ season: [2] }, (episode) => episode.season === 2],
  [{ season: [1, 3] }, (episode) => episode.season === 1 || episode.season === 3],
  [{ season: [9] }, () => false],
  [{ search: 'lamp' }, named('Lamp')],
  [{ search: 'har' }, named('Harbour')],
  [{ search: 'kilometer' }, named('Kilometre')],
  [{ search: 'uber song' }, named('Über-Song')],
  [{ search: '京' }, named('東京')],
  [{ search: 'lamp harbour' }, (episode) => named('Lamp')(episode) && named('Harbour')(episode)],
  [{ search: 'lamp zeppelin' }, () => false],
  [{ search: '…', season: [2] }, () => false],
  [{ search: 'lamp', season: [2] }, (episode) => named('Lamp')(episode) && episode.season === 2],
]

describe('the pages of a podcast’s episodes', () => {
  it.each(filters)('by %j are the same in every order, and their ids as well', async (query, matches) => {
    for (const sortBy of episodeSortFields)
      for (const sortOrder of ['asc', 'desc'] as const) {
        const ids = expected(sortBy, sortOrder, matches)
        const shown = await read({ ...query, sortBy, sortOrder })
        expect(shown.items.map(({ id }) => id)).toEqual(ids)
        expect(shown.totalCount).toBe(ids.length)
        const querystring = { search: '', ...query, sortBy, sortOrder }
        expect(await server.call(listEpisodeIds, { params, querystring })).toEqual(ids)
      }
  })

  it('show what the podcast itself shows', async () => {
    const { items } = await read({ sortBy: 'number' })
    expect(items).toEqual(all)
  })

  it.each([
    ['Newest', 'desc'],
    ['Oldest', 'asc'],
  ] as const)('begin with the %s as the podcast says, and say so', async (episodeOrder, sortOrder) => {
    const id = await makePodcast(server, { name: 'Ordered', episodeOrder })
    const days = ['2020-01-01', '2022-01-01', '2021-01-01']
    const ids = await Promise.all(
      days.map((day, number) =>
        makeEpisode(server, id, { number, name: day, publishedAt: `${day}T00:00:00.000Z` }),
      ),
    )
    const byDay = [ids[0], ids[2], ids[1]]
    const answer = (await server.app.inject(`/api/podcasts/${id}/episodes/paged`)).json<
      Awaited<ReturnType<typeof read>>
    >()
    const shown = sortOrder === 'asc' ? byDay : byDay.toReversed()
    expect(answer.items.map((episode) => episode.id)).toEqual(shown)
    expect(answer.pagedQuery).toEqual({
      pageNumber: 1,
      pageSize: 10,
      sortBy: 'publishedAt',
      sortOrder,
      search: '',
    })
    expect((await server.app.inject(`/api/podcasts/${id}/episodes/ids`)).json()).toEqual(shown)
    const byNumber = await server.app.inject(`/api/podcasts/${id}/episodes/paged?sortBy=number`)
    expect(byNumber.json()).toMatchObject({ pagedQuery: { sortOrder: 'asc' } })
  })

  it('are in the order of relevance whatever the direction, for editors as well', async () => {
    const id = await makePodcast(server, { name: 'Sought' })
    const names = ['Kettlw', 'Kettles', 'Pots', 'A kettle', 'Kettle']
    const made = await Promise.all(names.map((name, number) => makeEpisode(server, id, { number, name })))
    const best = ['Kettle', 'A kettle', 'Kettles', 'Kettlw'].map((name) => made[names.indexOf(name)])
    const ordered = { sortBy: 'relevance', sortOrder: 'desc', search: 'kettle' } as const
    const querystring = { ...ordered, pageSize: 2, pageNumber: 2 }
    for (const [endpoint, headers_] of [
      [pageEpisodes, {}] as const,
      [pageEditedEpisodes, headers] as const,
    ]) {
      const page = await server.call(endpoint, { params: { id }, querystring }, headers_)
      expect(page).toMatchObject({ totalCount: 4, items: [{ id: best[2] }, { id: best[3] }] })
    }
    expect(await server.call(listEpisodeIds, { params: { id }, querystring: ordered })).toEqual(best)
  })

  const misordered = ['sortBy=name', 'sortBy=relevance', 'sortOrder=up']
  it.each(['pageNumber=0', 'pageSize=101', ...misordered, 'season=one', 'season=-1'])(
    'are refused by %s, with the field',
    async (query) => {
      expect(await server.refusal(`/podcasts/${podcastId}/episodes/paged?${query}`)).toMatchObject({
        status: 400,
        errors: [{ code: 'InvalidQuery', field: query.split('=')[0] }],
      })
    },
  )

  it.each(['overview', 'episodes/paged', 'episodes/ids'])('of no podcast are not found: %s', async (path) => {
    expect(await server.refusal(`/podcasts/999999/${path}`)).toMatchObject({ status: 404 })
  })

  it('change at once with every episode, and so do the podcast’s counts and latest day', async () => {
    const id = await makePodcast(server, { name: 'Changing' })
    const check = async (...ids: readonly number[]) => {
      const querystring = { sortBy: 'publishedAt', search: '' } as const
      const [shown, podcast] = await Promise.all([
        server.call(listEpisodeIds, { params: { id }, querystring }),
        server.call(getPodcastOverview, { params: { id } }),
      ])
      expect(shown).toEqual(ids)
      const { episodes, ...whole } = await server.call(getPodcast, { params: { id } })
      const days = episodes.map((episode) => episode.publishedAt ?? '').toSorted()
      expect(podcast).toMatchObject({
        ...whole,
        episodesCount: ids.length,
        latestEpisodeAt: days.at(-1) ?? null,
      })
      const years = podcast.years.reduce((sum, { count }) => sum + count, 0)
      expect(years).toBe(ids.length)
    }
    await check()
    const late = await makeEpisode(server, id, {
      number: 1,
      name: 'A',
      publishedAt: '2031-05-05T00:00:00.000Z',
    })
    await check(late)
    const early = await makeEpisode(server, id, {
      number: 2,
      name: 'B',
      publishedAt: '2021-05-05T00:00:00.000Z',
    })
    await check(late, early)
    await server.call(unpublishEpisode, { params: { id, episodeId: late } }, headers)
    await check(early)
    await server.call(deleteEpisode, { params: { id, episodeId: early } }, headers)
    await check()
  })
})

describe('the overview of a podcast', () => {
  it('is the podcast without episodes, with its seasons and years counted', async () => {
    const { episodes, ...podcast } = await server.call(getPodcast, { params })
    const { seasons, years, ...rest } = await server.call(getPodcastOverview, { params })
    expect(rest).toEqual(podcast)
    const countBy = (value: (episode: PodcastEpisode) => number | null) =>
      [...Map.groupBy(episodes, value)].map(([key, those]) => [key, those.length] as const)
    const bySeason = countBy((episode) => episode.season).filter(([season]) => season !== null)
    expect(seasons.map(({ season, count }) => [season, count])).toEqual(
      bySeason.toSorted(([one], [other]) => Number(one) - Number(other)),
    )
    const byYear = countBy((episode) => Number(episode.publishedAt?.slice(0, 4)))
    expect(years.map(({ year, count }) => [year, count])).toEqual(
      byYear.toSorted(([one], [other]) => Number(other) - Number(one)),
    )
  })
})

it('editors search among drafts, too', async () => {
  const querystring = {
    pageNumber: 1,
    pageSize: 100,
    sortBy: 'number',
    sortOrder: 'asc',
    search: 'of',
  } as const
  const { items, totalCount } = await server.call(pageEditedEpisodes, { params, querystring }, headers)
  expect(totalCount).toBe(40)
  const drafts = await server.call(
    pageEditedEpisodes,
    { params, querystring: { ...querystring, status: 'Draft' } },
    headers,
  )
  expect(new Set(drafts.items.map(({ id }) => id))).toEqual(new Set(hidden))
  expect(items.map(({ id }) => id)).toEqual(expect.arrayContaining(hidden))
})
