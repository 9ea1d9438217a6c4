import * as bookmarks from '@earmark/contract/bookmarks.ts'
import type { Endpoint } from '@earmark/contract/endpoint.ts'
import * as follows from '@earmark/contract/follows.ts'
import * as library from '@earmark/contract/library.ts'
import * as positionEdits from '@earmark/contract/position-edits.ts'
import * as positions from '@earmark/contract/positions.ts'
import * as queues from '@earmark/contract/queues.ts'
import * as shelves from '@earmark/contract/shelves.ts'
import { expect, it } from 'vitest'
import { forAllTests } from '../testing/for-all-tests.ts'
import { makePerson, type Person } from '../testing/people.ts'
import { makeAudioBook, makePodcast, soundOf } from '../testing/records.ts'
import { startTestServer } from '../testing/server.ts'

/** Libraries, bookmarks, follows, positions and queues belong to one account. */

const server = await forAllTests(startTestServer())
const [ada, bea] = [await makePerson(server), await makePerson(server)]
const bookId = await makeAudioBook(server, { name: 'Persuasion', audio: soundOf(100) })
const podcastId = await makePodcast(server, { name: 'Talks' })
const own = { params: { id: bookId } }

const calls = [library, bookmarks, follows, shelves, positions, positionEdits, queues]
  .flatMap((module) => Object.values(module) as unknown[])
  .filter((value): value is Endpoint => typeof value === 'object' && value !== null && 'method' in value)

it('there are calls of each', () => expect(calls).toHaveLength(29))

it.each(calls)('$method $url is for accounts only', async (endpoint) => {
  const input = { params: { id: bookId, entryId: 1 }, ...(endpoint.method === 'PUT' ? { body: {} } : {}) }
  expect(await server.attempt(endpoint, input)).toMatchObject({ status: 401, codes: ['Unauthorized'] })
})

interface Kept {
  readonly kind: string
  readonly save: () => Promise<unknown>
  readonly read: Endpoint
  /** The answer to accounts that have saved nothing. */
  readonly nothing: object
  /** Tries to change it as another account. */
  readonly change: (person: Person) => Promise<unknown>
}

const hidden = { status: 404, codes: ['NotFound'] }
const kept: Kept[] = [
  {
    kind: 'a library',
    save: () => server.call(library.addToLibrary, { body: { audioBookId: bookId } }, ada.headers),
    read: library.listLibrary,
    nothing: { status: 200, body: '[]' },
    change: async ({ headers }) => {
      const [entry] = await server.call(library.listLibrary, {}, ada.headers)
      const one = { params: { entryId: entry?.id } }
      expect(await server.attempt(library.removeFromLibrary, one, headers)).toMatchObject(hidden)
      const several = { body: [entry?.id] }
      expect(await server.attempt(library.removeAllFromLibrary, several, headers)).toMatchObject(hidden)
      await server.call(library.emptyLibrary, {}, headers)
    },
  },
  {
    kind: 'a bookmark',
    save: () =>
      server.call(bookmarks.addBookmark, { body: { audioBookId: bookId, startSeconds: 5 } }, ada.headers),
    read: bookmarks.exportBookmarks,
    nothing: { status: 200, body: '# Bookmarks\n' },
    change: async ({ headers }) => {
      const { items } = await server.call(bookmarks.pageBookmarks, { querystring: {} as never }, ada.headers)
      const params = { id: items[0]?.id }
      const body = { startSeconds: 6, endSeconds: null, note: '', baseVersion: 1 }
      expect(await server.attempt(bookmarks.changeBookmark, { params, body }, headers)).toMatchObject(hidden)
      expect(await server.attempt(bookmarks.removeBookmark, { params }, headers)).toMatchObject(hidden)
    },
  },
  {
    kind: 'a follow',
    save: () => server.call(follows.followPodcast, { params: { id: podcastId }, body: {} }, ada.headers),
    read: follows.listFollows,
    nothing: { status: 200, body: '[]' },
    change: ({ headers }) => server.call(follows.unfollowPodcast, { params: { id: podcastId } }, headers),
  },
  {
    kind: 'a position',
    save: () => {
      const body = { positionSeconds: 10, baseVersion: 0 }
      return server.call(positionEdits.saveAudioBookPosition, { ...own, body }, ada.headers)
    },
    read: positions.getAudioBookPosition,
    nothing: hidden,
    change: ({ headers }) => server.call(positionEdits.forgetAudioBookPosition, own, headers),
  },
  {
    kind: 'a queue',
    save: () => {
      const body = { items: [{ audioBookId: bookId }], currentIndex: 0, baseVersion: 0 }
      return server.call(queues.saveQueue, { body }, ada.headers)
    },
    read: queues.getQueue,
    nothing: hidden,
    change: ({ headers }) => {
      const body = { items: [], currentIndex: null, baseVersion: 0 }
      return server.call(queues.saveQueue, { body }, headers)
    },
  },
]

it.each(kept)('$kind is nobody else’s to read or change', async ({ save, read, nothing, change }) => {
  await save()
  const { status, body } = await server.attempt(read, own, ada.headers)
  expect(status).toBe(200)
  expect(await server.attempt(read, own, bea.headers)).toMatchObject(nothing)
  await change(bea)
  expect(await server.attempt(read, own, ada.headers)).toMatchObject({ status, body })
})
