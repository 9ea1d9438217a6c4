import * as edits from '@earmark/contract/audio-book-edits.ts'
import {
  type AudioBook,
  getAudioBook,
  listAudioBooks,
  pageAudioBooks,
} from '@earmark/contract/audio-books.ts'
import { pagedQuery } from '@earmark/contract/paging.ts'
import { describe, expect, it } from 'vitest'
import { forAllTests } from '../../testing/for-all-tests.ts'
import { audioFile, noisyPicture, pictureFile } from '../../testing/forms.ts'
import { makePerson } from '../../testing/people.ts'
import { makeAudioBook, makeCreator } from '../../testing/records.ts'
import { startTestServer, type TestForm } from '../../testing/server.ts'

/** Edits of audio books, beside those of every record (`editing/edited-records.slow.test.ts`). */

const server = await forAllTests(startTestServer())
const { headers } = await makePerson(server, 'Editor')
const [red, sound] = [await pictureFile('#a00'), await audioFile()]

const post = (form: TestForm) => server.attempt(edits.createAudioBook, { form }, headers)
const put = (id: number, form: TestForm) =>
  server.attempt(edits.updateAudioBook, { params: { id }, form: { Id: id, Name: 'x', ...form } }, headers)
const bookOf = ({ body }: { body: string }) => JSON.parse(body) as AudioBook

async function found(search: string): Promise<number[]> {
  const { items } = await server.call(pageAudioBooks, { querystring: pagedQuery({ search }) })
  return items.map(({ id }) => id)
}

describe('an audio book', () => {
  it('is in lists and searches by its present name until it is deleted, and its sound is served', async () => {
    await server.call(listAudioBooks, {})
    const made = bookOf(await post({ Name: 'Oldname', Audio: sound }))
    expect(made.durationSeconds).toBeGreaterThan(1)
    const url = made.audioUrl as string
    expect((await server.app.inject({ method: 'HEAD', url })).statusCode).toBe(200)
    const [listed] = await server.call(listAudioBooks, {})
    expect(made).toMatchObject({ ...listed })
    expect(await found('oldname')).toEqual([made.id])
    expect(bookOf(await put(made.id, { Name: 'Newname' }))).toMatchObject({ audioUrl: null })
    expect([await found('oldname'), await found('newname')]).toEqual([[], [made.id]])
    expect((await server.app.inject({ method: 'HEAD', url })).statusCode).toBe(404)
    await server.call(edits.deleteAudioBook, { params: { id: made.id } }, headers)
    expect(await found('newname')).toEqual([])
  })

  it('has its chosen preview cleared: one is made from the cover, however large that is', async () => {
    const CoverImage = await noisyPicture(900)
    const made = bookOf(await post({ Name: 'x', CoverImage, CoverImagePreview: red }))
    const cover = await server.app.inject({ method: 'HEAD', url: made.coverImageUrl as string })
    // More than is read at once.
    expect(Number(cover.headers['content-length'])).toBeGreaterThan(256 * 1024)
    const cleared = await put(made.id, { CoverImageUrl: made.coverImageUrl })
    expect(cleared.status).toBe(200)
    expect(bookOf(cleared).coverImagePreviewUrl).not.toBe(made.coverImagePreviewUrl)
    expect(bookOf(cleared).coverImagePreviewUrl).not.toBeNull()
  })

  it('keeps files that are named in full', async () => {
    const { id, coverImageUrl, audioUrl } = bookOf(await post({ Name: 'x', CoverImage: red, Audio: sound }))
    const inFull = (url: string | null) => `${server.deps.config.publicUrl}${url}`
    const kept = await put(id, { CoverImageUrl: inFull(coverImageUrl), AudioUrl: inFull(audioUrl) })
    expect(bookOf(kept)).toMatchObject({ coverImageUrl, audioUrl })
  })

  it('has no sound of another address', async () => {
    const refused = { status: 400, errors: [{ code: 'UnknownMedia', field: 'audioUrl' }] }
    expect(await post({ Name: 'x', AudioUrl: 'x' })).toMatchObject(refused)
    const id = await makeAudioBook(server, { name: 'Kept' })
    expect(await put(id, { AudioUrl: '/media/x.mp3' })).toMatchObject(refused)
    expect(await server.call(getAudioBook, { params: { id } })).toMatchObject({ name: 'Kept' })
  })

  it('is found by its readers as they come and go', async () => {
    const params = {
      id: await makeAudioBook(server, { name: 'Read' }),
      readerId: await makeCreator(server, { nickname: 'Onesimus' }),
    }
    await server.call(edits.addAudioBookReader, { params }, headers)
    expect(await found('onesimus')).toEqual([params.id])
    await server.call(edits.removeAudioBookReader, { params }, headers)
    expect(await found('onesimus')).toEqual([])
  })
})
