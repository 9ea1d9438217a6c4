import type { updateEpisode } from '@earmark/contract/episode-edits.ts'
import type { PodcastEpisode } from '@earmark/contract/episodes.ts'
import { DuplicateKeyError } from '../../db/engine/database-errors.ts'
import type { FormTexts } from '@earmark/contract/record-forms.ts'
import type { MediaDeps } from '../../media/storage/files/storage.ts'
import type { FailureOf } from '../../errors.ts'
import { insertCredits } from '../creators/credits.queries.ts'
import type { NewMedia } from '../../media/media.queries.ts'
import { insertOptionalMedia, insertRecordCover } from '../../media/upload/record-media.queries.ts'
import type { RecordUpload } from '../../media/upload/record-upload.ts'
import { changeCatalogue } from '../../db/changes/change-catalogue.ts'
import { findRecordMedia } from '../editing/records.queries.ts'
import { recordTexts, type ReplacementFailure, replaceRecord } from '../editing/replace-record.ts'
import { insertEpisode } from './episodes.queries.ts'
import { findEpisodeAlone } from './podcast-details.ts'
import type { PodcastInput } from './podcasts.service.ts'

export interface EpisodeInput extends PodcastInput {
  readonly number: number
  readonly audio: NewMedia | null
}

export async function createEpisode(
  deps: MediaDeps,
  podcastId: number,
  input: EpisodeInput,
  failure: FailureOf<'NotFound' | 'DuplicateNumber'>,
): Promise<PodcastEpisode> {
  const { number, name, description } = input
  const change = {
    changes: [`podcasts/${podcastId}`] as const,
    files: [input.cover, input.preview, input.audio],
  }
  const creation = changeCatalogue(deps, change, async (transaction) => {
    const podcast = await findRecordMedia(transaction, { kind: 'podcast', id: podcastId })
    if (!podcast) throw failure('NotFound')
    const now = deps.clock()
    const cover = await insertRecordCover(transaction, input, now)
    const audio_media_id = await insertOptionalMedia(transaction, input.audio)
    const episode = { podcast_id: podcastId, number, name, description, ...cover, audio_media_id }
    const id = await insertEpisode(transaction, episode, now)
    await insertCredits(transaction, { kind: 'episode', id }, input.voicerIds)
    return (await findEpisodeAlone(transaction, podcastId, id)) as PodcastEpisode
  })
  return await creation.catch(duplicateAs(failure))
}

export async function replaceEpisode(
  deps: MediaDeps,
  { podcastId, id }: { podcastId: number; id: number },
  upload: RecordUpload<FormTexts<typeof updateEpisode>>,
  failure: ReplacementFailure & FailureOf<'DuplicateNumber'>,
): Promise<PodcastEpisode> {
  const replacement = replaceRecord(
    deps,
    { kind: 'episode', id, podcastId },
    {
      upload,
      columns: { ...recordTexts(upload.texts), number: upload.texts.number },
      find: (connection) => findEpisodeAlone(connection, podcastId, id),
    },
    failure,
  )
  return await replacement.catch(duplicateAs(failure))
}

function duplicateAs(failure: FailureOf<'DuplicateNumber'>) {
  return (error: unknown): never => {
    throw error instanceof DuplicateKeyError ? failure('DuplicateNumber', { field: 'number' }) : error
  }
}
