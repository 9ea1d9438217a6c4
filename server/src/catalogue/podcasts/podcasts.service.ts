import type { updatePodcast } from '@earmark/contract/podcast-edits.ts'
import type { Podcast, PodcastDetail } from '@earmark/contract/podcasts.ts'
import type { FormTexts } from '@earmark/contract/record-forms.ts'
import type { MediaDeps } from '../../media/storage/files/storage.ts'
import type { RecordUpload } from '../../media/upload/record-upload.ts'
import { createRecord, type RecordInput } from '../editing/create-record.ts'
import { recordTexts, type ReplacementFailure, replaceRecord } from '../editing/replace-record.ts'
import { foldText } from '../../db/search/fold.ts'
import { findPodcast, insertPodcast } from './podcasts.queries.ts'

export async function createPodcast(
  deps: MediaDeps,
  input: Omit<RecordInput, 'audio'>,
): Promise<PodcastDetail> {
  const podcast = await createRecord(deps, input, {
    kind: 'podcast',
    scope: 'podcasts/+',
    insert: (connection, { audio_media_id: _, ...record }, now) => insertPodcast(connection, record, now),
    find: findPodcast,
  })
  return { ...podcast, episodes: [] }
}

export async function replacePodcast(
  deps: MediaDeps,
  id: number,
  upload: RecordUpload<FormTexts<typeof updatePodcast>>,
  failure: ReplacementFailure,
): Promise<Podcast> {
  const texts = recordTexts(upload.texts)
  const columns = { ...texts, name_sort: foldText(texts.name) }
  return await replaceRecord(
    deps,
    { kind: 'podcast', id },
    { upload, columns, find: (connection) => findPodcast(connection, id) },
    failure,
  )
}
