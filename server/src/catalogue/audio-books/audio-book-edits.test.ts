import * as edits from '@earmark/contract/audio-book-edits.ts'
import {
  type AudioBook,
  getAudioBook,
  listAudioBooks,
  pageAudioBooks,
} from '@earmark/contract/audio-books.ts'
import { pagedQuery } from '@earmark/contract/paging.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { audioFile, noisyPicture, pictureFile } from '../../testing/forms.ts'
import { makePerson, type Person } from '../../testing/people.ts'
import { makeAudioBook, makeCreator } from '../../testing/records.ts'
import { startTestServer, type TestForm, type TestServer } from '../../testing/server.ts'

let server: TestServer
let editor: Person
let red: Blob
let blue: Blob
let sound: Blob
beforeAll(async () => {
  server = await startTestServer()
  editor = await makePerson(server, 'Editor')
  ;[red, blue, sound] = await Promise.all([pictureFile('#a00'), pictureFile('#00a'), audioFile()])
})
afterAll(async () => await server[Symbol.asyncDispose]())

const post = (form: TestForm) => server.attempt(edits.createAudioBook, { form }, editor.headers)
const put = (id: number, form: TestForm) =>
  server.attempt(
    edits.updateAudioBook,
    { params: { id }, form: { Id: id, Name: 'x', ...form } },
    editor.headers,
  )
const get = (id: number) => server.call(getAudioBook, { params: { id } })
const bookOf = ({ body }: { body: string }) => JSON.parse(body) as AudioBook

async function found(search: string): Promise<number[]> {
  const { items } = await server.call(pageAudioBooks, { querystring: pagedQuery({ search }) })
  return items.map(({ id }) => id)
}

async function mediaCount(): Promise<number> {
  return (await server.deps.db.connection.selectFrom('media').select('id').execute()).length
}

describe('a new audio book', () => {
  it('is answered whole, as it is read afterwards, in lists and in searches too', async () => {
    await server.call(listAudioBooks, {})
    const form = { Name: ' Tideland ', Description: 'one\r\n\r\ntwo', CoverImage: red, Audio: sound }
    const answer = await post(form)
    const book = bookOf(answer)
    expect(answer.status).toBe(201)
    expect(answer.headers['location']).toBe(`/api/audio-books/${book.id}`)
    expect(book).toMatchObject({ name: 'Tideland', description: 'one\n\ntwo', readers: [] })
    for (const url of [book.coverImageUrl, book.coverImagePreviewUrl, book.audioUrl])
      expect((await server.app.inject({ method: 'HEAD', url: url as string })).statusCode).toBe(200)
    expect(book.durationSeconds).toBeGreaterThan(1)
    expect(await get(book.id)).toEqual(book)
    expect(await server.call(listAudioBooks, {})).toContainEqual(book)
    expect(await found('tideland')).toEqual([book.id])
  })

  it.each<[TestForm, string, string]>([
    [{}, 'NameRequired', 'name'],
    [{ Name: ' ' }, 'NameRequired', 'name'],
    [{ Name: 'a\tb' }, 'InvalidBody', 'name'],
    [{ Name: 'x'.repeat(501) }, 'InvalidBody', 'name'],
    [{ Name: 'x', Description: 'a\u0007b' }, 'InvalidBody', 'description'],
    [{ Name: 'x', CoverImageUrl: '/media/x.webp' }, 'UnknownMedia', 'coverImageUrl'],
    [{ Name: 'x', CoverImagePreviewUrl: 'x' }, 'UnknownMedia', 'coverImagePreviewUrl'],
    [{ Name: 'x', AudioUrl: 'x' }, 'UnknownMedia', 'audioUrl'],
  ])('is refused as %j', async (form, code, field) => {
    const before = await mediaCount()
    const answer = await post({ ...form, CoverImage: red })
    expect(answer).toMatchObject({ status: 400, errors: [{ code, field }] })
    expect(await mediaCount()).toBe(before)
  })

  it('keeps line breaks and tabs of its description, and has none of blanks', async () => {
    expect(bookOf(await post({ Name: 'x', Description: 'a\n\tb' })).description).toBe('a\n\tb')
    expect(bookOf(await post({ Name: 'x', Description: ' \r\n ' })).description).toBeNull()
  })
})

describe('an audio book', () => {
  it('is replaced: what is kept stays, what is absent is cleared', async () => {
    const made = bookOf(await post({ Name: 'Oldname', Description: 'd', CoverImage: red, Audio: sound }))
    await get(made.id)
    const kept = await put(made.id, { Name: 'Newname', CoverImageUrl: made.coverImageUrl })
    expect(kept.status).toBe(200)
    const { id, coverImageUrl, coverImagePreviewUrl } = made
    expect(bookOf(kept)).toMatchObject({ id, coverImageUrl, coverImagePreviewUrl, audioUrl: null })
    expect(bookOf(kept)).toMatchObject({ name: 'Newname', description: null })
    expect(await get(id)).toEqual(bookOf(kept))
    expect([await found('oldname'), await found('newname')]).toEqual([[], [id]])
    expect((await server.app.inject(made.audioUrl as string)).statusCode).toBe(404)
  })

  it('has its chosen preview cleared: one is made from the cover, however large that is', async () => {
    const CoverImage = await noisyPicture(900)
    const made = bookOf(await post({ Name: 'x', CoverImage, CoverImagePreview: red }))
    const { headers } = await server.app.inject({ method: 'HEAD', url: made.coverImageUrl as string })
    // More than is read at once.
    expect(Number(headers['content-length'])).toBeGreaterThan(256 * 1024)
    const cleared = await put(made.id, { CoverImageUrl: made.coverImageUrl })
    expect(cleared.status).toBe(200)
    expect(bookOf(cleared).coverImagePreviewUrl).not.toBe(made.coverImagePreviewUrl)
    expect(bookOf(cleared).coverImagePreviewUrl).not.toBeNull()
  })

  it('keeps files that are named in full', async () => {
    const made = bookOf(await post({ Name: 'x', CoverImage: red, Audio: sound }))
    const inFull = (url: string | null) => `${server.deps.config.publicUrl}${url}`
    const form = { CoverImageUrl: inFull(made.coverImageUrl), AudioUrl: inFull(made.audioUrl) }
    const { coverImageUrl, audioUrl } = bookOf(await put(made.id, form))
    expect({ coverImageUrl, audioUrl }).toEqual({
      coverImageUrl: made.coverImageUrl,
      audioUrl: made.audioUrl,
    })
  })

  it.each<[TestForm, string, string]>([
    [{ Id: undefined }, 'IdMismatch', 'id'],
    [{ Id: 4711 }, 'IdMismatch', 'id'],
    [{ Name: ' ' }, 'NameRequired', 'name'],
    [{ AudioUrl: '/media/x.mp3' }, 'UnknownMedia', 'audioUrl'],
    [{ CoverImageUrl: 'https://elsewhere.example/x.webp' }, 'UnknownMedia', 'coverImageUrl'],
  ])('is not changed by %j', async (form, code, field) => {
    const made = bookOf(await post({ Name: 'Kept', CoverImage: red }))
    const before = await mediaCount()
    const answer = await put(made.id, { CoverImage: blue, ...form })
    expect(answer).toMatchObject({ status: 400, errors: [{ code, field }] })
    expect(await get(made.id)).toEqual(made)
    expect(await mediaCount()).toBe(before)
  })

  it('that another has saved meanwhile is not saved over', async () => {
    const made = bookOf(await post({ Name: 'Kept' }))
    const first = await put(made.id, { Name: 'First', UpdatedAt: made.updatedAt })
    const before = await mediaCount()
    const second = await put(made.id, { Name: 'Second', UpdatedAt: made.updatedAt, CoverImage: red })
    expect(second).toMatchObject({ status: 409, codes: ['StaleRecord'] })
    expect(await get(made.id)).toEqual(bookOf(first))
    expect(await mediaCount()).toBe(before)
    // The server's clock stands still meanwhile.
    expect(Date.parse(bookOf(first).updatedAt)).toBe(Date.parse(made.updatedAt) + 1)
    expect((await put(made.id, { UpdatedAt: bookOf(first).updatedAt })).status).toBe(200)
  })

  it('saved by many at the same time is saved once', async () => {
    const made = bookOf(await post({ Name: 'Kept' }))
    const saves = Array.from({ length: 6 }, (_, place) =>
      put(made.id, { Name: `n${place}`, UpdatedAt: made.updatedAt }),
    )
    const statuses = (await Promise.all(saves)).map(({ status }) => status)
    expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 409, 409, 409, 409, 409])
  })

  it('that is deleted goes with its files, from lists and from searches', async () => {
    const before = await mediaCount()
    const made = bookOf(
      await post({ Name: 'Ephemera', CoverImage: red, CoverImagePreview: blue, Audio: sound }),
    )
    const params = { id: made.id }
    expect(await found('ephemera')).toEqual([made.id])
    expect((await server.attempt(edits.deleteAudioBook, { params }, editor.headers)).status).toBe(204)
    expect(await found('ephemera')).toEqual([])
    expect(await server.attempt(getAudioBook, { params })).toMatchObject({ status: 404 })
    expect((await server.app.inject(made.audioUrl as string)).statusCode).toBe(404)
    expect(await mediaCount()).toBe(before)
    expect(bookOf(await post({ Name: 'Next' })).id).toBeGreaterThan(made.id)
  })
})

describe('the readers of an audio book', () => {
  const link = (method: 'add' | 'remove', id: number, readerId: number) =>
    server.attempt(
      method === 'add' ? edits.addAudioBookReader : edits.removeAudioBookReader,
      { params: { id, readerId } },
      editor.headers,
    )
  const readersOf = async (id: number) => (await get(id)).readers.map((reader) => reader.id)

  it('are added at the end and removed, each as often as one likes', async () => {
    const id = await makeAudioBook(server, { name: 'Read' })
    const [one, two] = [
      await makeCreator(server, { nickname: 'Onesimus' }),
      await makeCreator(server, { nickname: 'b' }),
    ]
    const { updatedAt } = await get(id)
    for (const reader of [two, one, two]) expect((await link('add', id, reader)).status).toBe(204)
    expect(await readersOf(id)).toEqual([two, one])
    expect(await found('onesimus')).toEqual([id])
    for (const reader of [one, one]) expect((await link('remove', id, reader)).status).toBe(204)
    expect(await readersOf(id)).toEqual([two])
    expect(await found('onesimus')).toEqual([])
    expect((await get(id)).updatedAt).toBe(updatedAt)
  })

  it('may be added and removed at the same time', async () => {
    const id = await makeAudioBook(server, { name: 'Read' })
    const nicknames = ['Alpha', 'Beta', 'Gamma', 'Delta', 'Epsilon']
    const ids = await Promise.all(nicknames.map((nickname) => makeCreator(server, { nickname })))
    const adds = [...ids, ...ids].map((reader) => link('add', id, reader))
    expect((await Promise.all(adds)).every(({ status }) => status === 204)).toBe(true)
    expect(new Set(await readersOf(id))).toEqual(new Set(ids))
    expect(await readersOf(id)).toHaveLength(ids.length)
    const changes = ids.map((reader, place) => link(place % 2 === 0 ? 'remove' : 'add', id, reader))
    expect((await Promise.all(changes)).every(({ status }) => status === 204)).toBe(true)
    expect((await readersOf(id)).length).toBe(2)
    expect([await found('alpha'), await found('beta')]).toEqual([[], [id]])
  })
})
