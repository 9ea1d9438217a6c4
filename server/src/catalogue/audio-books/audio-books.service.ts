import type { updateAudioBook } from '@earmark/contract/audio-book-edits.ts'
import type { AudioBook } from '@earmark/contract/audio-books.ts'
import type { FormTexts } from '@earmark/contract/record-forms.ts'
import type { MediaDeps } from '../../media/storage/files/storage.ts'
import type { RecordUpload } from '../../media/upload/record-upload.ts'
import { createRecord, type RecordInput } from '../editing/create-record.ts'
import { recordTexts, type ReplacementFailure, replaceRecord } from '../editing/replace-record.ts'
import { foldText } from '../../db/search/fold.ts'
import { findAudioBook, insertAudioBook } from './audio-books.queries.ts'

export async function createAudioBook(deps: MediaDeps, input: RecordInput): Promise<AudioBook> {
  const calls = { insert: insertAudioBook, find: findAudioBook }
  return await createRecord(deps, input, { kind: 'audio-book', scope: 'audio-books/+', ...calls })
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
