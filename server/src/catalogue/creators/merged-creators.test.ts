import { addAudioBookReader, removeAudioBookReader } from '@earmark/contract/audio-book-edits.ts'
import { getAudioBook, pageAudioBooks } from '@earmark/contract/audio-books.ts'
import { editInBulk } from '@earmark/contract/bulk-edits.ts'
import { replaceAudioBookCredits, replaceEpisodeCredits } from '@earmark/contract/credit-edits.ts'
import { createCreator, mergeCreator, updateCreator } from '@earmark/contract/creator-edits.ts'
import { getCreator, pageCreators } from '@earmark/contract/creators.ts'
import { type CreditRole, creditRoles } from '@earmark/contract/credits.ts'
import { pagedQuery } from '@earmark/contract/paging.ts'
import { getPodcast } from '@earmark/contract/podcasts.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { forAllTests } from '../../testing/for-all-tests.ts'
import { pictureFile } from '../../testing/forms.ts'
import { startNode } from '../../testing/nodes.ts'
import { makePerson } from '../../testing/people.ts'
import { makeAudioBook, makeCreator, makeEpisode, makePodcast, storeCover } from '../../testing/records.ts'
import { startTestServer } from '../../testing/server.ts'

const server = await forAllTests(startTestServer())
const node = await forAllTests(startNode(server))
const { headers } = await makePerson(server, 'Editor')

const merge = (id: number, into: unknown) =>
  server.attempt(mergeCreator, { params: { id }, body: { into } as { into: number } }, headers)
const read = (id: number) => server.call(getCreator, { params: { id } })

interface ShownCredit {
  readonly creatorId: number
  readonly role: CreditRole
  readonly as: string | null
}

async function replaceCredits(id: number, credits: readonly ShownCredit[]): Promise<void> {
  const { updatedAt: baseUpdatedAt } = await server.call(getAudioBook, { params: { id } })
  const input = { params: { id }, body: { credits: [...credits], baseUpdatedAt } }
  await server.call(replaceAudioBookCredits, input, headers)
}

async function creditsOf(id: number): Promise<ShownCredit[]> {
  const { credits } = await server.call(getAudioBook, { params: { id } })
  return credits.map(({ creator, role, as }) => ({ creatorId: creator.id, role, as }))
}

describe('a creator that is merged into another', () => {
  it('leaves it all its records, and leads there by its id', async () => {
    const [id, into] = [
      await makeCreator(server, { nickname: 'Xanadu' }),
      await makeCreator(server, { nickname: 'Yucatan' }),
    ]
    const book = await makeAudioBook(server, { name: 'Read', readerIds: [id] })
    const podcast = await makePodcast(server, { name: 'Spoken', voicerIds: [id, into] })
    await makeEpisode(server, podcast, { number: 1, name: 'One', voicerIds: [id] })
    const before = await server.call(getAudioBook, { params: { id: book } })
    await server.call(getPodcast, { params: { id: podcast } })
    await read(id)
    const answer = await merge(id, into)
    expect(answer.status).toBe(200)
    expect(JSON.parse(answer.body)).toMatchObject({ id: into, audioBooksCount: 1, podcastsCount: 1 })
    expect(await read(id)).toEqual(JSON.parse(answer.body))
    expect(await creditsOf(book)).toEqual([{ creatorId: into, role: 'Reader', as: null }])
    const { updatedAt } = await server.call(getAudioBook, { params: { id: book } })
    expect(Date.parse(updatedAt)).toBeGreaterThan(Date.parse(before.updatedAt))
    const { voicers, episodes } = await server.call(getPodcast, { params: { id: podcast } })
    expect([voicers, episodes[0]?.voicers].map((those) => those?.map((one) => one.id))).toEqual([
      [into],
      [into],
    ])
    for (const [search, found] of [
      ['xanadu', []],
      ['yucatan', [book]],
    ] as const) {
      const { items } = await server.call(pageAudioBooks, { querystring: pagedQuery({ search }) })
      expect(items.map((item) => item.id)).toEqual(found)
    }
  })

  it('is followed through any number of merges, and afterwards to what the last is called', async () => {
    const ids: number[] = []
    for (const nickname of ['a', 'b', 'c', 'd']) ids.push(await makeCreator(server, { nickname }))
    const [a = 0, b = 0, c = 0, d = 0] = ids
    await merge(a, b)
    await merge(c, d)
    await merge(b, c)
    for (const id of ids) expect((await read(id)).id).toBe(d)
    await server.call(updateCreator, { params: { id: d }, body: { id: d, nickname: 'e' } }, headers)
    for (const id of ids) expect((await read(id)).nickname).toBe('e')
  })

  it('is looked for in lists and facets by either id, on every node', async () => {
    const [id, into] = [
      await makeCreator(server, { nickname: 'Oldish' }),
      await makeCreator(server, { nickname: 'Newish' }),
    ]
    const book = await makeAudioBook(server, { name: 'Read', readerIds: [into], genres: ['Sought'] })
    const podcast = await makePodcast(server, { name: 'Spoken', voicerIds: [into], categories: ['Sought'] })
    const found = async (query: string) => {
      const answers = [server, node].flatMap(({ app }) =>
        ['audio-books', 'podcasts'].map(async (list) => {
          const { items } = (await app.inject(`/api/${list}/paged?${query}`)).json<{
            items: { id: number }[]
          }>()
          const { body } = await app.inject(`/api/${list}/facets?${query}`)
          return [items.map((item) => item.id), body.includes('"value":"Sought","count":1')]
        }),
      )
      return await Promise.all(answers)
    }
    const everywhere = (books: number[], podcasts: number[], isCounted: boolean) =>
      [books, podcasts, books, podcasts].map((ids) => [ids, isCounted])
    expect(await found(`creatorId=${id}`)).toEqual(everywhere([], [], false))
    await merge(id, into)
    const all = everywhere([book], [podcast], true)
    expect(await found(`creatorId=${id}`)).toEqual(all)
    expect(await found(`creatorId=${id}&creatorId=${into}&role=Reader&role=Host`)).toEqual(all)
    expect(await found(`creatorId=${id}&role=Author`)).toEqual(everywhere([], [], false))
  })

  it('is credited as the other, in every call that names it by its old id', async () => {
    const [id, into] = [
      await makeCreator(server, { nickname: 'Oldest' }),
      await makeCreator(server, { nickname: 'Newest' }),
    ]
    await merge(id, into)
    const book = await makeAudioBook(server, { name: 'Credited' })
    const podcastId = await makePodcast(server, { name: 'Credited' })
    const episodeId = await makeEpisode(server, podcastId, { number: 1, name: 'Credited' })
    const reader = { creatorId: into, role: 'Reader' as const, as: null }
    const author = { creatorId: into, role: 'Author' as const, as: null }
    await replaceCredits(book, [{ ...reader, creatorId: id }, reader, { ...author, creatorId: id }])
    expect(await creditsOf(book)).toEqual([reader, author])
    const link = { params: { id: book, readerId: id } }
    await server.call(removeAudioBookReader, link, headers)
    expect(await creditsOf(book)).toEqual([author])
    await server.call(addAudioBookReader, link, headers)
    await server.call(addAudioBookReader, { params: { id: book, readerId: into } }, headers)
    expect(await creditsOf(book)).toEqual([author, reader])
    const addCredits = [{ creatorId: id, role: 'Author' as const }]
    const bulk = { kind: 'AudioBook' as const, ids: [book], changes: { addCredits } }
    expect(await server.call(editInBulk, { body: bulk }, headers)).toEqual([{ id: book, done: true }])
    expect(await creditsOf(book)).toEqual([author, reader])
    const { updatedAt: baseUpdatedAt } = (
      await server.app.inject(`/api/podcasts/${podcastId}/episodes/${episodeId}`)
    ).json<{ updatedAt: string }>()
    const body = { credits: [{ creatorId: id, role: 'Guest' as const }], baseUpdatedAt }
    const input = { params: { id: podcastId, episodeId }, body }
    const episode = await server.call(replaceEpisodeCredits, input, headers)
    expect(episode.voicers.map((voicer) => voicer.id)).toEqual([into])
  })

  it('gives the other the text, the links and the image that it lacks', async () => {
    const texts = { biography: 'Born.', links: ['https://a.example/'] }
    const { id } = await server.call(createCreator, { body: { nickname: 'a', ...texts } }, headers)
    const form = { Id: id, Nickname: 'a', Image: await pictureFile('teal') }
    await server.attempt(updateCreator, { params: { id }, form }, headers)
    const image = await storeCover(server, 'teal')
    const into = await makeCreator(server, { nickname: 'b' })
    const last = await makeCreator(server, { nickname: 'c', image })
    const { imageUrl } = await read(id)
    expect(JSON.parse((await merge(id, into)).body)).toMatchObject({
      id: into,
      nickname: 'b',
      ...texts,
      imageUrl,
    })
    const { imageUrl: kept } = await read(last)
    expect(JSON.parse((await merge(into, last)).body)).toMatchObject({ ...texts, imageUrl: kept })
    expect((await server.app.inject(imageUrl as string)).statusCode).toBe(404)
  })

  it('gives the other the names that it lacks, by which that is found and ordered from then on', async () => {
    const names = { name: 'Rosalind', surname: 'Ayres', sortName: 'Ayres, Rosalind' }
    const { id } = await server.call(createCreator, { body: { nickname: 'Narrator', ...names } }, headers)
    const into = await makeCreator(server, { nickname: 'Zadie', surname: 'Kept' })
    const book = await makeAudioBook(server, { name: 'Of one', readerIds: [id] })
    const other = await makeAudioBook(server, { name: 'Of the other', readerIds: [into] })
    const podcast = await makePodcast(server, { name: 'Of the other' })
    await makeEpisode(server, podcast, { number: 1, name: 'One', voicerIds: [into] })
    await server.call(getPodcast, { params: { id: podcast } })
    const expected = { nickname: 'Zadie', ...names, surname: 'Kept' }
    expect(JSON.parse((await merge(id, into)).body)).toMatchObject({ id: into, ...expected })
    for (const [search, found] of [
      ['rosalind', [book, other]],
      ['ayres', []],
    ] as const) {
      const { items } = await server.call(pageAudioBooks, { querystring: pagedQuery({ search }) })
      expect(items.map((item) => item.id)).toEqual(found)
    }
    const { items } = await server.call(pageCreators, { querystring: pagedQuery({ search: 'rosalind' }) })
    expect(items.map((item) => item.id)).toEqual([into])
    const { episodes } = await server.call(getPodcast, { params: { id: podcast } })
    expect(episodes[0]?.voicers).toMatchObject([{ name: 'Rosalind', surname: 'Kept' }])
    const { connection } = server.deps.db
    const keys = connection.selectFrom('creators').select(['name_sort', 'surname_sort', 'author_sort'])
    expect(await keys.where('id', '=', into).executeTakeFirst()).toEqual({
      name_sort: 'rosalind',
      surname_sort: 'kept',
      author_sort: 'ayres, rosalind',
    })
  })

  it('is neither merged into itself nor into nobody', async () => {
    const [id, into] = [
      await makeCreator(server, { nickname: 'a' }),
      await makeCreator(server, { nickname: 'b' }),
    ]
    const refusal = async (one: number, other: unknown) => (await merge(one, other)).errors[0]
    expect(await refusal(id, id)).toMatchObject({ code: 'IdMismatch', field: 'into' })
    expect(await refusal(id, 4711)).toMatchObject({ code: 'UnknownItem', field: 'into' })
    expect(await refusal(4711, id)).toMatchObject({ code: 'NotFound' })
    expect(await refusal(id, 'x')).toMatchObject({ code: 'InvalidBody', field: 'into' })
    await merge(id, into)
    expect(await refusal(into, id)).toMatchObject({ code: 'IdMismatch', field: 'into' })
    expect(await refusal(id, into)).toMatchObject({ code: 'NotFound' })
  })
})

const places = fc.nat(3)
const credit = fc.record({
  place: places,
  role: fc.constantFrom(...creditRoles.slice(0, 2)),
  as: fc.constantFrom(null, 'the Keeper'),
})

it('no credit is lost by merging in any order, and their order stays', async () => {
  const book = await makeAudioBook(server, { name: 'Merged' })
  const lists = fc.uniqueArray(credit, { selector: (one) => JSON.stringify(one), maxLength: 10 })
  const merges = fc.array(fc.tuple(places, places), { maxLength: 5 })
  await fc.assert(
    fc.asyncProperty(lists, merges, async (list, pairs) => {
      const ids: number[] = []
      for (const nickname of ['a', 'b', 'c', 'd']) ids.push(await makeCreator(server, { nickname }))
      await replaceCredits(
        book,
        list.map(({ place, role, as }) => ({ creatorId: ids[place] as number, role, as })),
      )
      const leadsTo = new Map(ids.map((id) => [id, id]))
      for (const [one, other] of pairs) {
        const [id = 0, into = 0] = [ids[one], ids[other]]
        if (leadsTo.get(id) !== id || leadsTo.get(into) === id) continue
        expect((await merge(id, into)).status).toBe(200)
        const last = leadsTo.get(into) as number
        for (const [from, to] of leadsTo) if (to === id) leadsTo.set(from, last)
      }
      const expected = new Map(
        list.map(({ place, role, as }) => {
          const merged = { creatorId: leadsTo.get(ids[place] as number), role, as }
          return [JSON.stringify(merged), merged]
        }),
      )
      expect(await creditsOf(book)).toEqual([...expected.values()])
    }),
    { numRuns: 25 },
  )
})
