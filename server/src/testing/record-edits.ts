import * as audioBooks from '@earmark/contract/audio-book-edits.ts'
import { getAudioBook } from '@earmark/contract/audio-books.ts'
import * as credits from '@earmark/contract/credit-edits.ts'
import type { Creator } from '@earmark/contract/creators.ts'
import type { Credit } from '@earmark/contract/credits.ts'
import * as episodes from '@earmark/contract/episode-edits.ts'
import { getEpisode } from '@earmark/contract/episodes.ts'
import * as podcasts from '@earmark/contract/podcast-edits.ts'
import { getPodcast } from '@earmark/contract/podcasts.ts'
import type { Person } from './people.ts'
import { makePodcast } from './records.ts'
import type { Attempt, TestForm, TestServer } from './server.ts'

/** The calls that read and write a record with files, alike for all kinds of them. */

const kinds = [
  {
    kind: 'an audio book',
    givenRole: 'Reader',
    read: getAudioBook,
    create: audioBooks.createAudioBook,
    update: audioBooks.updateAudioBook,
    remove: audioBooks.deleteAudioBook,
    replaceCredits: credits.replaceAudioBookCredits,
    addCreator: audioBooks.addAudioBookReader,
    removeCreator: audioBooks.removeAudioBookReader,
  },
  {
    kind: 'a podcast',
    givenRole: 'Host',
    read: getPodcast,
    create: podcasts.createPodcast,
    update: podcasts.updatePodcast,
    remove: podcasts.deletePodcast,
    replaceCredits: credits.replacePodcastCredits,
    addCreator: podcasts.addPodcastVoicer,
    removeCreator: podcasts.removePodcastVoicer,
  },
  {
    kind: 'an episode',
    givenRole: 'Voice',
    read: getEpisode,
    create: episodes.createEpisode,
    update: episodes.updateEpisode,
    remove: episodes.deleteEpisode,
    replaceCredits: credits.replaceEpisodeCredits,
    addCreator: episodes.addEpisodeVoicer,
    removeCreator: episodes.removeEpisodeVoicer,
  },
] as const

/** The fields of a record as tests of all kinds read them. */
export interface ShownRecord {
  readonly id: number
  readonly name: string
  readonly description: string | null
  readonly coverImageUrl: string | null
  readonly coverImagePreviewUrl: string | null
  readonly updatedAt: string
  readonly credits: readonly Credit[]
  readonly readers?: readonly Creator[]
  readonly voicers?: readonly Creator[]
}

export type RecordEdits = ReturnType<typeof editsOf>

/** The edits of each kind; episodes are of one podcast. */
export async function recordEdits(server: TestServer, editor: Person): Promise<RecordEdits[]> {
  const podcastId = await makePodcast(server, { name: 'Of episodes' })
  return kinds.map((calls) => editsOf(server, editor, calls, podcastId))
}

function editsOf(
  server: TestServer,
  { headers }: Person,
  { kind, givenRole, ...calls }: (typeof kinds)[number],
  podcastId: number,
) {
  const isEpisode = kind === 'an episode'
  let number = 0
  const paramsOf = (id: number) => (isEpisode ? { id: podcastId, episodeId: id } : { id })
  return {
    kind,
    /** Of a creator that is added as a reader or voicer. */
    givenRole,
    /** Path of the list that new records are added to. */
    path: calls.create.url.replace(':id', String(podcastId)),
    create: async (form: TestForm): Promise<Attempt> => {
      number += 1
      const input = { params: { id: podcastId }, form: { Number: number, ...form } }
      return await server.attempt(calls.create, input, headers)
    },
    /** With a name and, of an episode, a number of its own unless given. */
    replace: async (id: number, form: TestForm): Promise<Attempt> => {
      const input = { params: paramsOf(id), form: { Id: id, Number: 100_000 + id, Name: 'x', ...form } }
      return await server.attempt(calls.update, input, headers)
    },
    remove: async (id: number) => await server.attempt(calls.remove, { params: paramsOf(id) }, headers),
    read: async (id: number) => await server.attempt(calls.read, { params: paramsOf(id) }),
    replaceCredits: async (id: number, body: object) =>
      await server.attempt(calls.replaceCredits, { params: paramsOf(id), body }, headers),
    change: async (change: 'addCreator' | 'removeCreator', id: number, creatorId: number) => {
      const params = { ...paramsOf(id), readerId: creatorId, creatorId }
      return await server.attempt(calls[change], { params }, headers)
    },
  }
}

export function recordIn({ body }: { readonly body: string }): ShownRecord {
  return JSON.parse(body) as ShownRecord
}

export function creatorIdsIn(answer: { readonly body: string }): number[] {
  const { readers, voicers = readers } = recordIn(answer)
  return (voicers ?? []).map(({ id }) => id)
}
