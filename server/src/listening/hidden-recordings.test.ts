import * as bookmarks from '@earmark/contract/bookmarks.ts'
import type { Endpoint } from '@earmark/contract/endpoint.ts'
import * as library from '@earmark/contract/library.ts'
import * as positionEdits from '@earmark/contract/position-edits.ts'
import * as positions from '@earmark/contract/positions.ts'
import * as publishing from '@earmark/contract/publishing.ts'
import * as queues from '@earmark/contract/queues.ts'
import { listShelves } from '@earmark/contract/shelves.ts'
import type { RecordingReference } from '@earmark/contract/recordings.ts'
import { beforeEach, describe, expect, it } from 'vitest'
import { forAllTests } from '../testing/for-all-tests.ts'
import { makePerson, type Person } from '../testing/people.ts'
import { makeAudioBook, makeEpisode, makePodcast, soundOf } from '../testing/records.ts'
import { startTestServer } from '../testing/server.ts'

/** What people have of a recording hides with it, and comes back with it. */

const server = await forAllTests(startTestServer())
const editor = await makePerson(server, 'Editor')
const others = [
  await makeAudioBook(server, { name: 'First', audio: soundOf(100) }),
  await makeAudioBook(server, { name: 'Last', audio: soundOf(100) }),
]
const bookId = await makeAudioBook(server, { name: 'Persuasion', audio: soundOf(100) })
const podcastId = await makePodcast(server, { name: 'Talks' })
const episodeId = await makeEpisode(server, podcastId, { number: 1, name: 'Talk', audio: soundOf(100) })
const episode = { podcastId, podcastEpisodeId: episodeId }
let listener: Person

interface Hideable {
  readonly kind: string
  readonly item: RecordingReference
  readonly save: Endpoint
  readonly read: Endpoint
  readonly history: Endpoint
  readonly forget: Endpoint
  readonly id: number
  readonly hide: readonly [Endpoint, Endpoint, object]
}

const bookCalls = {
  item: { audioBookId: bookId },
  save: positionEdits.saveAudioBookPosition,
  read: positions.getAudioBookPosition,
  history: positions.listAudioBookPositions,
  forget: positionEdits.forgetAudioBookPosition,
  id: bookId,
}
const episodeCalls = {
  item: episode,
  save: positionEdits.saveEpisodePosition,
  read: positions.getEpisodePosition,
  history: positions.listEpisodePositions,
  forget: positionEdits.forgetEpisodePosition,
  id: episodeId,
}
const hideables: readonly Hideable[] = [
  {
    kind: 'an audio book',
    ...bookCalls,
    hide: [publishing.unpublishAudioBook, publishing.publishAudioBook, { id: bookId }],
  },
  {
    kind: 'an episode',
    ...episodeCalls,
    hide: [publishing.unpublishEpisode, publishing.publishEpisode, { id: podcastId, episodeId }],
  },
  {
    kind: 'an episode of a hidden podcast',
    ...episodeCalls,
    hide: [publishing.unpublishPodcast, publishing.publishPodcast, { id: podcastId }],
  },
]

beforeEach(async () => {
  listener = await makePerson(server)
})

async function answer(endpoint: Endpoint, input: object = {}): Promise<{ status: number; body: unknown }> {
  const { status, body } = await server.attempt(endpoint, input, listener.headers)
  return { status, body: body === '' ? null : (JSON.parse(body) as unknown) }
}

async function everythingOf({ item, read, history, id }: Hideable) {
  return {
    library: await answer(library.listLibrary),
    bookmarks: await answer(bookmarks.pageBookmarks, { querystring: {} }),
    bookmarksOfIt: await answer(bookmarks.pageBookmarks, { querystring: item }),
    exported: await answer(bookmarks.exportBookmarks, { querystring: { format: 'json' } }),
    positions: await answer(positions.pagePositions, { querystring: {} }),
    progress: await answer(positions.listProgress),
    queue: await answer(queues.getQueue, { querystring: {} }),
    shelves: await answer(listShelves),
    position: await answer(read, { params: { id } }),
    history: await answer(history, { params: { id } }),
  }
}

async function turn({ hide: [unpublish, publish, params] }: Hideable, to: 'hidden' | 'public') {
  const body = to === 'public' ? { body: {} } : {}
  const { status } = await server.attempt(
    to === 'hidden' ? unpublish : publish,
    { params: { ...params }, ...body },
    editor.headers,
  )
  expect(status).toBe(200)
}

async function queueUp(items: readonly RecordingReference[], currentIndex: number, baseVersion: number) {
  const body = { items, currentIndex, baseVersion }
  return await answer(queues.saveQueue, { body })
}

const position = { positionSeconds: 10, baseVersion: 0 }
const [first, last] = others.map((audioBookId) => ({ audioBookId })) as [
  RecordingReference,
  RecordingReference,
]

/** Media have new addresses. */
function withoutAddresses(value: unknown): unknown {
  return JSON.parse(
    JSON.stringify(value, (name, part: unknown) => (/Url$|^updatedAt$/.test(name) ? null : part)),
  )
}

describe.each(hideables)('$kind', (hideable) => {
  const { item, save, read, history, forget, id } = hideable
  const params = { id }

  it('hides in a library, a queue, bookmarks and positions, and comes back to its place', async () => {
    await answer(library.addToLibrary, { body: item })
    await answer(bookmarks.addBookmark, { body: { ...item, startSeconds: 5 } })
    await answer(save, { params, body: position })
    await queueUp([first, item, last], 1, 0)
    const before = await everythingOf(hideable)
    await turn(hideable, 'hidden')
    const missing = { status: 404, body: [{ code: 'NotFound' }] }
    expect(await everythingOf(hideable)).toMatchObject({
      library: { status: 200, body: [] },
      bookmarks: { status: 200, body: { items: [], totalCount: 0 } },
      bookmarksOfIt: { status: 200, body: { items: [], totalCount: 0 } },
      exported: { status: 200, body: [] },
      positions: { status: 200, body: { items: [], totalCount: 0 } },
      progress: { status: 200, body: [] },
      queue: { status: 200, body: { items: [first, last], currentIndex: 1 } },
      shelves: { status: 200, body: [{ items: [] }, { items: [] }, { items: [] }, { items: [] }] },
      position: missing,
      history: missing,
    })
    await turn(hideable, 'public')
    expect(withoutAddresses(await everythingOf(hideable))).toEqual(withoutAddresses(before))
  })

  it('is forgotten with its history while it is hidden', async () => {
    await answer(save, { params, body: position })
    await answer(save, { params, body: { ...position, baseVersion: 1 } })
    await turn(hideable, 'hidden')
    expect(await answer(forget, { params })).toEqual({ status: 204, body: null })
    await turn(hideable, 'public')
    for (const endpoint of [read, history])
      expect(await answer(endpoint, { params })).toMatchObject({ status: 404 })
    // Versions go on behind the one that was forgotten.
    expect(await answer(save, { params, body: position })).toMatchObject({ body: { version: 3 } })
  })

  it('is not there for anybody who adds it, or listens to it', async () => {
    await turn(hideable, 'hidden')
    for (const person of [listener, editor]) {
      const adding = await server.attempt(library.addToLibrary, { body: item }, person.headers)
      expect(adding).toMatchObject({ status: 404, codes: ['UnknownItem'] })
      const saving = await server.attempt(save, { params, body: position }, person.headers)
      expect(saving).toMatchObject({ status: 404, codes: ['NotFound'] })
      const body = { ...item, startSeconds: 5 }
      const marking = await server.attempt(bookmarks.addBookmark, { body }, person.headers)
      expect(marking).toMatchObject({ status: 404, codes: ['UnknownItem'] })
    }
    const queue = await queueUp([first, item], 0, 0)
    expect(queue).toMatchObject({ status: 200, body: { items: [first] } })
    await turn(hideable, 'public')
    const { queue: afterwards } = await everythingOf(hideable)
    expect(afterwards).toMatchObject({ body: { items: [first] } })
  })

  it('keeps its place in a queue that is changed meanwhile by somebody who does not see it', async () => {
    await queueUp([first, item, last], 0, 0)
    await turn(hideable, 'hidden')
    const changed = await queueUp([first, last, first], 1, 1)
    expect(changed).toMatchObject({ status: 200, body: { items: [first, last, first], currentIndex: 1 } })
    // The same request again, after its answer was lost.
    expect(await queueUp([first, last, first], 1, 1)).toMatchObject({ body: { version: 2 } })
    await turn(hideable, 'public')
    expect(await answer(queues.getQueue, { querystring: {} })).toMatchObject({
      body: { items: expect.arrayContaining([expect.objectContaining(item)]), version: 2 },
    })
  })
})
