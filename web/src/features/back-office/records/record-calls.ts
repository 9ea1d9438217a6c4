import { createAudioBook, deleteAudioBook, updateAudioBook } from '@earmark/contract/audio-book-edits.ts'
import type { AudioBookDetail } from '@earmark/contract/audio-books.ts'
import {
  getEditedAudioBook,
  type EditedPodcastOverview,
  getEditedEpisodeOverview,
  getEditedPodcastOverview,
} from '@earmark/contract/edited-records.ts'
import {
  type NewCredit,
  replaceAudioBookCredits,
  replaceEpisodeCredits,
  replacePodcastCredits,
} from '@earmark/contract/credit-edits.ts'
import type { CreditRole } from '@earmark/contract/credits.ts'
import { createEpisode, deleteEpisode, updateEpisode } from '@earmark/contract/episode-edits.ts'
import type { EpisodeOverview } from '@earmark/contract/episodes.ts'
import { createPodcast, deletePodcast, updatePodcast } from '@earmark/contract/podcast-edits.ts'
import type { Podcast } from '@earmark/contract/podcasts.ts'
import type { LinkProps, NavigateOptions } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import {
  publishAudioBook,
  publishEpisode,
  publishPodcast,
  unpublishAudioBook,
  unpublishEpisode,
  unpublishPodcast,
} from '@earmark/contract/publishing.ts'
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
import { audioEntries } from './audio-values.ts'
import { AudioBookFields, EpisodeFields, PodcastFields } from './own-fields.tsx'
import type { RecordFieldProps } from './record-fields.tsx'
import {
  audioBookParts,
  draftPart,
  type EditedRecord,
  episodeParts,
  podcastParts,
  type RecordValues,
  replacedParts,
} from './record-values.ts'

/** The credits of a record, which are saved apart from its form. */
interface People {
  messages: PeopleMessages
  /** The role of who is added as a reader or voicer, and that of others. */
  mainRole: CreditRole
  otherRole: CreditRole
  /** @param version `updatedAt`, ISO 8601 */
  replace: (id: number, credits: NewCredit[], version: string) => Promise<unknown>
}

interface Publishing {
  /** @param publishAt ISO 8601; now without it */
  publish: (id: number, publishAt?: string) => Promise<unknown>
  unpublish: (id: number) => Promise<unknown>
}

/** The calls of a kind of record, and which fields its form has. */
export interface RecordCalls<Saved extends EditedRecord> {
  messages: RecordMessages
  /** Whose responses contain such records. */
  kind: 'audio-books' | 'podcasts'
  hasNumber: boolean
  /** How many files its recording may have. */
  audio: 'None' | 'One' | 'Many'
  /** The fields of this kind alone. */
  Fields: ComponentType<RecordFieldProps>
  query: (id: number) => ApiQuery<Saved>
  editLink: (id: number) => NavigateOptions
  people: People
  publishing: Publishing
  /** The page that listeners see. */
  viewLink: (id: number) => Pick<LinkProps, 'to' | 'params'>
  create: (values: RecordValues, options: UploadOptions, isDraft: boolean) => Promise<Saved>
  /** @param version the one that the values were typed over */
  update: (values: RecordValues, version: Saved, options: UploadOptions) => Promise<Saved>
  remove: (id: number) => Promise<unknown>
}

export const audioBookCalls: RecordCalls<AudioBookDetail> = {
  messages: audioBookMessages,
  kind: 'audio-books',
  hasNumber: false,
  audio: 'Many',
  Fields: AudioBookFields,
  query: (id) => apiQuery(getEditedAudioBook, { params: { id } }),
  editLink: (id) => ({ to: '/edit/audio-books/$id', params: { id: String(id) } }),
  people: {
    messages: readerMessages,
    mainRole: 'Reader',
    otherRole: 'Author',
    replace: (id, credits, baseUpdatedAt) =>
      call(replaceAudioBookCredits, { params: { id }, body: { credits, baseUpdatedAt } }),
  },
  publishing: {
    publish: (id, publishAt) => call(publishAudioBook, { params: { id }, body: dayOf(publishAt) }),
    unpublish: (id) => call(unpublishAudioBook, { params: { id } }),
  },
  viewLink: (id) => ({ to: '/audio-books/$id', params: { id: String(id) } }),
  create(values, options, isDraft) {
    const form = { ...audioBookParts(values), ...draftPart(isDraft) }
    return upload(createAudioBook, { form }, { ...options, ordered: audioEntries(values.audio) })
  },
  update(values, version, options) {
    const form = { ...replacedParts(version), ...audioBookParts(values) }
    const ordered = audioEntries(values.audio)
    return upload(updateAudioBook, { params: { id: version.id }, form }, { ...options, ordered })
  },
  remove: (id) => call(deleteAudioBook, { params: { id } }),
}

export const podcastQuery = (id: number) => apiQuery(getEditedPodcastOverview, { params: { id } })

/** Answers of saving do not tell the number of the next episode. */
export type SavedPodcast = Podcast & Partial<EditedPodcastOverview>

export const podcastCalls: RecordCalls<SavedPodcast> = {
  messages: podcastMessages,
  kind: 'podcasts',
  hasNumber: false,
  audio: 'None',
  Fields: PodcastFields,
  query: podcastQuery,
  editLink: (id) => ({ to: '/edit/podcasts/$id', params: { id: String(id) } }),
  people: {
    messages: podcastVoicerMessages,
    mainRole: 'Host',
    otherRole: 'Producer',
    replace: (id, credits, baseUpdatedAt) =>
      call(replacePodcastCredits, { params: { id }, body: { credits, baseUpdatedAt } }),
  },
  publishing: {
    publish: (id, publishAt) => call(publishPodcast, { params: { id }, body: dayOf(publishAt) }),
    unpublish: (id) => call(unpublishPodcast, { params: { id } }),
  },
  viewLink: (id) => ({ to: '/podcasts/$id', params: { id: String(id) } }),
  create: (values, options, isDraft) =>
    upload(createPodcast, { form: { ...podcastParts(values), ...draftPart(isDraft) } }, options),
  update(values, version, options) {
    const form = { ...replacedParts(version), ...podcastParts(values) }
    return upload(updatePodcast, { params: { id: version.id }, form }, options)
  },
  remove: (id) => call(deletePodcast, { params: { id } }),
}

/** Answers of saving do not tell the neighbours. */
export type SavedEpisode = Omit<EpisodeOverview, 'previous' | 'next'> & Partial<EpisodeOverview>

/** The calls of one podcast's episodes. */
export function episodeCalls(podcastId: number): RecordCalls<SavedEpisode> {
  const paramsOf = (episodeId: number) => ({ id: podcastId, episodeId })
  return {
    messages: episodeMessages,
    kind: 'podcasts',
    hasNumber: true,
    audio: 'One',
    Fields: EpisodeFields,
    query: (episodeId) => apiQuery(getEditedEpisodeOverview, { params: paramsOf(episodeId) }),
    editLink: (episodeId) => ({
      to: '/edit/podcasts/$id/episodes/$episodeId',
      params: { id: String(podcastId), episodeId: String(episodeId) },
    }),
    people: {
      messages: episodeVoicerMessages,
      mainRole: 'Voice',
      otherRole: 'Producer',
      replace: (id, credits, baseUpdatedAt) =>
        call(replaceEpisodeCredits, { params: paramsOf(id), body: { credits, baseUpdatedAt } }),
    },
    publishing: {
      publish: (id, publishAt) => call(publishEpisode, { params: paramsOf(id), body: dayOf(publishAt) }),
      unpublish: (id) => call(unpublishEpisode, { params: paramsOf(id) }),
    },
    viewLink: (episodeId) => ({
      to: '/podcasts/$id/episodes/$episodeId',
      params: { id: String(podcastId), episodeId: String(episodeId) },
    }),
    create(values, options, isDraft) {
      return upload(
        createEpisode,
        { params: { id: podcastId }, form: { ...episodeParts(values, podcastId), ...draftPart(isDraft) } },
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

const dayOf = (publishAt?: string) => (publishAt === undefined ? {} : { publishAt })

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
