import type { updateEpisode } from '@earmark/contract/episode-edits.ts'
import type { EditedPodcastEpisode } from '@earmark/contract/edited-records.ts'
import { DuplicateKeyError, failOn } from '../../db/engine/database-errors.ts'
import type { FormTexts } from '@earmark/contract/record-forms.ts'
import type { MediaDeps } from '../../media/storage/files/storage.ts'
import type { FailureOf } from '../../errors.ts'
import type { RecordUpload } from '../../media/upload/record-upload.ts'
import { createRecord, type RecordInput } from '../editing/create-record.ts'
import {
  recordTexts,
  type ReplacementFailure,
  replaceRecord,
  requireRecord,
} from '../editing/replace-record.ts'
import {
  episodeColumns,
  type EpisodeFields,
  insertEpisode,
  newEpisodeColumns,
  renumbered,
} from './episode-edits.queries.ts'
import { findEditedEpisodeAlone } from './podcast-details.ts'

export interface EpisodeInput extends RecordInput, EpisodeFields {
  readonly number: number
}

export async function createEpisode(
  deps: MediaDeps,
  podcastId: number,
  { number, ...input }: EpisodeInput,
  failure: FailureOf<'NotFound' | 'DuplicateNumber'>,
): Promise<EditedPodcastEpisode> {
  const creation = createRecord(deps, input, {
    kind: 'episode',
    scope: `podcasts/${podcastId}`,
    insert: async (connection, record, now) => {
      await requireRecord({ connection }, { kind: 'podcast', id: podcastId }, failure)
      const { published_at = record.published_at, ...own } = newEpisodeColumns(input)
      const episode = { ...record, ...own, podcast_id: podcastId, number, published_at }
      return await insertEpisode(connection, episode, now)
    },
    find: (connection, id) => findEditedEpisodeAlone(connection, podcastId, id),
  })
  return await creation.catch(
    failOn(DuplicateKeyError, () => failure('DuplicateNumber', { field: 'number' })),
  )
}

export async function replaceEpisode(
  deps: MediaDeps,
  { podcastId, id }: { podcastId: number; id: number },
  upload: RecordUpload<FormTexts<typeof updateEpisode>>,
  failure: ReplacementFailure & FailureOf<'DuplicateNumber'>,
): Promise<EditedPodcastEpisode> {
  const replacement = replaceRecord(
    deps,
    { kind: 'episode', id, podcastId },
    {
      upload,
      columns: {
        ...recordTexts(upload.texts),
        ...renumbered(upload.texts.number),
        ...episodeColumns(upload.texts),
      },
      find: (connection) => findEditedEpisodeAlone(connection, podcastId, id),
    },
    failure,
  )
  return await replacement.catch(
    failOn(DuplicateKeyError, () => failure('DuplicateNumber', { field: 'number' })),
  )
}
