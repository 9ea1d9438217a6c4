import type { updateAudioBook } from '@earmark/contract/audio-book-edits.ts'
import type { AudioBook } from '@earmark/contract/audio-books.ts'
import type { FormTexts } from '@earmark/contract/record-forms.ts'
import type { MediaDeps } from '../../media/storage/files/storage.ts'
import { insertCredits } from '../creators/credits.queries.ts'
import type { NewMedia } from '../../media/media.queries.ts'
import {
  insertOptionalMedia,
  insertRecordCover,
  type RecordMedia,
} from '../../media/upload/record-media.queries.ts'
import type { RecordUpload } from '../../media/upload/record-upload.ts'
import { changeCatalogue } from '../../db/changes/change-catalogue.ts'
import { prepareTokens, reindexRecords } from '../creators/linked-records.ts'
import { recordTexts, type ReplacementFailure, replaceRecord } from '../editing/replace-record.ts'
import { foldText } from '../../db/search/fold.ts'
import { findAudioBook, insertAudioBook } from './audio-books.queries.ts'

export interface AudioBookInput extends RecordMedia {
  readonly name: string
  readonly description: string | null
  readonly audio: NewMedia | null
  readonly readerIds: readonly number[]
}

export async function createAudioBook(deps: MediaDeps, input: AudioBookInput): Promise<AudioBook> {
  const { name, description } = input
  const prepared = await prepareTokens([{ name, description }])
  return await changeCatalogue(
    deps,
    { changes: ['audio-books/+'], files: [input.cover, input.preview, input.audio] },
    async (transaction, alsoChanged) => {
      const now = deps.clock()
      const cover = await insertRecordCover(transaction, input, now)
      const audio_media_id = await insertOptionalMedia(transaction, input.audio)
      const id = await insertAudioBook(transaction, { name, description, ...cover, audio_media_id }, now)
      alsoChanged(`audio-books/${id}`)
      await insertCredits(transaction, { kind: 'audio-book', id }, input.readerIds)
      await reindexRecords(transaction, deps.db.dialect, { kind: 'audio-book', ids: [id] }, prepared)
      return (await findAudioBook(transaction, id)) as AudioBook
    },
  )
}

export async function replaceAudioBook(
  deps: MediaDeps,
  id: number,
  upload: RecordUpload<FormTexts<typeof updateAudioBook>>,
  failure: ReplacementFailure,
): Promise<AudioBook> {
  const texts = recordTexts(upload.texts)
  const columns = { ...texts, name_sort: foldText(texts.name) }
  return await replaceRecord(
    deps,
    { kind: 'audio-book', id },
    { upload, columns, find: (connection) => findAudioBook(connection, id) },
    failure,
  )
}
