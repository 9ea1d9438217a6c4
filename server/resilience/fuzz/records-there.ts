import { makeUser } from '../../src/testing/people.ts'
import {
  makeAudioBook,
  makeCollection,
  makeCreator,
  makeEpisode,
  makePodcast,
  makeSeries,
  soundOf,
} from '../../src/testing/records.ts'
import type { TestServer } from '../../src/testing/server.ts'
import { makeUnreadSource } from '../../src/testing/unread-source.ts'
import { feedElsewhere } from './feeds-elsewhere.ts'

/** The records that there are while requests come: made again when most have been deleted, few enough to be listed. */

const recordKinds = [
  ...(['creator', 'audioBook', 'podcast', 'episode'] as const),
  ...(['series', 'collection', 'user', 'source'] as const),
]
export type RecordKind = (typeof recordKinds)[number]

export interface PlacedRecord {
  readonly id: number | string
  /** As the last answer has it. */
  readonly updatedAt?: string
  /** As the settings of its feed have it. */
  readonly feedUpdatedAt?: string
  /** Of an episode. */
  readonly podcastId?: number
  /** Of a user. */
  readonly email?: string
}

/** Of each kind. */
const fewest = 6
const most = 30

const addedBy: Readonly<Record<string, RecordKind>> = {
  createCreator: 'creator',
  createAudioBook: 'audioBook',
  createPodcast: 'podcast',
  createEpisode: 'episode',
  createSeries: 'series',
  createCollection: 'collection',
  createUser: 'user',
  addSource: 'source',
}

/** Answers that have the present version of a record. */
const replacedBy: Readonly<Record<string, RecordKind>> = {
  getEditedAudioBook: 'audioBook',
  publishAudioBook: 'audioBook',
  unpublishAudioBook: 'audioBook',
  getEditedPodcast: 'podcast',
  publishPodcast: 'podcast',
  unpublishPodcast: 'podcast',
  getEditedEpisode: 'episode',
  publishEpisode: 'episode',
  unpublishEpisode: 'episode',
  updateCreator: 'creator',
  updateAudioBook: 'audioBook',
  replaceAudioBookCredits: 'audioBook',
  updatePodcast: 'podcast',
  replacePodcastCredits: 'podcast',
  updateEpisode: 'episode',
  replaceEpisodeCredits: 'episode',
  updateSeries: 'series',
  updateCollection: 'collection',
  replaceCollectionItems: 'collection',
}

const deletedBy: Readonly<Record<string, RecordKind>> = {
  deleteCreator: 'creator',
  deleteAudioBook: 'audioBook',
  deletePodcast: 'podcast',
  deleteEpisode: 'episode',
  deleteSeries: 'series',
  deleteCollection: 'collection',
  deleteUser: 'user',
  deleteSource: 'source',
}

export class RecordsThere {
  readonly #server: TestServer
  #numbers = 100
  readonly #records: Record<RecordKind, PlacedRecord[]> = {
    creator: [],
    audioBook: [],
    podcast: [],
    episode: [],
    series: [],
    collection: [],
    user: [],
    source: [],
  }

  constructor(server: TestServer) {
    this.#server = server
  }

  at(kind: RecordKind, place: number): PlacedRecord {
    const records = this.#records[kind]
    return records[place % records.length] as PlacedRecord
  }

  /** Takes note of what an operation has done that succeeded. */
  learn(operationId: string, path: string, body: string): void {
    const added = addedBy[operationId]
    if (added) this.#records[added].push(JSON.parse(body) as PlacedRecord)
    const replaced = replacedBy[operationId]
    if (replaced) this.#replace(replaced, JSON.parse(body) as PlacedRecord)
    const deleted = deletedBy[operationId]
    if (deleted) this.#forget(deleted, path.split('/').at(-1) ?? '')
    const [, fed] = /^(?:get|replace)(AudioBook|Podcast)Feed$/.exec(operationId) ?? []
    if (fed) this.#learnFeed(fed === 'Podcast' ? 'podcast' : 'audioBook', path, body)
  }

  #replace(kind: RecordKind, { id, updatedAt = '' }: PlacedRecord): void {
    this.#records[kind] = this.#records[kind].map((one) => (one.id === id ? { ...one, updatedAt } : one))
  }

  #learnFeed(kind: RecordKind, path: string, body: string): void {
    const { updatedAt: feedUpdatedAt } = JSON.parse(body) as { updatedAt: string }
    const id = path.split('/').at(-2)
    this.#records[kind] = this.#records[kind].map((one) =>
      String(one.id) === id ? { ...one, feedUpdatedAt } : one,
    )
  }

  #forget(kind: RecordKind, id: string): void {
    this.#records[kind] = this.#records[kind].filter((record) => String(record.id) !== id)
    if (kind !== 'podcast') return
    this.#records.episode = this.#records.episode.filter(({ podcastId }) => String(podcastId) !== id)
  }

  /** @param remove deletes what is at a path */
  async tend(remove: (path: string) => Promise<unknown>): Promise<void> {
    for (const kind of recordKinds) {
      while (this.#records[kind].length < fewest) this.#records[kind].push(await this.#make(kind))
      while (this.#records[kind].length > most) {
        const record = this.#records[kind][0] as PlacedRecord
        await remove(pathOf(kind, record))
        this.#forget(kind, String(record.id))
      }
    }
  }

  async #make(kind: RecordKind): Promise<PlacedRecord> {
    this.#numbers += 1
    const name = `Tin roof ${this.#numbers}`
    const updatedAt = new Date(this.#server.time.now).toISOString()
    if (kind === 'creator') return { id: await makeCreator(this.#server, { nickname: name }), updatedAt }
    if (kind === 'audioBook')
      return { id: await makeAudioBook(this.#server, { name, audio: soundOf(60) }), updatedAt }
    if (kind === 'podcast') return { id: await makePodcast(this.#server, { name }), updatedAt }
    if (kind === 'series') return { id: await makeSeries(this.#server, name), updatedAt }
    if (kind === 'collection') return { id: await makeCollection(this.#server, name), updatedAt }
    if (kind === 'user') return await makeUser(this.#server, { name })
    const podcastId = await makePodcast(this.#server, { name })
    this.#records.podcast.push({ id: podcastId, updatedAt })
    if (kind === 'source') {
      const url = feedElsewhere(`made-${this.#numbers}`)
      return { id: await makeUnreadSource(this.#server, podcastId, url) }
    }
    const episode = { number: this.#numbers, name, audio: soundOf(60) }
    return { id: await makeEpisode(this.#server, podcastId, episode), podcastId, updatedAt }
  }
}

const folders = {
  source: 'sources',
  creator: 'creators',
  audioBook: 'audio-books',
  podcast: 'podcasts',
  series: 'series',
  collection: 'collections',
  user: 'users',
} as const

function pathOf(kind: RecordKind, { id, podcastId }: PlacedRecord): string {
  return kind === 'episode' ? `podcasts/${podcastId}/episodes/${id}` : `${folders[kind]}/${id}`
}
