import { type ShelfKind, listShelves } from '@earmark/contract/shelves.ts'
import {
  finishPositions,
  saveAudioBookPosition,
  saveEpisodePosition,
} from '@earmark/contract/position-edits.ts'
import { followPodcast } from '@earmark/contract/follows.ts'
import { addToLibrary } from '@earmark/contract/library.ts'
import { unpublishAudioBook, unpublishEpisode } from '@earmark/contract/publishing.ts'
import { beforeEach, describe, expect, it } from 'vitest'
import { forAllTests } from '../../testing/for-all-tests.ts'
import { makePerson, type Person } from '../../testing/people.ts'
import { makeAudioBook, makeEpisode, makePodcast, makeSeries, soundOf } from '../../testing/records.ts'
import { startTestServer } from '../../testing/server.ts'

const server = await forAllTests(startTestServer())
const editor = await makePerson(server, 'Editor')
let person: Person

beforeEach(async () => {
  server.time.now += 1000
  person = await makePerson(server)
})

const makeBook = (name: string, series: readonly { id: number; sequence?: string }[] = []) =>
  makeAudioBook(server, { name, audio: soundOf(100), series })

async function begin(id: number, positionSeconds = 10): Promise<void> {
  server.time.now += 1000
  const body = { positionSeconds, baseVersion: 0 }
  await server.call(saveAudioBookPosition, { params: { id }, body }, person.headers)
}

async function finish(...ids: number[]): Promise<void> {
  server.time.now += 1000
  const items = ids.map((audioBookId) => ({ audioBookId }))
  await server.call(finishPositions, { body: { items } }, person.headers)
}

/** The ids of the records on a shelf. */
async function shelf(of: ShelfKind): Promise<number[]> {
  const shelves = await server.call(listShelves, {}, person.headers)
  const items = shelves.find(({ kind }) => kind === of)?.items ?? []
  return items.map(({ audioBook, podcastEpisode }) => (audioBook ?? podcastEpisode)?.id ?? 0)
}

describe('shelves', () => {
  it('are all there for somebody who has listened to nothing', async () => {
    const empty = (kind: ShelfKind) => ({ kind, items: [] })
    expect(await server.call(listShelves, {}, person.headers)).toEqual(
      (['Continue', 'NextInSeries', 'NewEpisodes', 'FinishedLately'] as const).map(empty),
    )
  })

  it('have recordings as a library has them, without an id', async () => {
    const audioBookId = await makeBook('Persuasion')
    const entry = await server.call(addToLibrary, { body: { audioBookId } }, person.headers)
    await begin(audioBookId)
    const [{ items } = { items: [] }] = await server.call(listShelves, {}, person.headers)
    const { id: _, ...item } = entry
    expect(items).toEqual([item])
  })

  it('are tagged, and leave out what is hidden', async () => {
    const id = await makeBook('Persuasion')
    await begin(id)
    const url = '/api/shelves/me'
    const { headers } = await server.app.inject({ url, headers: person.headers })
    const again = { ...person.headers, 'if-none-match': String(headers.etag) }
    expect((await server.app.inject({ url, headers: again })).statusCode).toBe(304)
    await server.call(unpublishAudioBook, { params: { id } }, editor.headers)
    expect((await server.app.inject({ url, headers: again })).statusCode).toBe(200)
    expect(await shelf('Continue')).toEqual([])
  })

  it('have at most 24 recordings each', async () => {
    const ids: number[] = []
    for (let number = 1; number <= 25; number += 1) ids.push(await makeBook(`Book ${number}`))
    await finish(...ids)
    expect(await shelf('FinishedLately')).toHaveLength(24)
  })
})

describe('Continue and FinishedLately', () => {
  it('have what was begun and what was finished, last first, and nothing of what stands at its beginning', async () => {
    const [one, two, three, four, five] = await Promise.all(
      ['A', 'B', 'C', 'D', 'E'].map((name) => makeBook(name)),
    )
    for (const id of [one, two]) await begin(id ?? 0)
    for (const id of [three, four]) await finish(id ?? 0)
    await begin(five ?? 0, 0)
    expect([await shelf('Continue'), await shelf('FinishedLately')]).toEqual([
      [two, one],
      [four, three],
    ])
  })
})

describe('NewEpisodes', () => {
  it('has what became public since the follow, newest first, until it is begun or hidden', async () => {
    const podcastId = await makePodcast(server, { name: 'Talks' })
    const publish = async (number: number) => {
      server.time.now += 1000
      return await makeEpisode(server, podcastId, { number, name: `${number}`, audio: soundOf(60) })
    }
    await publish(1)
    await server.call(followPodcast, { params: { id: podcastId }, body: {} }, person.headers)
    const ids = [await publish(4), await publish(3), await publish(2)] as const
    expect(await shelf('NewEpisodes')).toEqual(ids.toReversed())
    const body = { positionSeconds: 10, baseVersion: 0 }
    await server.call(saveEpisodePosition, { params: { id: ids[1] }, body }, person.headers)
    const hidden = { params: { id: podcastId, episodeId: ids[2] } }
    await server.call(unpublishEpisode, hidden, editor.headers)
    expect(await shelf('NewEpisodes')).toEqual([ids[0]])
  })
})

describe('NextInSeries', () => {
  /** Numbers are places among the parts in the order of the series. */
  it.each<{ sequences: string[]; finished: number[]; begun: number[]; next: number[] }>([
    { sequences: ['1', '2', '3'], finished: [], begun: [0], next: [] },
    { sequences: ['1', '2', '3'], finished: [0], begun: [], next: [1] },
    { sequences: ['1', '2', '3'], finished: [0], begun: [1], next: [2] },
    { sequences: ['1', '2', '3', '4'], finished: [2, 0], begun: [], next: [3] },
    { sequences: ['1', '2'], finished: [0, 1], begun: [], next: [] },
    { sequences: ['2', '3'], finished: [1], begun: [], next: [] },
    { sequences: ['9', '10', '10.5'], finished: [0], begun: [], next: [1] },
    { sequences: ['1', '2-3', '∞'], finished: [1], begun: [], next: [2] },
    { sequences: ['1', ''], finished: [0], begun: [], next: [1] },
  ])(
    'has after $finished of $sequences, with $begun begun, $next',
    async ({ sequences, finished, begun, next }) => {
      const id = await makeSeries(server, `Series of ${sequences.length}, ${server.time.now}`)
      const ids: number[] = []
      // Ids descend, so that they do not make the order.
      for (const sequence of sequences.toReversed())
        ids.unshift(await makeBook(`Part ${sequence}`, [{ id, ...(sequence && { sequence }) }]))
      for (const place of finished) await finish(ids[place] ?? 0)
      for (const place of begun) await begin(ids[place] ?? 0)
      expect(await shelf('NextInSeries')).toEqual(next.map((place) => ids[place]))
    },
  )

  it('has a part of two series once, and of the series first that was heard last', async () => {
    const [waves, winds] = [await makeSeries(server, 'Waves'), await makeSeries(server, 'Winds')]
    const [one, two] = [
      await makeBook('One', [{ id: waves, sequence: '1' }]),
      await makeBook('Other', [{ id: winds, sequence: '1' }]),
    ]
    const both = await makeBook('Both', [
      { id: waves, sequence: '2' },
      { id: winds, sequence: '2' },
    ])
    const clouds = await makeSeries(server, 'Clouds')
    const first = await makeBook('First', [{ id: clouds, sequence: '1' }])
    const next = await makeBook('Next', [{ id: clouds, sequence: '2' }])
    await finish(one)
    await finish(first)
    expect(await shelf('NextInSeries')).toEqual([next, both])
    await finish(two)
    expect(await shelf('NextInSeries')).toEqual([both, next])
  })

  it('passes over hidden parts', async () => {
    const id = await makeSeries(server, 'Lights')
    const [one, two, three] = [
      await makeBook('1', [{ id, sequence: '1' }]),
      await makeBook('2', [{ id, sequence: '2' }]),
      await makeBook('3', [{ id, sequence: '3' }]),
    ]
    await finish(one)
    await server.call(unpublishAudioBook, { params: { id: two } }, editor.headers)
    expect(await shelf('NextInSeries')).toEqual([three])
  })
})
