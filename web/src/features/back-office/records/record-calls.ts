import {
  addAudioBookReader,
  createAudioBook,
  deleteAudioBook,
  removeAudioBookReader,
  updateAudioBook,
} from '@earmark/contract/audio-book-edits.ts'
import type { AudioBook } from '@earmark/contract/audio-books.ts'
import { getEditedAudioBook, getEditedEpisode, getEditedPodcast } from '@earmark/contract/edited-records.ts'
import type { Creator } from '@earmark/contract/creators.ts'
import {
  addEpisodeVoicer,
  createEpisode,
  deleteEpisode,
  removeEpisodeVoicer,
  updateEpisode,
} from '@earmark/contract/episode-edits.ts'
import type { PodcastEpisodeDetail } from '@earmark/contract/episodes.ts'
import {
  addPodcastVoicer,
  createPodcast,
  deletePodcast,
  removePodcastVoicer,
  updatePodcast,
} from '@earmark/contract/podcast-edits.ts'
import type { PodcastDetail } from '@earmark/contract/podcasts.ts'
import type { NavigateOptions } from '@tanstack/react-router'
import { call } from '../../../lib/api.ts'
import { type ApiQuery, apiQuery } from '../../../lib/query-client.ts'
import { upload, type UploadOptions } from '../../../lib/upload.ts'
import { type LoadCause, loadForEditing, reload } from '../answers.ts'
import {
  audioBookMessages,
  episodeMessages,
  episodeVoicerMessages,
  type PeopleMessages,
  podcastMessages,
  podcastVoicerMessages,
  readerMessages,
  type RecordMessages,
} from './messages.ts'
import {
  audioBookParts,
  type EditedRecord,
  episodeParts,
  podcastParts,
  type RecordValues,
  replacedParts,
} from './record-values.ts'

/** The creators of a record, which are changed beside its form. */
interface People<Saved> {
  messages: PeopleMessages
  of: (record: Saved) => readonly Creator[]
  add: (record: Saved, creatorId: number) => Promise<unknown>
  remove: (record: Saved, creatorId: number) => Promise<unknown>
}

/** The calls of a kind of record, and which fields its form has. */
export interface RecordCalls<Saved extends EditedRecord> {
  messages: RecordMessages
  /** Whose responses contain such records. */
  kind: 'audio-books' | 'podcasts'
  hasNumber: boolean
  hasAudio: boolean
  query: (id: number) => ApiQuery<Saved>
  editLink: (id: number) => NavigateOptions
  people: People<Saved>
  create: (values: RecordValues, options: UploadOptions) => Promise<Saved>
  /** @param version the one that the values were typed over */
  update: (values: RecordValues, version: Saved, options: UploadOptions) => Promise<Saved>
  remove: (id: number) => Promise<unknown>
}

export const audioBookCalls: RecordCalls<AudioBook> = {
  messages: audioBookMessages,
  kind: 'audio-books',
  hasNumber: false,
  hasAudio: true,
  query: (id) => apiQuery(getEditedAudioBook, { params: { id } }),
  editLink: (id) => ({ to: '/edit/audio-books/$id', params: { id: String(id) } }),
  people: {
    messages: readerMessages,
    of: ({ readers }) => readers,
    add: ({ id }, readerId) => call(addAudioBookReader, { params: { id, readerId } }),
    remove: ({ id }, readerId) => call(removeAudioBookReader, { params: { id, readerId } }),
  },
  create: (values, options) => upload(createAudioBook, { form: audioBookParts(values) }, options),
  update(values, version, options) {
    const form = { ...replacedParts(version), ...audioBookParts(values) }
    return upload(updateAudioBook, { params: { id: version.id }, form }, options)
  },
  remove: (id) => call(deleteAudioBook, { params: { id } }),
}

export const podcastCalls: RecordCalls<PodcastDetail> = {
  messages: podcastMessages,
  kind: 'podcasts',
  hasNumber: false,
  hasAudio: false,
  query: (id) => apiQuery(getEditedPodcast, { params: { id } }),
  editLink: (id) => ({ to: '/edit/podcasts/$id', params: { id: String(id) } }),
  people: {
    messages: podcastVoicerMessages,
    of: ({ voicers }) => voicers,
    add: ({ id }, creatorId) => call(addPodcastVoicer, { params: { id, creatorId } }),
    remove: ({ id }, creatorId) => call(removePodcastVoicer, { params: { id, creatorId } }),
  },
  create: (values, options) => upload(createPodcast, { form: podcastParts(values) }, options),
  update(values, version, options) {
    const form = { ...replacedParts(version), ...podcastParts(values) }
    return upload(updatePodcast, { params: { id: version.id }, form }, options)
  },
  remove: (id) => call(deletePodcast, { params: { id } }),
}

/** The calls of one podcast's episodes. */
export function episodeCalls(podcastId: number): RecordCalls<PodcastEpisodeDetail> {
  const paramsOf = (episodeId: number) => ({ id: podcastId, episodeId })
  return {
    messages: episodeMessages,
    kind: 'podcasts',
    hasNumber: true,
    hasAudio: true,
    query: (episodeId) => apiQuery(getEditedEpisode, { params: paramsOf(episodeId) }),
    editLink: (episodeId) => ({
      to: '/edit/podcasts/$id/episodes/$episodeId',
      params: { id: String(podcastId), episodeId: String(episodeId) },
    }),
    people: {
      messages: episodeVoicerMessages,
      of: ({ voicers }) => voicers,
      add: ({ id }, creatorId) => call(addEpisodeVoicer, { params: { ...paramsOf(id), creatorId } }),
      remove: ({ id }, creatorId) => call(removeEpisodeVoicer, { params: { ...paramsOf(id), creatorId } }),
    },
    create(values, options) {
      return upload(
        createEpisode,
        { params: { id: podcastId }, form: episodeParts(values, podcastId) },
        options,
      )
    },
    update(values, version, options) {
      const form = { ...replacedParts(version), ...episodeParts(values, podcastId) }
      return upload(updateEpisode, { params: paramsOf(version.id), form }, options)
    },
    remove: (episodeId) => call(deleteEpisode, { params: paramsOf(episodeId) }),
  }
}

/** For a form's loader. */
export async function loadRecord<Saved extends EditedRecord>(
  { query, messages }: RecordCalls<Saved>,
  id: number,
  cause: LoadCause,
): Promise<void> {
  await loadForEditing(query(id), messages.loadFailed, cause)
}

/** After a change of what is on the screen. */
export function reloadRecord<Saved extends EditedRecord>(
  { kind, query, messages }: RecordCalls<Saved>,
  id: number,
): Promise<void> {
  return reload(kind, query(id), messages.loadFailed)
}
