import { saveAudioBookPosition } from '@earmark/contract/position-edits.ts'
import { addToLibrary } from '@earmark/contract/library.ts'
import { describe, expect, it } from 'vitest'
import { changeCatalogue } from '../../db/changes/change-catalogue.ts'
import { forAllTests } from '../../testing/for-all-tests.ts'
import { addToLibraryFolder } from '../../testing/imported-books.ts'
import { makePerson } from '../../testing/people.ts'
import { makeAudioBook, makeCollection, makeCreator, makeSeries, soundOf } from '../../testing/records.ts'
import { startTestServer } from '../../testing/server.ts'

const server = await forAllTests(startTestServer())
const { headers } = await makePerson(server, 'Editor')
const creatorId = await makeCreator(server, { nickname: 'Ines' })
const seriesId = await makeSeries(server, 'Lanterns')
const id = await makeAudioBook(server, {
  name: 'Wanted',
  readerIds: [creatorId],
  series: [{ id: seriesId, sequence: '1' }],
  audio: soundOf(60),
})
const collectionId = await makeCollection(server, 'Firsts', [{ audioBookId: id }])
await addToLibraryFolder(server, id)
await server.call(addToLibrary, { body: { audioBookId: id } }, headers)
const position = { positionSeconds: 10, baseVersion: 0, playbackRate: 1 }
await server.call(saveAudioBookPosition, { params: { id }, body: position }, headers)

/** Where its sound is played from: null for a copy. */
async function setMissing(missing_since: number | null, origin: 'library' | null = 'library'): Promise<void> {
  await changeCatalogue(server.deps, { changes: [`audio-books/${id}`] }, async (transaction) => {
    const sound = transaction.selectFrom('recordings').where('audio_book_id', '=', id).select('media_id')
    await transaction.updateTable('media').set({ origin }).where('id', '=', sound).execute()
    await transaction
      .updateTable('library_books')
      .set({ missing_since })
      .where('audio_book_id', '=', id)
      .execute()
  })
}

const places = [
  `/audio-books/${id}`,
  '/audio-books',
  '/audio-books/paged',
  `/edit/audio-books/${id}`,
  '/edit/audio-books',
  '/edit/audio-books/paged',
  '/search?search=wanted',
  `/series/${seriesId}`,
  `/creators/${creatorId}/works`,
  `/collections/${collectionId}`,
  `/edit/collections/${collectionId}`,
  '/libraries/me',
  '/positions/me',
  '/shelves/me',
]

describe.each(places)('%s', (place) => {
  it('says of a book whose files are missing that it is not available, until they are back', async () => {
    const told = async () => {
      const { statusCode, body } = await server.app.inject({ url: `/api${place}`, headers })
      expect([place, statusCode]).toEqual([place, 200])
      return new Set([...body.matchAll(/"isAvailable":(\w+)/g)].map(([, value]) => value))
    }
    expect(await told()).toEqual(new Set(['true']))
    await setMissing(server.time.now)
    expect(await told()).toEqual(new Set(['false']))
    await setMissing(server.time.now, null)
    expect(await told()).toEqual(new Set(['true']))
    await setMissing(null)
    expect(await told()).toEqual(new Set(['true']))
  })
})
