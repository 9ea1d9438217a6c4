import type { updateAudioBook } from '@earmark/contract/audio-book-edits.ts'
import type { EditedAudioBookDetail } from '@earmark/contract/edited-records.ts'
import type { FormTexts } from '@earmark/contract/record-forms.ts'
import type { MediaDeps } from '../../media/storage/files/storage.ts'
import { DuplicateKeyError, failOn, MissingRowError } from '../../db/engine/database-errors.ts'
import type { Connection } from '../../db/engine/dialect.ts'
import type { FailureOf } from '../../errors.ts'
import { replaceGenres } from '../genres/genres.queries.ts'
import { type NewSeriesPart, replaceSeriesParts } from './series-parts.queries.ts'
import type { RecordUpload } from '../../media/upload/record-upload.ts'
import type { EditingDeps } from '../book-values/hand-edits.ts'
import { createRecord, type RecordInput } from '../editing/create-record.ts'
import { recordTexts, type ReplacementFailure, replaceRecord } from '../editing/replace-record.ts'
import { foldText } from '@earmark/contract/fold.ts'
import {
  type AudioBookFields,
  audioBookColumns,
  findEditedAudioBook,
  insertAudioBook,
} from './audio-books.queries.ts'

/** What an audio book's form says beside its name, description and files. */
interface FormFields extends AudioBookFields {
  readonly genres?: readonly string[] | undefined
  readonly series?: readonly NewSeriesPart[] | undefined
}

export type AudioBookInput = RecordInput & FormFields

export async function createAudioBook(
  deps: MediaDeps,
  input: AudioBookInput,
  failure: FailureOf<'InvalidBody'>,
): Promise<EditedAudioBookDetail> {
  return await createRecord(deps, input, {
    kind: 'audio-book',
    scope: 'audio-books/+',
    insert: async (connection, record, now) => {
      const id = await insertAudioBook(connection, { ...record, ...audioBookColumns(input) }, now)
      await writeLists(connection, id, input, failure)
      return id
    },
    find: findEditedAudioBook,
  })
}

export async function replaceAudioBook(
  deps: MediaDeps & EditingDeps,
  id: number,
  upload: RecordUpload<FormTexts<typeof updateAudioBook>>,
  failure: ReplacementFailure & FailureOf<'InvalidBody'>,
): Promise<EditedAudioBookDetail> {
  const texts = recordTexts(upload.texts)
  const columns = { ...texts, name_sort: foldText(texts.name), ...audioBookColumns(upload.texts) }
  return await replaceRecord(
    deps,
    { kind: 'audio-book', id },
    {
      upload,
      columns,
      writeLists: (transaction) => writeLists(transaction, id, upload.texts, failure),
      find: (connection) => findEditedAudioBook(connection, id),
    },
    failure,
  )
}

/** Of an absent list nothing is written. */
async function writeLists(
  transaction: Connection,
  id: number,
  { genres, series }: FormFields,
  failure: FailureOf<'InvalidBody'>,
): Promise<void> {
  if (genres) await replaceGenres(transaction, 'audio-book', id, genres)
  if (!series) return
  const badSeries = () =>
    failure('InvalidBody', {
      field: 'series',
      description: 'series names one that is not there, or the same one twice.',
    })
  await replaceSeriesParts(transaction, id, series)
    .catch(failOn(MissingRowError, badSeries))
    .catch(failOn(DuplicateKeyError, badSeries))
}
