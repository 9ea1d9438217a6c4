import { updateAudioBook } from '@earmark/contract/audio-book-edits.ts'
import { type BulkChanges, type BulkKind, editInBulk } from '@earmark/contract/bulk-edits.ts'
import * as credits from '@earmark/contract/credit-edits.ts'
import type { Endpoint } from '@earmark/contract/endpoint.ts'
import * as edited from '@earmark/contract/edited-records.ts'
import { updatePodcast } from '@earmark/contract/podcast-edits.ts'
import { maxSeriesOfBook } from '@earmark/contract/record-forms.ts'
import * as publishing from '@earmark/contract/publishing.ts'
import fc from 'fast-check'
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
  neededFiles,
  storedFiles,
  storeSound,
} from '../../testing/records.ts'
import { startTestServer } from '../../testing/server.ts'

const server = await forAllTests(startTestServer())
const node = await forAllTests(startNode(server))
const { headers } = await makePerson(server, 'Editor')
const creatorIds = [
  await makeCreator(server, { nickname: 'Ottoline' }),
  await makeCreator(server, { nickname: 'Wendeline' }),
]
const seriesIds = [await makeSeries(server, 'Harbour Lights'), await makeSeries(server, 'Low Tide')]
const podcastId = await makePodcast(server, { name: 'Holder' })
let number = 0

type Record = edited.EditedAudioBook & edited.EditedPodcast
interface Way {
  readonly make: () => Promise<number>
  readonly params: (id: number) => { id: number; episodeId: number }
  readonly read: Endpoint
  readonly replaceCredits: Endpoint
  readonly publish: Endpoint
  readonly unpublish: Endpoint
}

const alone = (id: number) => ({ id, episodeId: 0 })
const ways: { readonly [Kind in BulkKind]: Way } = {
  AudioBook: {
    make: () => makeAudioBook(server, { name: 'Twin', genres: ['Sea'], readerIds: creatorIds.slice(0, 1) }),
    params: alone,
    read: edited.getEditedAudioBook,
    replaceCredits: credits.replaceAudioBookCredits,
    publish: publishing.publishAudioBook,
    unpublish: publishing.unpublishAudioBook,
  },
  Podcast: {
    make: () => makePodcast(server, { name: 'Twin', categories: ['Sea'], draft: true }),
    params: alone,
    read: edited.getEditedPodcast,
    replaceCredits: credits.replacePodcastCredits,
    publish: publishing.publishPodcast,
    unpublish: publishing.unpublishPodcast,
  },
  Episode: {
    make: () => makeEpisode(server, podcastId, { name: 'Twin', number: (number += 1) }),
    params: (id) => ({ id: podcastId, episodeId: id }),
    read: edited.getEditedEpisode,
    replaceCredits: credits.replaceEpisodeCredits,
    publish: publishing.publishEpisode,
    unpublish: publishing.unpublishEpisode,
  },
}

const bulk = (kind: BulkKind, ids: number[], changes: BulkChanges) =>
  server.call(editInBulk, { body: { kind, ids, changes } }, headers)

async function read(kind: BulkKind, id: number): Promise<Record> {
  const way = ways[kind]
  const { body } = await server.attempt(way.read, { params: way.params(id) }, headers)
  return JSON.parse(body) as Record
}

/** The calls of one record after another that come to the same. */
async function singly(kind: BulkKind, id: number, changes: BulkChanges): Promise<void> {
  const { params, replaceCredits, publish, unpublish } = ways[kind]
  const { addGenres, removeGenres = [], language, seriesId, addCredits } = changes
  const before = await read(kind, id)
  const genres = new Set(
    (before.genres ?? before.categories)?.filter(
      (name) => !removeGenres.some((gone) => gone.trim() === name),
    ),
  )
  for (const name of addGenres ?? []) genres.add(name.trim())
  const list = genres.size === 0 ? [''] : [...genres]
  const parts = before.series?.map((part) => ({ id: part.id, sequence: part.sequence }))
  if (seriesId !== undefined && !parts.some((part) => part.id === seriesId))
    parts.push({ id: seriesId, sequence: null })
  const call = async (endpoint: Endpoint, input: object) =>
    expect(await server.attempt(endpoint, { params: params(id), ...input }, headers)).toMatchObject({
      status: 200,
    })
  const form = { Id: id, Name: before.name, ...(language !== undefined && { Language: language ?? '' }) }
  if (kind === 'AudioBook') await call(updateAudioBook, { form: { ...form, Genres: list, Series: parts } })
  if (kind === 'Podcast') await call(updatePodcast, { form: { ...form, Categories: list } })
  if (addCredits) {
    const { credits: those, updatedAt: baseUpdatedAt } = await read(kind, id)
    const present = those.map(({ creator, role, as }) => ({ creatorId: creator.id, role, as }))
    await call(replaceCredits, { body: { credits: [...present, ...addCredits], baseUpdatedAt } })
  }
  if (changes.publish) await call(publish, { body: {} })
  if (changes.unpublish) await call(unpublish, {})
}

const genre = fc.constantFrom('Sea', 'Mystery', 'Æther', ' Walks ')
const genres = fc.uniqueArray(genre, { maxLength: 3 })
const credit = fc.record(
  {
    creatorId: fc.constantFrom(...creatorIds),
    role: fc.constantFrom('Reader', 'Author', 'Host'),
    as: fc.constantFrom('the Keeper', null),
  },
  { requiredKeys: ['creatorId', 'role'] },
)
const common = {
  addCredits: fc.array(credit, { maxLength: 3 }),
  publish: fc.constant(true),
  unpublish: fc.constant(true),
}
const browsed = { addGenres: genres, removeGenres: genres, language: fc.constantFrom('pt-br', 'en', null) }
const changesOf: { readonly [Kind in BulkKind]: fc.Arbitrary<Partial<BulkChanges>> } = {
  AudioBook: fc.record(
    { ...common, ...browsed, seriesId: fc.constantFrom(...seriesIds) },
    { requiredKeys: [] },
  ),
  Podcast: fc.record({ ...common, ...browsed }, { requiredKeys: [] }),
  Episode: fc.record(common, { requiredKeys: [] }),
}

function shown({
  id: _id,
  number: _number,
  createdAt,
  updatedAt: _updatedAt,
  publishedAt,
  ...record
}: Record & { number?: number }) {
  return { ...record, podcast: undefined, isDated: publishedAt !== null, createdAt: typeof createdAt }
}

describe.each(Object.keys(ways) as BulkKind[])('many records: %s', (kind) => {
  it('change as they would one by one', async () => {
    const steps = fc.array(
      changesOf[kind].filter(
        (changes) => Object.keys(changes).length > 0 && !(changes.publish && changes.unpublish),
      ),
      { minLength: 1, maxLength: 4 },
    )
    await fc.assert(
      fc.asyncProperty(steps, async (taken) => {
        const [one, other, single] = [
          await ways[kind].make(),
          await ways[kind].make(),
          await ways[kind].make(),
        ]
        for (const changes of taken) {
          const results = await bulk(kind, [one, other, one], changes)
          expect(results).toEqual([one, other].map((id) => ({ id, done: true })))
          await singly(kind, single, changes)
          const expected = shown(await read(kind, single))
          expect(shown(await read(kind, one))).toEqual(expected)
          expect(shown(await read(kind, other))).toEqual(expected)
        }
      }),
      { numRuns: 12 },
    )
  })

  it('are deleted with their files, and those that are not there are told', async () => {
    const audio = kind === 'Podcast' ? null : await storeSound(server)
    const id = await ways[kind].make()
    const heard =
      kind === 'AudioBook'
        ? await makeAudioBook(server, { name: 'Heard', audio })
        : kind === 'Episode'
          ? await makeEpisode(server, podcastId, { name: 'Heard', number: (number += 1), audio })
          : await makePodcast(server, { name: 'Silent' })
    const results = await bulk(kind, [id, 999_999, heard], { delete: true })
    expect(results).toEqual([
      { id, done: true },
      { id: 999_999, done: false, error: { code: 'NotFound', description: expect.any(String) } },
      { id: heard, done: true },
    ])
    expect(await read(kind, id)).toMatchObject([{ code: 'NotFound' }])
    expect(await storedFiles(server)).toEqual(await neededFiles(server))
  })

  it('are left whole where one change of several is impossible', async () => {
    const id = await ways[kind].make()
    const before = await read(kind, id)
    const addCredits = [{ creatorId: 999_999, role: 'Reader' as const }]
    const own = kind === 'Episode' ? {} : { addGenres: ['New'] }
    expect(await bulk(kind, [id], { ...own, addCredits, publish: true })).toMatchObject([
      { id, done: false, error: { code: 'UnknownItem', field: 'addCredits' } },
    ])
    expect(await read(kind, id)).toEqual(before)
  })
})

it('a change that changes nothing leaves the version of a record', async () => {
  const id = await makeAudioBook(server, { name: 'Same', genres: ['Sea'], readerIds: creatorIds.slice(0, 1) })
  const [seriesId = 0] = seriesIds
  await bulk('AudioBook', [id], { seriesId, language: 'en' })
  const before = await read('AudioBook', id)
  const [creatorId = 0] = creatorIds
  const addCredits = [{ creatorId, role: 'Reader' as const }]
  const same = { addGenres: ['Sea'], removeGenres: ['Crime'], language: 'en', seriesId, addCredits }
  expect(await bulk('AudioBook', [id], same)).toEqual([{ id, done: true }])
  expect(await read('AudioBook', id)).toEqual(before)
})

it('an audio book is in no more series than its form takes', async () => {
  const id = await makeAudioBook(server, { name: 'Everywhere' })
  for (let place = 0; place < maxSeriesOfBook; place += 1)
    await bulk('AudioBook', [id], { seriesId: await makeSeries(server, `Cycle ${place}`) })
  expect(await bulk('AudioBook', [id], { seriesId: seriesIds[0] as number })).toMatchObject([
    { id, done: false, error: { code: 'InvalidBody', field: 'seriesId' } },
  ])
  expect((await read('AudioBook', id)).series).toHaveLength(maxSeriesOfBook)
})

it('what many records have become is read at once, on every node', async () => {
  const ids = await Promise.all(
    Array.from({ length: 45 }, (_, place) => makeAudioBook(server, { name: `Many ${place}` })),
  )
  const counts = async () => {
    await node.deps.changes.catchUp()
    const answers = [server, node].map(({ app }) => app.inject('/api/audio-books/paged?genre=Crowd'))
    return (await Promise.all(answers)).map((answer) => answer.json<{ totalCount: number }>().totalCount)
  }
  expect(await counts()).toEqual([0, 0])
  await bulk('AudioBook', ids, {
    addGenres: ['Crowd'],
    addCredits: [{ creatorId: creatorIds[1] ?? 0, role: 'Author' }],
  })
  expect(await counts()).toEqual([45, 45])
  const found = await server.app.inject('/api/audio-books/paged?genre=Crowd&search=wendeline')
  expect(found.json()).toMatchObject({ totalCount: 45 })
  await bulk('AudioBook', ids, { unpublish: true })
  expect(await counts()).toEqual([0, 0])
})

it('a series that is not there is told of each audio book', async () => {
  const id = await makeAudioBook(server, { name: 'Apart' })
  expect(await bulk('AudioBook', [id], { seriesId: 999_999 })).toMatchObject([
    { id, done: false, error: { code: 'UnknownItem', field: 'seriesId' } },
  ])
})

describe('changes as a whole are refused', () => {
  const body = (changes: object, rest: object = {}) => ({ kind: 'AudioBook', ids: [1], changes, ...rest })
  it.each<[object, string, string]>([
    [body({}), 'InvalidBody', 'changes'],
    [body({ publish: false }), 'InvalidBody', 'changes'],
    [body({ publish: true, unpublish: true }), 'InvalidBody', 'changes'],
    [body({ delete: true, addGenres: ['Sea'] }), 'InvalidBody', 'changes'],
    [body({ name: 'Other' }), 'InvalidBody', 'changes'],
    [body({ addGenres: 'Sea' }), 'InvalidBody', 'changes'],
    [body({ addGenres: ['Sea\u0007'] }), 'InvalidBody', 'changes'],
    [body({ addGenres: ['.'] }), 'InvalidBody', 'changes'],
    [body({ language: 'klingon!' }), 'LanguageInvalid', 'language'],
    [body({ addCredits: [{ creatorId: 1, role: 'Juggler' }] }), 'InvalidBody', 'changes'],
    [body({ seriesId: 0 }), 'InvalidBody', 'changes'],
    [body({ publish: 'yes' }), 'InvalidBody', 'changes'],
    [body({ seriesId: 1 }, { kind: 'Podcast' }), 'InvalidBody', 'changes'],
    [body({ addGenres: ['Sea'] }, { kind: 'Episode' }), 'InvalidBody', 'changes'],
    [body({ publish: true }, { kind: 'Creator' }), 'InvalidBody', 'kind'],
    [body({ publish: true }, { ids: [] }), 'InvalidBody', 'ids'],
    [body({ publish: true }, { ids: Array.from({ length: 501 }, (_, id) => id + 1) }), 'InvalidBody', 'ids'],
    [body({ publish: true }, { ids: ['1'] }), 'InvalidBody', 'ids'],
  ])('%j', async (wrong, code, field) => {
    const answer = await server.attempt(editInBulk, { body: wrong as never }, headers)
    expect(answer).toMatchObject({ status: 400, errors: [{ code, field }] })
  })

  it('from everybody but editors', async () => {
    const input = { body: { kind: 'AudioBook' as const, ids: [1], changes: { publish: true } } }
    const person = await makePerson(server, 'User')
    expect(await server.attempt(editInBulk, input, person.headers)).toMatchObject({ status: 403 })
    expect(await server.attempt(editInBulk, input)).toMatchObject({ status: 401 })
  })
})
