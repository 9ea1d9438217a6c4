import { createAudioBook } from '@earmark/contract/audio-book-edits.ts'
import { getAudioBook } from '@earmark/contract/audio-books.ts'
import { deletePodcast } from '@earmark/contract/podcast-edits.ts'
import { publishPodcast, unpublishPodcast } from '@earmark/contract/publishing.ts'
import { mergeCreator, updateCreator } from '@earmark/contract/creator-edits.ts'
import { listSuggestions, type SearchAllQuery, searchAll } from '@earmark/contract/search.ts'
import { describe, expect, it } from 'vitest'
import { forAllTests } from '../../testing/for-all-tests.ts'
import { startNode } from '../../testing/nodes.ts'
import { makePerson } from '../../testing/people.ts'
import {
  makeAudioBook,
  makeCreator,
  makeEpisode,
  makePodcast,
  makeSeries,
  storeCover,
} from '../../testing/records.ts'
import { startTestServer } from '../../testing/server.ts'

const server = await forAllTests(startTestServer())
const node = await forAllTests(startNode(server))
const { headers } = await makePerson(server, 'Editor')

async function found(search: string) {
  const {
    best: _best,
    corrected: _corrected,
    ignored,
    ...kinds
  } = await server.call(searchAll, { querystring: { search } })
  const names = Object.entries(kinds).map(([kind, { items }]) => [
    kind,
    items.map((item) => ('nickname' in item ? item.nickname : item.name)),
  ])
  return { ...(Object.fromEntries(names) as Record<string, string[]>), ignored }
}

async function suggested(search: string): Promise<string[]> {
  const suggestions = await server.call(listSuggestions, { querystring: { search } })
  return suggestions.map(({ kind, name }) => `${kind} ${name}`)
}

const nothing = { audioBooks: [], podcasts: [], episodes: [], creators: [], series: [], ignored: [] }

const marta = await makeCreator(server, { nickname: 'Marta', name: 'Marta', surname: 'Oyelaran' })
const seriesId = await makeSeries(server, 'Harbour Lights', 'Of a beacon.')
const book = {
  Name: 'The Lamplighter of Quiet Harbour',
  Subtitle: 'A novel of tides',
  Series: JSON.stringify([{ id: seriesId }]),
}
await server.attempt(createAudioBook, { form: book }, headers)
await makeAudioBook(server, { name: 'Notes from a Dry Dock', readerIds: [marta] })
const podcastId = await makePodcast(server, { name: 'Slow Signals', description: 'From the pier.' })
await makeEpisode(server, podcastId, { number: 1, name: 'The Harbour That Blinked First' })
await makeEpisode(server, podcastId, { number: 2, name: 'Étude', description: 'A ferry', voicerIds: [marta] })

describe('a search over all kinds', () => {
  it.each<[search: string, finds: Partial<typeof nothing> | object]>([
    ['', {}],
    [
      'harbour',
      {
        series: ['Harbour Lights'],
        audioBooks: ['The Lamplighter of Quiet Harbour'],
        episodes: ['The Harbour That Blinked First'],
      },
    ],
    ['HARBUOR lihgts', { series: ['Harbour Lights'], audioBooks: ['The Lamplighter of Quiet Harbour'] }],
    ['tides', { audioBooks: ['The Lamplighter of Quiet Harbour'] }],
    ['oyelaran', { audioBooks: ['Notes from a Dry Dock'], creators: ['Marta'], episodes: ['Étude'] }],
    ['etude ferry', { episodes: ['Étude'] }],
    ['pier', { podcasts: ['Slow Signals'] }],
    ['qqqq', {}],
    ['dock pier', {}],
    ['xqxqxq lamplighter', { audioBooks: ['The Lamplighter of Quiet Harbour'], ignored: ['xqxqxq'] }],
    ['xqxqxq Zzyzx', {}],
    ['zzyzx \u200b', {}],
    ['pier NEAR(dock)', { podcasts: ['Slow Signals'], ignored: ['NEAR(dock)'] }],
    ['\u202epier\u202c', { podcasts: ['Slow Signals'] }],
    ['"* OR -', {}],
  ])('for %j finds what has its words, and says what it left out', async (search, finds) => {
    expect(await found(search)).toEqual({ ...nothing, ...finds })
  })

  it('answers the six best of a kind, the exact name first, and counts all', async () => {
    for (let number = 1; number <= 7; number += 1)
      await makeAudioBook(server, { name: `Kestrel ${number}`, description: null })
    await makeAudioBook(server, { name: 'Kestrel' })
    const { audioBooks } = await server.call(searchAll, { querystring: { search: 'kestrel' } })
    expect(audioBooks.totalCount).toBe(8)
    expect(audioBooks.items.map(({ name }) => name)).toEqual([
      'Kestrel',
      ...[1, 2, 3, 4, 5].map((number) => `Kestrel ${number}`),
    ])
  })

  it('answers a page of one kind, six of it where no size is given, and of the others their numbers', async () => {
    for (let number = 1; number <= 8; number += 1)
      await makeEpisode(server, podcastId, { number: 100 + number, name: `Heron ${number}` })
    await makeSeries(server, 'Heron days')
    const read = async (querystring: SearchAllQuery) => {
      const { episodes, series } = await server.call(searchAll, { querystring })
      expect([episodes.totalCount, series.totalCount]).toEqual([8, 1])
      return [...episodes.items, ...series.items].map(({ name }) => name)
    }
    const first = { search: 'heron xqxqxq', kind: 'Episode' } as const
    expect(await read(first)).toEqual([1, 2, 3, 4, 5, 6].map((number) => `Heron ${number}`))
    expect(await read({ ...first, pageNumber: 2 })).toEqual(['Heron 7', 'Heron 8'])
    expect(await read({ ...first, pageSize: 100 })).toHaveLength(8)
    expect(await read({ ...first, pageNumber: Number.MAX_SAFE_INTEGER, pageSize: 100 })).toEqual([])
    expect(await read({ search: 'heron', kind: 'Series' })).toEqual(['Heron days'])
    expect(await read({ search: 'heron', kind: 'Podcast' })).toEqual([])
  })

  it.each(['kind=Episodes', 'pageNumber=0', 'pageNumber=a', 'pageSize=101', 'pageSize=1.5'])(
    'refuses %s',
    async (query) => {
      const field = query.split('=', 1)[0]
      const answer = await server.app.inject(`/api/search?search=heron&${query}`)
      expect(answer.statusCode).toBe(400)
      expect(answer.json()).toMatchObject([{ code: 'InvalidQuery', field }])
    },
  )

  it.each<[search: string, best: string | undefined]>([
    ['harbour', 'Series'],
    ['harbuor lihgts', 'Series'],
    ['harb lig', 'Series'],
    ['beacon', undefined],
    ['harbour beacon', undefined],
    ['the lamplighter of quiet harbour', 'AudioBook'],
    ['MÁRTA', 'Creator'],
    ['etude', 'Episode'],
    ['slow signals', 'Podcast'],
    ['slow', undefined],
    ['xqxqxq slow signals', 'Podcast'],
    ['qqqq', undefined],
    ['', undefined],
  ])(
    'for %j names the kind of what has exactly this name, or else of a series of such a name',
    async (search, best) => {
      const answer = await server.call(searchAll, { querystring: { search } })
      expect(answer.best).toBe(best)
      const page = await server.call(searchAll, { querystring: { search, kind: 'Series' } })
      expect(page.best).toBeUndefined()
    },
  )

  it.each<[search: string, corrected: [word: string, ...instead: string[]][]]>([
    ['harbour', []],
    ['harb', []],
    ['HARBUOR', [['HARBUOR', 'harbour']]],
    [
      'harbuor lihgts',
      [
        ['harbuor', 'harbour'],
        ['lihgts', 'lights'],
      ],
    ],
    [
      'lamplihgter harbuor harbuor',
      [
        ['lamplihgter', 'lamplighter'],
        ['harbuor', 'harbour'],
      ],
    ],
    ['oyelarna', [['oyelarna', 'oyelaran']]],
    ['xqxqxq lamplihgter', [['lamplihgter', 'lamplighter']]],
    ['lamplihgter dock', []],
    ['secertive', []],
    ['qqqq', []],
  ])('for %j says which words it took for others that are found', async (search, corrected) => {
    await makeAudioBook(server, { name: 'Secretive', draft: true })
    const answer = await server.call(searchAll, { querystring: { search } })
    expect(answer.corrected).toEqual(corrected.map(([word, ...instead]) => ({ word, instead })))
  })

  it('names the podcast of an episode', async () => {
    const { episodes } = await server.call(searchAll, { querystring: { search: 'blinked' } })
    expect(episodes.items).toMatchObject([{ podcastId, podcastName: 'Slow Signals' }])
  })
})

describe('suggestions', () => {
  it.each<[search: string, names: string[]]>([
    ['', []],
    ['   ', []],
    ['\u200b', []],
    ['?', []],
    [
      'harb',
      [
        'Series Harbour Lights',
        'AudioBook The Lamplighter of Quiet Harbour',
        'Episode The Harbour That Blinked First',
      ],
    ],
    ['harbour ligh', ['Series Harbour Lights']],
    ['harbour lamp', ['AudioBook The Lamplighter of Quiet Harbour']],
    ['lampilg', ['AudioBook The Lamplighter of Quiet Harbour']],
    ['lamplihgter of quite', ['AudioBook The Lamplighter of Quiet Harbour']],
    ['ETU', ['Episode Étude']],
    ['oyel', ['Creator Marta']],
    ['marta o', ['Creator Marta']],
    ["' OR 1=1 --", []],
    ['\u202eslow s', ['Podcast Slow Signals']],
    ['tides', []],
    ['x'.repeat(200), []],
  ])('for %j are the names that it may become', async (search, names) => {
    expect(await suggested(search)).toEqual(names)
  })

  it('name an episode with its podcast', async () => {
    expect(await server.call(listSuggestions, { querystring: { search: 'blink' } })).toEqual([
      expect.objectContaining({
        kind: 'Episode',
        id: expect.any(Number),
        podcastId,
        podcastName: 'Slow Signals',
        name: 'The Harbour That Blinked First',
      }),
    ])
  })

  it('show a picture and a fact of each kind', async () => {
    const author = await makeCreator(server, { nickname: 'Ostrich' })
    const seriesId = await makeSeries(server, 'Ostrich days')
    const cover = await storeCover(server, '#406020')
    const bookId = await makeAudioBook(server, { name: 'Ostrich eggs', series: [{ id: seriesId }], ...cover })
    const { coverImagePreviewUrl, coverColor } = await server.call(getAudioBook, { params: { id: bookId } })
    expect(coverImagePreviewUrl).toMatch(/^\/media\//)
    const readId = await makeAudioBook(server, { name: 'Ostrich hour', readerIds: [author] })
    const id = await makePodcast(server, { name: 'Ostrich radio' })
    await makeEpisode(server, id, { number: 1, name: 'Ostrich one' })
    const shown = await server.call(listSuggestions, { querystring: { search: 'ostrich' } })
    const [person, series, eggs, radio, one, hour] = [
      { imagePreviewUrl: null, audioBooksCount: 1, podcastsCount: 0 },
      { coverImagePreviewUrl, audioBooksCount: 1 },
      { coverImagePreviewUrl, coverColor, people: [] },
      { coverImagePreviewUrl: null, episodesCount: 1 },
      { coverImagePreviewUrl: null, podcastName: 'Ostrich radio', podcastId: id },
      { coverImagePreviewUrl: null, people: ['Ostrich'] },
    ]
    expect(new Map(shown.map((suggestion) => [suggestion.name, suggestion]))).toMatchObject(
      new Map<string, object>([
        ['Ostrich', { kind: 'Creator', id: author, ...person }],
        ['Ostrich days', { kind: 'Series', id: seriesId, ...series }],
        ['Ostrich eggs', { kind: 'AudioBook', id: bookId, ...eggs }],
        ['Ostrich radio', { kind: 'Podcast', id, ...radio }],
        ['Ostrich one', { kind: 'Episode', ...one }],
        ['Ostrich hour', { kind: 'AudioBook', id: readId, ...hour }],
      ]),
    )
  })

  it('are eight different names at most, whole names first', async () => {
    const id = await makePodcast(server, { name: 'Prelude hour' })
    for (let number = 1; number <= 12; number += 1)
      await makeEpisode(server, id, { number, name: number < 11 ? 'Prelude' : `Prelude ${number}` })
    await makeAudioBook(server, { name: 'PRÉLUDE' })
    const names = await suggested('prelude')
    expect(names).toEqual([
      'AudioBook PRÉLUDE',
      'Podcast Prelude hour',
      'Episode Prelude 11',
      'Episode Prelude 12',
    ])
    for (let number = 13; number <= 30; number += 1)
      await makeEpisode(server, id, { number, name: `Prelude ${number}` })
    expect(await suggested('prelude')).toHaveLength(8)
  })

  it('follow every change, on every node', async () => {
    const current = { 'cache-control': 'no-cache' }
    const read = async (search: string) => {
      const options = { url: `/api/search/suggestions?search=${search}`, headers: current }
      const here: unknown = (await server.app.inject(options)).json()
      expect((await node.app.inject(options)).json()).toEqual(here)
      const names = (here as { name: string }[]).map(({ name }) => name)
      return names
    }
    expect(await read('walr')).toEqual([])
    const id = await makePodcast(server, { name: 'Walrus' })
    await makeEpisode(server, id, { number: 1, name: 'Walrus songs' })
    expect(await read('walr')).toEqual(['Walrus', 'Walrus songs'])
    await server.call(unpublishPodcast, { params: { id } }, headers)
    expect(await read('walr')).toEqual([])
    expect(await found('walrus')).toEqual(nothing)
    await server.call(publishPodcast, { params: { id }, body: {} }, headers)
    expect(await read('walr')).toEqual(['Walrus', 'Walrus songs'])
    await server.call(deletePodcast, { params: { id } }, headers)
    expect(await read('walr')).toEqual([])
    expect(await found('walrus')).toEqual(nothing)

    const one = await makeCreator(server, { nickname: 'Walter' })
    const into = await makeCreator(server, { nickname: 'Valter' })
    expect(await read('walt')).toEqual(['Walter', 'Valter'])
    const body = { id: one, nickname: 'Waldo' }
    await server.call(updateCreator, { params: { id: one }, body }, headers)
    expect(await read('wald')).toEqual(['Waldo'])
    await server.call(mergeCreator, { params: { id: one }, body: { into } }, headers)
    expect(await read('wald')).toEqual([])
  })
})
