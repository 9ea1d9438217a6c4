import {
  addAudioBookReader,
  deleteAudioBook,
  removeAudioBookReader,
} from '@earmark/contract/audio-book-edits.ts'
import { getAudioBook, pageAudioBooks } from '@earmark/contract/audio-books.ts'
import { replaceAudioBookCredits } from '@earmark/contract/credit-edits.ts'
import {
  createCreator,
  deleteCreator,
  getCreator,
  pageCreators,
  updateCreator,
} from '@earmark/contract/creators.ts'
import { pagedQuery } from '@earmark/contract/paging.ts'
import { addPodcastVoicer } from '@earmark/contract/podcast-edits.ts'
import { getPodcast, pagePodcasts } from '@earmark/contract/podcasts.ts'
import { describe, expect, it, vi } from 'vitest'
import { forAllTests } from '../../testing/for-all-tests.ts'
import { makePerson } from '../../testing/people.ts'
import { makeAudioBook, makeCreator, makeEpisode, makePodcast, storeCover } from '../../testing/records.ts'
import { startTestServer } from '../../testing/server.ts'
import { insertOptionalMedia } from '../../media/upload/record-media.queries.ts'
import { setCreatorMedia } from './creators.queries.ts'

const server = await forAllTests(startTestServer())
const editor = await makePerson(server, 'Editor')

async function countMedia(): Promise<number> {
  return (await server.deps.db.connection.selectFrom('media').select('id').execute()).length
}

async function found(search: string): Promise<{ books: number[]; podcasts: number[]; creators: number[] }> {
  const querystring = pagedQuery({ search, pageSize: 100 })
  const [books, podcasts, creators] = await Promise.all([
    server.call(pageAudioBooks, { querystring }),
    server.call(pagePodcasts, { querystring }),
    server.call(pageCreators, { querystring }),
  ])
  const ids = ({ items }: { items: { id: number }[] }) => items.map(({ id }) => id)
  return { books: ids(books), podcasts: ids(podcasts), creators: ids(creators) }
}

const empty = {
  biography: null,
  imageUrl: null,
  imagePreviewUrl: null,
  links: [],
  sortName: null,
  audioBooksCount: 0,
  podcastsCount: 0,
}

describe('a creator', () => {
  it('is added with its names trimmed, and says where it is', async () => {
    const body = { nickname: '  The Gull ', name: ' Ada ', surname: '' }
    const { status, headers, body: text } = await server.attempt(createCreator, { body }, editor.headers)
    const creator = JSON.parse(text) as { id: number }
    expect(status).toBe(201)
    expect(creator).toEqual({
      id: creator.id,
      nickname: 'The Gull',
      name: 'Ada',
      surname: null,
      ...empty,
      updatedAt: new Date(server.time.now).toISOString(),
    })
    expect(headers['location']).toBe(`/api/creators/${creator.id}`)
    expect(await server.call(getCreator, { params: { id: creator.id } })).toEqual(creator)
  })

  it.each<[object, string, string]>([
    [{}, 'NicknameRequired', 'nickname'],
    [{ nickname: null }, 'NicknameRequired', 'nickname'],
    [{ nickname: '  ' }, 'NicknameRequired', 'nickname'],
    [{ nickname: 'a\nb' }, 'InvalidBody', 'nickname'],
    [{ nickname: 'x'.repeat(201) }, 'InvalidBody', 'nickname'],
    [{ nickname: 'x', name: 7 }, 'InvalidBody', 'name'],
    [{ nickname: 'x', biography: 'a\u0007b' }, 'InvalidBody', 'biography'],
    [{ nickname: 'x', biography: 'x'.repeat(20_001) }, 'InvalidBody', 'biography'],
    [{ nickname: 'x', links: ['javascript:alert(1)'] }, 'InvalidBody', 'links'],
    [{ nickname: 'x', links: 'https://a.example' }, 'InvalidBody', 'links'],
    [{ nickname: 'x', sortName: 'a\nb' }, 'InvalidBody', 'sortName'],
  ])('is refused as %j', async (body, code, field) => {
    const id = await makeCreator(server, { nickname: 'Kept' })
    const added = await server.attempt(createCreator, { body }, editor.headers)
    const input = { params: { id }, body: { ...body, id } }
    const changed = await server.attempt(updateCreator, input, editor.headers)
    for (const { status, errors } of [added, changed])
      expect({ status, errors }).toMatchObject({ status: 400, errors: [{ code, field }] })
    expect(await server.call(getCreator, { params: { id } })).toMatchObject({ nickname: 'Kept' })
  })

  it.each([{ nickname: 'x' }, { nickname: 'x', id: 4711 }])('is not changed by %j', async (body) => {
    const id = await makeCreator(server, { nickname: 'Kept' })
    const answer = await server.attempt(updateCreator, { params: { id }, body }, editor.headers)
    expect(answer.errors).toMatchObject([{ code: 'IdMismatch', field: 'id' }])
  })

  it('is replaced as a whole', async () => {
    const id = await makeCreator(server, { nickname: 'Old', name: 'Ada', surname: 'Byron' })
    const input = { params: { id }, body: { id, nickname: 'New' } }
    const changed = await server.call(updateCreator, input, editor.headers)
    expect(changed).toMatchObject({ id, nickname: 'New', name: null, surname: null })
    expect(await server.call(getCreator, { params: { id } })).toEqual(changed)
  })

  it('keeps texts of which a replacement says nothing, and loses those that it leaves empty', async () => {
    const texts = { biography: 'one\n\ntwo', links: ['https://a.example/'], sortName: 'Gull, The' }
    const { id } = await server.call(
      createCreator,
      { body: { nickname: 'The Gull', ...texts } },
      editor.headers,
    )
    const put = (body: object) =>
      server.call(updateCreator, { params: { id }, body: { id, nickname: 'Gull', ...body } }, editor.headers)
    expect(await put({})).toMatchObject(texts)
    expect(await put({ biography: '', links: [], sortName: null })).toMatchObject(empty)
    await put(texts)
    expect(await put({ biography: null, links: null, sortName: '' })).toMatchObject(empty)
  })

  it('is not replaced over the version of another editor', async () => {
    const id = await makeCreator(server, { nickname: 'Kept' })
    const { updatedAt } = await server.call(getCreator, { params: { id } })
    const put = (body: object) =>
      server.attempt(updateCreator, { params: { id }, body: { id, nickname: 'x', ...body } }, editor.headers)
    expect((await put({ baseUpdatedAt: updatedAt })).status).toBe(200)
    for (const body of [{ baseUpdatedAt: updatedAt }, { updatedAt }])
      expect(await put(body)).toMatchObject({ status: 409, codes: ['StaleRecord'] })
    expect((await put({})).status).toBe(200)
  })

  it('has an image that a replacement keeps by its address, and loses by an empty one', async () => {
    const id = await makeCreator(server, { nickname: 'Shown' })
    const { cover, preview } = await storeCover(server, 'teal')
    const { connection } = server.deps.db
    const before = await countMedia()
    const image_media_id = await insertOptionalMedia(connection, cover)
    const preview_media_id = await insertOptionalMedia(connection, preview)
    await setCreatorMedia(connection, id, { image_media_id, preview_media_id })
    const { imageUrl, imagePreviewUrl } = await server.call(getCreator, { params: { id } })
    for (const url of [imageUrl, imagePreviewUrl])
      expect((await server.app.inject({ method: 'HEAD', url: url as string })).statusCode).toBe(200)
    const put = (body: object) =>
      server.attempt(updateCreator, { params: { id }, body: { id, nickname: 'x', ...body } }, editor.headers)
    for (const body of [{}, { imageUrl }, { imageUrl: `${server.deps.config.publicUrl}${imageUrl}` }])
      expect(JSON.parse((await put(body)).body)).toMatchObject({ imageUrl, imagePreviewUrl })
    const other = await put({ imageUrl: '/media/x.webp' })
    expect(other).toMatchObject({ status: 400, errors: [{ code: 'UnknownMedia', field: 'imageUrl' }] })
    expect(JSON.parse((await put({ imageUrl: '' })).body)).toMatchObject(empty)
    expect((await server.app.inject(imageUrl as string)).statusCode).toBe(404)
    expect(await countMedia()).toBe(before)
  })

  it('counts the public records that credit it, each once, and no episodes', async () => {
    const id = await makeCreator(server, { nickname: 'Counted' })
    const book = await makeAudioBook(server, { name: 'One', readerIds: [id] })
    const hidden = await makeAudioBook(server, { name: 'Hidden', readerIds: [id] })
    const { connection } = server.deps.db
    await connection.updateTable('audio_books').set({ is_public: 0 }).where('id', '=', hidden).execute()
    const podcast = await makePodcast(server, { name: 'Talks' })
    await makeEpisode(server, podcast, { number: 1, name: 'One', voicerIds: [id] })
    const counts = async () => {
      const { audioBooksCount, podcastsCount } = await server.call(getCreator, { params: { id } })
      return [audioBooksCount, podcastsCount]
    }
    expect(await counts()).toEqual([1, 0])
    const { updatedAt: baseUpdatedAt } = await server.call(getAudioBook, { params: { id: book } })
    const credits = (['Author', 'Reader'] as const).map((role) => ({ creatorId: id, role }))
    const input = { params: { id: book }, body: { credits, baseUpdatedAt } }
    await server.call(replaceAudioBookCredits, input, editor.headers)
    await server.call(addPodcastVoicer, { params: { id: podcast, creatorId: id } }, editor.headers)
    expect(await counts()).toEqual([1, 1])
    await server.call(deleteAudioBook, { params: { id: book } }, editor.headers)
    expect(await counts()).toEqual([0, 1])
  })

  it('is sorted among authors by its sort name, else by its nickname', async () => {
    const { id } = await server.call(createCreator, { body: { nickname: 'Zoë' } }, editor.headers)
    const sortOf = async () => {
      const rows = server.deps.db.connection.selectFrom('creators').where('id', '=', id)
      return await rows.select(['author_sort', 'nickname_sort']).executeTakeFirstOrThrow()
    }
    expect((await sortOf()).author_sort).toEqual((await sortOf()).nickname_sort)
    const body = { id, nickname: 'Zoë', sortName: 'Zoë' }
    await server.call(updateCreator, { params: { id }, body: { ...body, sortName: 'Aa' } }, editor.headers)
    expect((await sortOf()).author_sort).not.toEqual((await sortOf()).nickname_sort)
    await server.call(updateCreator, { params: { id }, body }, editor.headers)
    expect((await sortOf()).author_sort).toEqual((await sortOf()).nickname_sort)
  })

  it('is found by its new names, and so is what it reads and speaks in', async () => {
    const id = await makeCreator(server, { nickname: 'Zanzibar', name: 'Quillon' })
    const book = await makeAudioBook(server, { name: 'Read', readerIds: [id] })
    const podcast = await makePodcast(server, { name: 'Spoken', voicerIds: [id] })
    const all = { books: [book], podcasts: [podcast], creators: [id] }
    const none = { books: [], podcasts: [], creators: [] }
    expect(await found('quillon')).toEqual(all)
    await server.call(updateCreator, { params: { id }, body: { id, nickname: 'Marrakesh' } }, editor.headers)
    expect(await found('marrakesh')).toEqual(all)
    expect(await found('quillon')).toEqual(none)
    await server.call(deleteCreator, { params: { id } }, editor.headers)
    expect(await found('marrakesh')).toEqual(none)
    expect(await found('read')).toMatchObject({ books: [book] })
  })

  it('is found by its names in every role', async () => {
    const id = await makeCreator(server, { nickname: 'Timbuktu' })
    const book = await makeAudioBook(server, { name: 'Written' })
    const { updatedAt: baseUpdatedAt } = await server.call(getAudioBook, { params: { id: book } })
    const body = { credits: [{ creatorId: id, role: 'Foreword' as const }], baseUpdatedAt }
    await server.call(replaceAudioBookCredits, { params: { id: book }, body }, editor.headers)
    expect(await found('timbuktu')).toEqual({ books: [book], podcasts: [], creators: [id] })
  })

  it('that is deleted leaves every record, and its id to nobody', async () => {
    const id = await makeCreator(server, { nickname: 'Gone' })
    const other = await makeCreator(server, { nickname: 'Stays' })
    const book = await makeAudioBook(server, { name: 'Read by two', readerIds: [id, other] })
    const podcast = await makePodcast(server, { name: 'Spoken by two', voicerIds: [id, other] })
    const last = await makeCreator(server, { nickname: 'Last' })
    await server.call(getAudioBook, { params: { id: book } })
    for (const gone of [id, last]) await server.call(deleteCreator, { params: { id: gone } }, editor.headers)
    const { readers } = await server.call(getAudioBook, { params: { id: book } })
    const { voicers } = await server.call(getPodcast, { params: { id: podcast } })
    expect([readers, voicers].map((those) => those.map((one) => one.id))).toEqual([[other], [other]])
    expect(await server.attempt(deleteCreator, { params: { id } }, editor.headers)).toMatchObject({
      status: 404,
    })
    expect(await makeCreator(server, { nickname: 'Next' })).toBeGreaterThan(last)
  })

  it('has long texts that it is found by taken apart before others wait for the transaction', async () => {
    const body = { id: await makeCreator(server, { nickname: 'Before' }), nickname: 'After' }
    const params = { id: body.id }
    const description = 'é'.repeat(10_000)
    const texts = { name: 'Long', description, readerIds: [body.id] }
    const book = await makeAudioBook(server, texts)
    const readings = vi.spyOn(String.prototype, 'normalize')
    const begin = vi.spyOn(server.deps.db.dialect, 'lock')
    const link = { params: { id: book, readerId: body.id } }
    for (const change of [
      () => makeAudioBook(server, texts),
      () => server.call(removeAudioBookReader, link, editor.headers),
      () => server.call(addAudioBookReader, link, editor.headers),
      () => server.call(updateCreator, { params, body }, editor.headers),
      () => server.call(deleteCreator, { params }, editor.headers),
    ]) {
      readings.mockClear()
      begin.mockClear()
      await change()
      const begun = begin.mock.invocationCallOrder[0] as number
      const ofLong = readings.mock.invocationCallOrder.filter(
        (_order, place) => String(readings.mock.contexts[place]).length === description.length,
      )
      expect(ofLong.length).toBeGreaterThan(0)
      expect(Math.max(...ofLong)).toBeLessThan(begun)
    }
  })

  it('linked to very many records has them all found by its new name', { timeout: 30_000 }, async () => {
    const id = await makeCreator(server, { nickname: 'Prolific' })
    const { connection } = server.deps.db
    const names = Array.from({ length: 1201 }, (_, place) => `Volume ${place}`)
    const row = { name_sort: '', is_public: 1 as const, created_at: 1, updated_at: 1 }
    for (let start = 0; start < names.length; start += 400) {
      const values = names.slice(start, start + 400).map((name) => ({ name, ...row }))
      const books = await connection.insertInto('audio_books').values(values).returning('id').execute()
      const credit = { creator_id: id, role: 'Reader', ordinal: 0 }
      const credits = books.map((book) => ({ audio_book_id: book.id, ...credit }))
      await connection.insertInto('credits').values(credits).execute()
    }
    await server.call(updateCreator, { params: { id }, body: { id, nickname: 'Tireless' } }, editor.headers)
    const querystring = pagedQuery({ search: 'tireless' })
    expect(await server.call(pageAudioBooks, { querystring })).toMatchObject({ totalCount: 1201 })
  })
})
