import {
  addAudioBookReader,
  deleteAudioBook,
  removeAudioBookReader,
} from '@earmark/contract/audio-book-edits.ts'
import { getAudioBook, pageAudioBooks } from '@earmark/contract/audio-books.ts'
import { replaceAudioBookCredits } from '@earmark/contract/credit-edits.ts'
import { createCreator, deleteCreator, updateCreator } from '@earmark/contract/creator-edits.ts'
import { type CreatorDetail, getCreator, pageCreators } from '@earmark/contract/creators.ts'
import { pagedQuery } from '@earmark/contract/paging.ts'
import { addPodcastVoicer } from '@earmark/contract/podcast-edits.ts'
import { getPodcast, pagePodcasts } from '@earmark/contract/podcasts.ts'
import { describe, expect, it, vi } from 'vitest'
import { forAllTests } from '../../testing/for-all-tests.ts'
import { makePerson } from '../../testing/people.ts'
import { pictureFile } from '../../testing/forms.ts'
import {
  makeAudioBook,
  makeCreator,
  makeEpisode,
  makePodcast,
  neededFiles,
  storedFiles,
} from '../../testing/records.ts'
import { type Attempt, startTestServer, type TestForm } from '../../testing/server.ts'

const server = await forAllTests(startTestServer())
const editor = await makePerson(server, 'Editor')

const teal = await pictureFile('teal')

const created = ({ body }: Attempt) => JSON.parse(body) as CreatorDetail
const put = (id: number, input: { body?: object; form?: TestForm }) =>
  server.attempt(updateCreator, { params: { id }, ...input }, editor.headers)

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
    [{ nickname: '\u200B \u3164\u2800\u115F' }, 'NicknameRequired', 'nickname'],
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
    const replace = async (body: object) =>
      created(await put(id, { body: { id, nickname: 'Gull', ...body } }))
    expect(await replace({})).toMatchObject(texts)
    expect(await replace({ biography: '', links: [], sortName: null })).toMatchObject(empty)
    await replace(texts)
    expect(await replace({ biography: null, links: null, sortName: '' })).toMatchObject(empty)
  })

  it('is not replaced over the version of another editor', async () => {
    const id = await makeCreator(server, { nickname: 'Kept' })
    const { updatedAt } = await server.call(getCreator, { params: { id } })
    const replace = (body: object) => put(id, { body: { id, nickname: 'x', ...body } })
    expect((await replace({ baseUpdatedAt: updatedAt })).status).toBe(200)
    for (const body of [{ baseUpdatedAt: updatedAt }, { updatedAt }])
      expect(await replace(body)).toMatchObject({ status: 409, codes: ['StaleRecord'] })
    expect((await replace({})).status).toBe(200)
  })

  it('has an image that a replacement keeps by its address, and loses by an empty one', async () => {
    const before = await countMedia()
    const { id, imageUrl, imagePreviewUrl } = created(
      await server.attempt(createCreator, { form: { Nickname: 'Shown', Image: teal } }, editor.headers),
    )
    expect(await countMedia()).toBe(before + 2)
    for (const url of [imageUrl, imagePreviewUrl])
      expect((await server.app.inject({ method: 'HEAD', url: url as string })).statusCode).toBe(200)
    const { publicUrl } = server.deps.config
    const signed = `${imageUrl}?expires=1&signature=${'x'.repeat(22)}`
    const ways = [
      (ImageUrl?: string) => put(id, { form: { Id: id, Nickname: 'x', ImageUrl } }),
      (given?: string) => put(id, { body: { id, nickname: 'x', imageUrl: given } }),
    ]
    for (const replace of ways) {
      for (const given of [undefined, imageUrl as string, `${publicUrl}${imageUrl}`, signed])
        expect(created(await replace(given))).toMatchObject({ imageUrl, imagePreviewUrl })
      const other = await replace('/media/x.webp')
      expect(other).toMatchObject({ status: 400, errors: [{ code: 'UnknownMedia', field: 'imageUrl' }] })
    }
    for (const replace of ways) {
      await put(id, { form: { Id: id, Nickname: 'x', Image: teal } })
      const { imageUrl: shown } = await server.call(getCreator, { params: { id } })
      expect(created(await replace(''))).toMatchObject(empty)
      expect((await server.app.inject(shown as string)).statusCode).toBe(404)
    }
    expect(await countMedia()).toBe(before)
  })

  it('has another image by a form with one, and the files of the former go', async () => {
    const before = await storedFiles(server)
    const { id, imageUrl } = created(
      await server.attempt(createCreator, { form: { Nickname: 'Shown', Image: teal } }, editor.headers),
    )
    const form = { Id: id, Nickname: 'Shown', ImageUrl: imageUrl, Image: await pictureFile('#802040') }
    const changed = created(await put(id, { form }))
    expect(changed.imageUrl).not.toBe(imageUrl)
    expect((await server.app.inject(imageUrl as string)).statusCode).toBe(404)
    const shown = await server.app.inject({ method: 'HEAD', url: changed.imageUrl as string })
    expect(shown.statusCode).toBe(200)
    expect(await storedFiles(server)).toHaveLength(before.length + 2)
    expect(await storedFiles(server)).toEqual(await neededFiles(server))
    await server.call(deleteCreator, { params: { id } }, editor.headers)
    expect(await storedFiles(server)).toEqual(before)
  })

  it('keeps its image where a form is refused as stale, and nothing of the form', async () => {
    const { id, imageUrl, updatedAt } = created(
      await server.attempt(createCreator, { form: { Nickname: 'Shown', Image: teal } }, editor.headers),
    )
    const files = await storedFiles(server)
    for (const field of ['UpdatedAt', 'BaseUpdatedAt']) {
      const past = new Date(Date.parse(updatedAt) - 1).toISOString()
      const form = { Id: id, [field]: past, Nickname: 'x', Image: await pictureFile('#802040') }
      expect(await put(id, { form })).toMatchObject({ status: 409, codes: ['StaleRecord'] })
    }
    expect(await server.call(getCreator, { params: { id } })).toMatchObject({ nickname: 'Shown', imageUrl })
    expect(await storedFiles(server)).toEqual(files)
    expect((await put(id, { form: { Id: id, BaseUpdatedAt: updatedAt, Nickname: 'x' } })).status).toBe(200)
  })

  it('is written by a form as by JSON', async () => {
    const links = ['https://a.example/', 'http://b.example/ü']
    const answer = await server.attempt(
      createCreator,
      {
        form: {
          Nickname: ' The Gull ',
          Name: 'Ada',
          Surname: '',
          Biography: 'one\r\n\r\ntwo',
          Links: [...links, links[0]],
          SortName: 'Gull, The',
        },
      },
      editor.headers,
    )
    const creator = created(answer)
    const texts = { biography: 'one\n\ntwo', links, sortName: 'Gull, The' }
    expect(creator).toMatchObject({ nickname: 'The Gull', name: 'Ada', surname: null, ...texts })
    expect([answer.status, answer.headers['location']]).toEqual([201, `/api/creators/${creator.id}`])
    const { id } = creator
    const replace = async (form: TestForm) =>
      created(await put(id, { form: { Id: id, Nickname: 'Gull', ...form } }))
    expect(await replace({})).toMatchObject({ nickname: 'Gull', name: null, ...texts })
    expect(await replace({ Biography: '', Links: '', SortName: ' ' })).toMatchObject(empty)
  })

  it.each<[TestForm, string, string]>([
    [{ Nickname: ' ' }, 'NicknameRequired', 'nickname'],
    [{ Nickname: 'a\nb' }, 'InvalidBody', 'nickname'],
    [{ Biography: '\u0007' }, 'InvalidBody', 'biography'],
    [{ Biography: 'x'.repeat(20_001) }, 'InvalidBody', 'biography'],
    [{ Links: ['https://a.example', 'javascript:alert(1)'] }, 'InvalidBody', 'links'],
    [{ Links: Array.from({ length: 21 }, (_, at) => `https://a.example/${at}`) }, 'InvalidBody', 'links'],
    [{ SortName: 'x'.repeat(201) }, 'InvalidBody', 'sortName'],
    [{ ImageUrl: '/media/x.webp' }, 'UnknownMedia', 'imageUrl'],
    [{ Image: new Blob(['no picture']) }, 'UnsupportedMedia', 'image'],
  ])('is refused as a form of %o', async (form, code, field) => {
    const id = await makeCreator(server, { nickname: 'Kept' })
    const files = await storedFiles(server)
    const given = { Nickname: 'x', ...form }
    const added = await server.attempt(createCreator, { form: given }, editor.headers)
    const changed = await put(id, { form: { Id: id, ...given } })
    for (const { errors } of [added, changed]) expect(errors).toMatchObject([{ code, field }])
    expect(await server.call(getCreator, { params: { id } })).toMatchObject({ nickname: 'Kept' })
    expect(await storedFiles(server)).toEqual(files)
  })

  it.each([
    ['application/json; charset=utf-8', '{"nickname":"x"}', 201, undefined],
    ['application/json', '', 400, 'InvalidBody'],
    ['application/json', '[]', 400, 'InvalidBody'],
    ['text/plain', '{"nickname":"x"}', 415, 'UnsupportedMediaType'],
    ['application/x-www-form-urlencoded', 'Nickname=x', 415, 'UnsupportedMediaType'],
    ['multipart/form-data', 'Nickname=x', 400, 'InvalidBody'],
    ['multipart/form-data; boundary=x', '{"nickname":"x"}', 400, 'InvalidBody'],
    ['multipart/mixed; boundary=x', '--x--', 415, 'UnsupportedMediaType'],
  ])('is answered as %s with %s by %i', async (type, body, status, code) => {
    const headers = { ...editor.headers, 'content-type': type }
    const answer = await server.app.inject({ method: 'POST', url: '/api/creators', headers, payload: body })
    expect(answer.statusCode).toBe(status)
    if (code) expect(answer.json()).toMatchObject([{ code }])
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

  it('that is deleted moves the versions of its records', async () => {
    const creator = await makeCreator(server, { nickname: 'Gone' })
    const id = await makeAudioBook(server, { name: 'Left', readerIds: [creator] })
    const before = await server.call(getAudioBook, { params: { id } })
    server.time.now += 1000
    await server.call(deleteCreator, { params: { id: creator } }, editor.headers)
    const body = { credits: [], baseUpdatedAt: before.updatedAt }
    const { codes } = await server.attempt(replaceAudioBookCredits, { params: { id }, body }, editor.headers)
    expect(codes).toEqual(['StaleRecord'])
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
})
