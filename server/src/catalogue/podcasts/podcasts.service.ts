import type { updatePodcast } from '@earmark/contract/podcast-edits.ts'
import type { Podcast, PodcastDetail } from '@earmark/contract/podcasts.ts'
import type { FormTexts } from '@earmark/contract/record-forms.ts'
import type { MediaDeps } from '../../media/storage/files/storage.ts'
import { insertCredits } from '../creators/credits.queries.ts'
import { insertRecordCover, type RecordMedia } from '../../media/upload/record-media.queries.ts'
import type { RecordUpload } from '../../media/upload/record-upload.ts'
import { changeCatalogue } from '../../db/changes/change-catalogue.ts'
import { prepareTokens, reindexRecords } from '../creators/linked-records.ts'
import { recordTexts, type ReplacementFailure, replaceRecord } from '../editing/replace-record.ts'
import { foldText } from '../../db/search/fold.ts'
import { findPodcast, insertPodcast } from './podcasts.queries.ts'

export interface PodcastInput extends RecordMedia {
  readonly name: string
  readonly description: string | null
  readonly voicerIds: readonly number[]
}

export async function createPodcast(deps: MediaDeps, input: PodcastInput): Promise<PodcastDetail> {
  const { name, description } = input
  const prepared = await prepareTokens([{ name, description }])
  return await changeCatalogue(
    deps,
    { changes: ['podcasts/+'], files: [input.cover, input.preview] },
    async (transaction, alsoChanged) => {
      const now = deps.clock()
      const cover = await insertRecordCover(transaction, input, now)
      const id = await insertPodcast(transaction, { name, description, ...cover }, now)
      alsoChanged(`podcasts/${id}`)
      await insertCredits(transaction, { kind: 'podcast', id }, input.voicerIds)
      await reindexRecords(transaction, deps.db.dialect, { kind: 'podcast', ids: [id] }, prepared)
      return { ...((await findPodcast(transaction, id)) as Podcast), episodes: [] }
    },
  )
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
