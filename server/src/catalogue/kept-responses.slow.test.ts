import { addAudioBookReader, deleteAudioBook, updateAudioBook } from '@earmark/contract/audio-book-edits.ts'
import { getAudioBook } from '@earmark/contract/audio-books.ts'
import { replaceAudioBookCredits } from '@earmark/contract/credit-edits.ts'
import { createCreator, deleteCreator, updateCreator } from '@earmark/contract/creator-edits.ts'
import { deleteEpisode, updateEpisode } from '@earmark/contract/episode-edits.ts'
import { deleteCollection, updateCollection } from '@earmark/contract/collection-edits.ts'
import { deleteSeries, updateSeries } from '@earmark/contract/series-edits.ts'
import { addPodcastVoicer } from '@earmark/contract/podcast-edits.ts'
import { beforeEach, expect, it } from 'vitest'
import { changeCatalogue } from '../db/changes/change-catalogue.ts'
import { everything } from '../db/engine/scopes.ts'
import { forAllTests } from '../testing/for-all-tests.ts'
import { makePerson } from '../testing/people.ts'
import {
  makeAudioBook,
  makeCollection,
  makeCreator,
  makeEpisode,
  makePodcast,
  makeSeries,
} from '../testing/records.ts'
import { startTestServer } from '../testing/server.ts'

/** What a change makes be made anew, and what it leaves as it is kept. */

const server = await forAllTests(startTestServer({ environment: { METRICS: 'true' } }))
const editor = await makePerson(server, 'Editor')
let reader: number
/** Heard in one episode alone. */
let guest: number
let others: { book: number; podcast: number; episode: number }
let own: { book: number; podcast: number; episode: number }
/** Of the own book, and of none. */
let series: number
let otherSeries: number
let collection: number
let addresses: Record<string, string>

beforeEach(async () => {
  reader = await makeCreator(server, { nickname: 'Reader' })
  guest = await makeCreator(server, { nickname: 'Guest' })
  await server.deps.db.connection.deleteFrom('series').execute()
  series = await makeSeries(server, 'Series')
  otherSeries = await makeSeries(server, 'Other')
  const make = async (readerIds: number[]) => {
    const podcast = await makePodcast(server, { name: 'Podcast', voicerIds: readerIds })
    return {
      podcast,
      book: await makeAudioBook(server, {
        name: 'Book',
        readerIds,
        series: readerIds.length === 0 ? [] : [{ id: series }],
      }),
      episode: await makeEpisode(server, podcast, {
        number: 1,
        name: 'Episode',
        voicerIds: readerIds.length === 0 ? [guest] : [],
      }),
    }
  }
  own = await make([reader])
  others = await make([])
  collection = await makeCollection(server, 'Collection', [{ podcastId: own.podcast }])
  addresses = {
    books: '/audio-books/paged',
    'all books': '/audio-books',
    podcasts: '/podcasts/paged?search=podcast',
    creators: '/creators/paged',
    book: `/audio-books/${own.book}`,
    podcast: `/podcasts/${own.podcast}`,
    episode: `/podcasts/${own.podcast}/episodes/${own.episode}`,
    reader: `/creators/${reader}`,
    'all series': '/series',
    'series by name': '/series/paged?sortBy=name',
    series: `/series/${series}`,
    'another series': `/series/${otherSeries}`,
    collections: '/collections',
    collection: `/collections/${collection}`,
    'another book': `/audio-books/${others.book}`,
    'another podcast': `/podcasts/${others.podcast}`,
    'another episode': `/podcasts/${others.podcast}/episodes/${others.episode}`,
  }
})

async function hits(): Promise<number> {
  const { body } = await server.app.inject('/metrics')
  return Number(/^earmark_response_cache_hits (\d+)$/m.exec(body)?.[1])
}

async function readIsKept(address: string): Promise<boolean> {
  const before = await hits()
  await server.app.inject(`/api${address}`)
  return (await hits()) > before
}

const records = ['book', 'podcast', 'episode', 'another book', 'another podcast', 'another episode', 'reader']
/** Series and collections show audio books and podcasts, whichever these are. */
const collections = ['collections', 'collection']
const books = [
  ...['books', 'all books', 'all series', 'series by name', 'series', 'another series'],
  ...collections,
]
const podcasts = ['podcasts', ...collections]
const bookForm = () => ({ Id: own.book, Name: 'Other' })
const rows: [change: string, make: () => Promise<unknown>, voided: string[]][] = [
  ['a new audio book', () => makeAudioBook(server, { name: 'New' }), books],
  [
    'a replaced audio book',
    () => server.call(updateAudioBook, { params: { id: own.book }, form: bookForm() }, editor.headers),
    [...books, 'book'],
  ],
  [
    'a deleted audio book',
    () => server.call(deleteAudioBook, { params: { id: others.book } }, editor.headers),
    [...books, 'another book'],
  ],
  [
    'an added reader',
    () => server.call(addAudioBookReader, { params: { id: others.book, readerId: reader } }, editor.headers),
    [...books, 'another book', 'creators', 'reader'],
  ],
  [
    'replaced credits',
    async () => {
      const params = { id: others.book }
      const { updatedAt: baseUpdatedAt } = await server.call(getAudioBook, { params })
      const body = { credits: [{ creatorId: reader, role: 'Author' as const }], baseUpdatedAt }
      await server.call(replaceAudioBookCredits, { params, body }, editor.headers)
    },
    [...books, 'another book', 'creators', 'reader'],
  ],
  [
    'an added voicer',
    () =>
      server.call(addPodcastVoicer, { params: { id: others.podcast, creatorId: reader } }, editor.headers),
    [...podcasts, 'another podcast', 'another episode', 'creators', 'reader'],
  ],
  [
    'an episode added to one podcast',
    () => makeEpisode(server, own.podcast, { number: 2, name: 'New' }),
    [...podcasts, 'podcast', 'episode'],
  ],
  [
    'a replaced episode',
    () =>
      server.call(
        updateEpisode,
        {
          params: { id: own.podcast, episodeId: own.episode },
          form: { Id: own.episode, Number: 3, Name: 'x' },
        },
        editor.headers,
      ),
    [...podcasts, 'podcast', 'episode'],
  ],
  [
    'a deleted episode',
    () =>
      server.call(
        deleteEpisode,
        { params: { id: others.podcast, episodeId: others.episode } },
        editor.headers,
      ),
    [...podcasts, 'another podcast', 'another episode'],
  ],
  [
    'a new creator',
    () => server.call(createCreator, { body: { nickname: 'New' } }, editor.headers),
    ['creators'],
  ],
  [
    'a renamed creator',
    () =>
      server.call(
        updateCreator,
        { params: { id: reader }, body: { id: reader, nickname: 'Renamed' } },
        editor.headers,
      ),
    ['creators', 'reader', ...books, 'book', ...podcasts, 'podcast', 'episode'],
  ],
  [
    'a renamed voicer of one episode',
    () =>
      server.call(
        updateCreator,
        { params: { id: guest }, body: { id: guest, nickname: 'Renamed' } },
        editor.headers,
      ),
    ['creators', ...podcasts, 'another podcast', 'another episode'],
  ],
  [
    'a deleted voicer of one episode',
    () => server.call(deleteCreator, { params: { id: guest } }, editor.headers),
    ['creators', ...podcasts, 'another podcast', 'another episode'],
  ],
  [
    'a renamed series',
    () =>
      server.call(
        updateSeries,
        { params: { id: series }, body: { id: series, name: 'Renamed' } },
        editor.headers,
      ),
    [...books, 'book'],
  ],
  [
    'another text of a series without audio books',
    () =>
      server.call(
        updateSeries,
        { params: { id: otherSeries }, body: { id: otherSeries, name: 'Other', description: 'x' } },
        editor.headers,
      ),
    ['all series', 'series by name', 'another series'],
  ],
  [
    'a deleted series',
    () => server.call(deleteSeries, { params: { id: series } }, editor.headers),
    [...books, 'book'],
  ],
  ['a new series', () => makeSeries(server, 'New'), ['all series', 'series by name']],
  [
    'a renamed collection',
    () =>
      server.call(
        updateCollection,
        { params: { id: collection }, body: { id: collection, name: 'Renamed' } },
        editor.headers,
      ),
    collections,
  ],
  ['a new collection', () => makeCollection(server, 'New'), ['collections']],
  [
    'a deleted collection',
    () => server.call(deleteCollection, { params: { id: collection } }, editor.headers),
    collections,
  ],
  [
    'media read again',
    () => changeCatalogue(server.deps, { changes: ['audio-books/*', 'podcasts/*'] }, async () => undefined),
    [...books, ...podcasts, ...records.filter((name) => name !== 'reader')],
  ],
  [
    'a change that was not heard of',
    async () => server.deps.changes.changed(everything),
    [...books, ...podcasts, 'creators', ...records],
  ],
]

it.each(rows)('%s voids what names it, and nothing else', async (_change, make, voided) => {
  for (const address of Object.values(addresses)) await server.app.inject(`/api${address}`)
  await make()
  const found: string[] = []
  for (const [name, address] of Object.entries(addresses)) if (!(await readIsKept(address))) found.push(name)
  expect(found.toSorted()).toEqual([...new Set(voided)].toSorted())
})
