import type { updatePodcast } from '@earmark/contract/podcast-edits.ts'
import type { EditedPodcast, EditedPodcastDetail } from '@earmark/contract/edited-records.ts'
import type { FormTexts } from '@earmark/contract/record-forms.ts'
import type { MediaDeps } from '../../media/storage/files/storage.ts'
import type { RecordUpload } from '../../media/upload/record-upload.ts'
import { replaceGenres } from '../genres/genres.queries.ts'
import { createRecord, type RecordInput } from '../editing/create-record.ts'
import { recordTexts, type ReplacementFailure, replaceRecord } from '../editing/replace-record.ts'
import { foldText } from '@earmark/contract/fold.ts'
import { findEditedPodcast, insertPodcast, podcastColumns, type PodcastFields } from './podcasts.queries.ts'

export interface PodcastInput extends Omit<RecordInput, 'audio'>, PodcastFields {
  readonly categories?: readonly string[] | undefined
}

export async function createPodcast(deps: MediaDeps, input: PodcastInput): Promise<EditedPodcastDetail> {
  const podcast = await createRecord(deps, input, {
    kind: 'podcast',
    scope: 'podcasts/+',
    insert: async (connection, { sound: _, ...record }, now) => {
      const id = await insertPodcast(connection, { ...record, ...podcastColumns(input) }, now)
      if (input.categories) await replaceGenres(connection, 'podcast', id, input.categories)
      return id
    },
    find: findEditedPodcast,
  })
  return { ...podcast, episodes: [] }
}

export async function replacePodcast(
  deps: MediaDeps,
  id: number,
  upload: RecordUpload<FormTexts<typeof updatePodcast>>,
  failure: ReplacementFailure,
): Promise<EditedPodcast> {
  const texts = recordTexts(upload.texts)
  const columns = { ...texts, name_sort: foldText(texts.name), ...podcastColumns(upload.texts) }
  const { categories } = upload.texts
  return await replaceRecord(
    deps,
    { kind: 'podcast', id },
    {
      upload,
      columns,
      writeLists: async (transaction) => {
        if (categories) await replaceGenres(transaction, 'podcast', id, categories)
      },
      find: (connection) => findEditedPodcast(connection, id),
    },
    failure,
  )
}
