import { createAudioBook, deleteAudioBook, updateAudioBook } from '@earmark/contract/audio-book-edits.ts'
import type { AudioBook } from '@earmark/contract/audio-books.ts'
import { createEpisode, deleteEpisode, updateEpisode } from '@earmark/contract/episode-edits.ts'
import type { PodcastEpisodeDetail } from '@earmark/contract/episodes.ts'
import { createPodcast, deletePodcast, updatePodcast } from '@earmark/contract/podcast-edits.ts'
import type { PodcastDetail } from '@earmark/contract/podcasts.ts'
import { call } from '../../../lib/api.ts'
import type { ApiQuery } from '../../../lib/query-client.ts'
import { upload, type UploadOptions } from '../../../lib/upload.ts'
import { audioBook, episode, podcast } from '../../catalogue/index.ts'
import { type LoadCause, loadForEditing, reload } from '../answers.ts'
import { audioBookMessages, episodeMessages, podcastMessages, type RecordMessages } from './messages.ts'
import {
  audioBookParts,
  type EditedRecord,
  episodeParts,
  podcastParts,
  type RecordValues,
  replacedParts,
} from './record-values.ts'

/** The calls of a kind of record, and which fields its form has. */
export interface RecordCalls<Saved extends EditedRecord> {
  messages: RecordMessages
  /** Whose responses contain such records. */
  kind: 'audio-books' | 'podcasts'
  hasNumber: boolean
  hasAudio: boolean
  query: (id: number) => ApiQuery<Saved>
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
  query: audioBook,
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
  query: podcast,
  create: (values, options) => upload(createPodcast, { form: podcastParts(values) }, options),
  update(values, version, options) {
    const form = { ...replacedParts(version), ...podcastParts(values) }
    return upload(updatePodcast, { params: { id: version.id }, form }, options)
  },
  remove: (id) => call(deletePodcast, { params: { id } }),
}

/** The calls of one podcast's episodes. */
export function episodeCalls(podcastId: number): RecordCalls<PodcastEpisodeDetail> {
  return {
    messages: episodeMessages,
    kind: 'podcasts',
    hasNumber: true,
    hasAudio: true,
    query: (episodeId) => episode(podcastId, episodeId),
    create(values, options) {
      return upload(
        createEpisode,
        { params: { id: podcastId }, form: episodeParts(values, podcastId) },
        options,
      )
    },
    update(values, version, options) {
      const form = { ...replacedParts(version), ...episodeParts(values, podcastId) }
      return upload(updateEpisode, { params: { id: podcastId, episodeId: version.id }, form }, options)
    },
    remove: (episodeId) => call(deleteEpisode, { params: { id: podcastId, episodeId } }),
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

/** For `useDeletion`. */
export function deletionOf<Saved extends EditedRecord>(
  { kind, messages, remove }: RecordCalls<Saved>,
  { id, name }: Saved,
) {
  return { kind, name, messages, remove: () => remove(id) }
}
