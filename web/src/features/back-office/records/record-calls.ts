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
import { reload } from '../answers.ts'
import { audioBookMessages, episodeMessages, podcastMessages, type RecordMessages } from './messages.ts'
import { audioBookParts, episodeParts, podcastParts, replacedParts } from './record-parts.ts'
import type { EditedRecord, RecordValues } from './record-values.ts'

/** What can be done with records of one kind, as their forms need it. */
export interface RecordCalls<Saved extends EditedRecord> {
  messages: RecordMessages
  /** Whose answers show such records. */
  kept: 'audio-books' | 'podcasts'
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
  kept: 'audio-books',
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
  kept: 'podcasts',
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

/** Of one podcast's episodes. */
export function episodeCalls(podcastId: number): RecordCalls<PodcastEpisodeDetail> {
  return {
    messages: episodeMessages,
    kept: 'podcasts',
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

/** After a change of what is on the screen. */
export function reloadRecord<Saved extends EditedRecord>(
  { kept, query, messages }: RecordCalls<Saved>,
  id: number,
): Promise<void> {
  return reload(kept, query(id), messages.getFailed)
}

/** For `useDeletion`. */
export function deletionOf<Saved extends EditedRecord>(
  { kept, messages, remove }: RecordCalls<Saved>,
  { id, name }: Saved,
) {
  return { kind: kept, name, messages, remove: () => remove(id) }
}
