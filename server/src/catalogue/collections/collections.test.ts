import { deleteAudioBook } from '@earmark/contract/audio-book-edits.ts'
import {
  createCollection,
  deleteCollection,
  getEditedCollection,
  listEditedCollections,
  maxCollectionPlace,
  replaceCollectionItems,
  updateCollection,
} from '@earmark/contract/collection-edits.ts'
import { getCollection, listCollections, maxCollectionItems } from '@earmark/contract/collections.ts'
import { publishPodcast, unpublishPodcast } from '@earmark/contract/publishing.ts'
import { describe, expect, it } from 'vitest'
import { forAllTests } from '../../testing/for-all-tests.ts'
import { startNode } from '../../testing/nodes.ts'
import { makePerson } from '../../testing/people.ts'
import { makeAudioBook, makeAudioBookRows, makeCollection, makePodcast } from '../../testing/records.ts'
import { startTestServer } from '../../testing/server.ts'

const server = await forAllTests(startTestServer())
const node = await forAllTests(startNode(server))
const { headers } = await makePerson(server, 'Editor')
const book = await makeAudioBook(server, { name: 'Book' })
const draft = await makeAudioBook(server, { name: 'Draft', draft: true })
const podcast = await makePodcast(server, { name: 'Podcast' })

interface Items {
  readonly items: readonly { audioBook?: { id: number }; podcast?: { id: number } }[]
}

/** Such as `book 5`. */
const namesOf = ({ items }: Items) =>
  items.map((item) => (item.audioBook ? `book ${item.audioBook.id}` : `podcast ${item.podcast?.id}`))
const read = (id: number) => server.call(getCollection, { params: { id } })
const readEdited = (id: number) => server.call(getEditedCollection, { params: { id } }, headers)

describe('a collection', () => {
  it('is added behind all others without items, and says where it is', async () => {
    await makeCollection(server, 'First')
    const body = { name: ' Winter ', description: '', isOnHome: true }
    const created = await server.attempt(createCollection, { body }, headers)
    const collection = JSON.parse(created.body) as { id: number }
    expect(created).toMatchObject({ status: 201, headers: { location: `/api/collections/${collection.id}` } })
    expect(collection).toEqual({
      id: collection.id,
      name: 'Winter',
      description: null,
      place: expect.any(Number),
      isOnHome: true,
      items: [],
      updatedAt: new Date(server.time.now).toISOString(),
    })
    expect(await read(collection.id)).toEqual(collection)
    expect((await server.call(listCollections, { querystring: {} })).at(-1)).toEqual(collection)
  })

  it('shows audio books and podcasts in their order, and those that are hidden to editors alone', async () => {
    const items = [{ podcastId: podcast }, { audioBookId: draft }, { audioBookId: book }]
    const id = await makeCollection(server, 'Mixed', [...items, { podcastId: podcast }])
    const shown = await read(id)
    expect(namesOf(shown)).toEqual([`podcast ${podcast}`, `book ${book}`])
    expect(shown.items[0]).toEqual({ podcast: expect.objectContaining({ name: 'Podcast' }) })
    const edited = await readEdited(id)
    expect(namesOf(edited)).toEqual([`podcast ${podcast}`, `book ${draft}`, `book ${book}`])
    expect(edited.items[1]?.audioBook).toMatchObject({ name: 'Draft', status: 'Draft' })
    const listed = await server.call(listEditedCollections, {}, headers)
    expect(listed.find((one) => one.id === id)).toEqual(edited)
  })

  it('keeps the places of what is hidden meanwhile, on every node', async () => {
    const id = await makeCollection(server, 'Kept', [{ podcastId: podcast }, { audioBookId: book }])
    const elsewhere = async () => namesOf((await node.app.inject(`/api/collections/${id}`)).json<Items>())
    expect(await elsewhere()).toEqual([`podcast ${podcast}`, `book ${book}`])
    await server.call(unpublishPodcast, { params: { id: podcast } }, headers)
    expect(await elsewhere()).toEqual([`book ${book}`])
    await server.call(publishPodcast, { params: { id: podcast }, body: {} }, headers)
    expect(await elsewhere()).toEqual([`podcast ${podcast}`, `book ${book}`])
    const gone = await makeAudioBook(server, { name: 'Gone' })
    const { updatedAt: baseUpdatedAt } = await read(id)
    const body = { items: [{ audioBookId: gone }, { audioBookId: book }], baseUpdatedAt }
    await server.call(replaceCollectionItems, { params: { id }, body }, headers)
    expect(await elsewhere()).toEqual([`book ${gone}`, `book ${book}`])
    await server.call(deleteAudioBook, { params: { id: gone } }, headers)
    expect(await elsewhere()).toEqual([`book ${book}`])
  })

  it('stands by its place; the home page asks for the first items of its own', async () => {
    const ids: number[] = []
    for (const [name, place] of [
      ['Last', 900],
      ['Before', 800],
      ['Equal', 800],
    ] as const) {
      const { id } = await server.call(createCollection, { body: { name, place, isOnHome: true } }, headers)
      const body = { items: [{ audioBookId: draft }, { audioBookId: book }, { podcastId: podcast }] }
      const { updatedAt: baseUpdatedAt } = await read(id)
      await server.call(replaceCollectionItems, { params: { id }, body: { ...body, baseUpdatedAt } }, headers)
      ids.push(id)
    }
    const querystring = { isOnHome: true, maxItems: 1 }
    const home = await server.call(listCollections, { querystring })
    const [last, before, equal] = ids
    expect(home.map(({ id }) => id).slice(-3)).toEqual([before, equal, last])
    expect(home.every(({ isOnHome, items }) => isOnHome && items.length <= 1)).toBe(true)
    expect(namesOf(home.at(-1) as Items)).toEqual([`book ${book}`])
    const others = await server.call(listCollections, { querystring: { isOnHome: false } })
    const all = await server.call(listCollections, { querystring: {} })
    expect(others.length + home.length).toBe(all.length)
    expect(namesOf(all.find(({ id }) => id === last) as Items)).toHaveLength(2)
  })

  it('is behind all others where none is said, and saved there as it was answered', async () => {
    const last = { name: 'Last', place: maxCollectionPlace }
    const ids = [(await server.call(createCollection, { body: last }, headers)).id]
    for (const name of ['Behind', 'Further behind']) {
      const { id, place } = await server.call(createCollection, { body: { name } }, headers)
      await server.call(updateCollection, { params: { id }, body: { id, name, place } }, headers)
      ids.push(id)
    }
    const all = await server.call(listCollections, { querystring: {} })
    expect(all.map(({ id }) => id).slice(-3)).toEqual(ids)
    for (const id of ids) await server.call(deleteCollection, { params: { id } }, headers)
  })

  it('keeps what a change of its texts does not name', async () => {
    const id = await makeCollection(server, 'Texts', [{ audioBookId: draft }])
    const body = { id, name: 'Texts', description: 'Said', place: 7, isOnHome: true }
    await server.call(updateCollection, { params: { id }, body }, headers)
    const renamed = { params: { id }, body: { id, name: 'Other' } }
    const kept = await server.call(updateCollection, renamed, headers)
    expect(kept).toMatchObject({ ...body, name: 'Other' })
    expect(namesOf(kept)).toEqual([`book ${draft}`])
    const cleared = { id, name: 'Other', description: '', isOnHome: false }
    const after = await server.call(updateCollection, { params: { id }, body: cleared }, headers)
    expect(after).toMatchObject({ description: null, isOnHome: false, place: 7 })
  })

  it('that is deleted leaves its items where they are', async () => {
    const id = await makeCollection(server, 'Gone', [{ audioBookId: book }])
    await server.call(deleteCollection, { params: { id } }, headers)
    expect(await server.attempt(getCollection, { params: { id } })).toMatchObject({ status: 404 })
    const left = server.deps.db.connection.selectFrom('collection_items').where('collection_id', '=', id)
    expect(await left.selectAll().execute()).toEqual([])
    expect(await server.app.inject(`/api/audio-books/${book}`)).toMatchObject({ statusCode: 200 })
  })

  it('is not changed under another id, nor after another change', async () => {
    const id = await makeCollection(server, 'Two editors')
    const { updatedAt: base } = await read(id)
    const texts = (body: object) =>
      server.attempt(updateCollection, { params: { id }, body: { id, name: 'Mine', ...body } }, headers)
    const items = (body: object) =>
      server.attempt(replaceCollectionItems, { params: { id }, body: { items: [], ...body } }, headers)
    for (const other of [id + 1, undefined, null, '', `${id}`, -1])
      expect(await texts({ id: other })).toMatchObject({ status: 400, codes: ['IdMismatch'] })
    expect(await items({})).toMatchObject({ status: 400, codes: ['InvalidBody'] })
    expect(await texts({ baseUpdatedAt: base })).toMatchObject({ status: 200 })
    expect(await items({ baseUpdatedAt: base })).toMatchObject({ status: 409, codes: ['StaleRecord'] })
    expect(await texts({ baseUpdatedAt: base })).toMatchObject({ status: 409, codes: ['StaleRecord'] })
    expect(await texts({})).toMatchObject({ status: 200 })
  })

  it('takes as many items as it may have', async () => {
    const names = Array.from({ length: maxCollectionItems }, (_, number) => `${number}`)
    const ids = await makeAudioBookRows(server, names)
    const id = await makeCollection(
      server,
      'Many',
      ids.map((audioBookId) => ({ audioBookId })),
    )
    expect(namesOf(await read(id))).toEqual(ids.map((audioBookId) => `book ${audioBookId}`))
    await server.call(deleteCollection, { params: { id } }, headers)
  })

  const past = '2020-01-01T00:00:00Z'
  it.each([
    ['an unknown audio book', [{ audioBookId: 999_999 }], 404, 'UnknownItem'],
    ['an unknown podcast', [{ podcastId: 999_999 }], 404, 'UnknownItem'],
    ['neither', [{}], 400, 'InvalidBody'],
    ['both', [{ audioBookId: book, podcastId: podcast }], 400, 'InvalidBody'],
    ['ids of no form', [{ audioBookId: 'x' }], 400, 'InvalidBody'],
    [
      'too many',
      Array.from({ length: maxCollectionItems + 1 }, () => ({ audioBookId: book })),
      400,
      'InvalidBody',
    ],
    ['no list', 'x', 400, 'InvalidBody'],
  ])('does not take %s among its items, and stays as it was', async (_, items, status, code) => {
    const id = await makeCollection(server, 'Refusing', [{ audioBookId: book }])
    const before = await readEdited(id)
    const input = { params: { id }, body: { items, baseUpdatedAt: before.updatedAt } }
    expect(await server.attempt(replaceCollectionItems, input, headers)).toMatchObject({
      status,
      codes: [code],
    })
    const stale = { ...input, body: { items: [], baseUpdatedAt: past } }
    expect(await server.attempt(replaceCollectionItems, stale, headers)).toMatchObject({ status: 409 })
    expect(await readEdited(id)).toEqual(before)
  })

  it.each([
    ['without a name', {}, 'NameRequired'],
    ['with an invisible name', { name: '\u200B' }, 'NameRequired'],
    ['with a place before the first', { name: 'x', place: -1 }, 'InvalidBody'],
    ['with a place of no number', { name: 'x', place: 'first' }, 'InvalidBody'],
    ['on home or not', { name: 'x', isOnHome: 'perhaps' }, 'InvalidBody'],
  ])('%s is refused', async (_, body, code) => {
    expect(await server.attempt(createCollection, { body }, headers)).toMatchObject({
      status: 400,
      codes: [code],
    })
    const params = { id: await makeCollection(server, 'Known') }
    const replaced = { params, body: { ...params, ...body } }
    expect(await server.attempt(updateCollection, replaced, headers)).toMatchObject({
      status: 400,
      codes: [code],
    })
  })

  it.each(['isOnHome=perhaps', 'maxItems=-1', 'maxItems=x', 'maxItems=501'])(
    'refuses the query %s and names the field',
    async (query) => {
      const field = query.split('=')[0]
      expect(await server.refusal(`/collections?${query}`)).toMatchObject({
        status: 400,
        errors: [{ code: 'InvalidQuery', field }],
      })
    },
  )
})
