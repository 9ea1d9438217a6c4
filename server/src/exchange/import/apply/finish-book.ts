import {
  type ChapterList,
  isSameList,
  listChapters,
  listSoundFiles,
  writeChapters,
} from '../../../catalogue/editing/recording-chapters.queries.ts'
import { findRecordMedia } from '../../../catalogue/editing/records.queries.ts'
import { applyPlannedFields, insertPlannedFields } from '../../../catalogue/field-sources/planned-fields.ts'
import type { HandEdit } from '../../../catalogue/book-values/field-sources.queries.ts'
import type { Connection } from '../../../db/engine/dialect.ts'
import type { ChangedScope } from '../../../db/engine/scopes.ts'
import { chaptersOfPlayed } from '../import-chapters.ts'
import type { ImportDeps } from '../import-deps.ts'
import type { ImportRecord } from '../import-record.ts'
import type { AppliedBook } from './book-source.ts'
import { findChaptersSource, markApplied, putLibraryBook } from './library-books.queries.ts'

/** Another run has applied the book: this transaction is not to be. */
export class AppliedElsewhere extends Error {}

/**
 * Writes what a proposal says of an audio book that `createRecord` adds, but for its chapters.
 *
 * @returns what else has changed by that
 * @throws AppliedElsewhere
 */
export async function completeBook(
  deps: ImportDeps,
  transaction: Connection,
  audioBookId: number,
  book: AppliedBook,
): Promise<readonly ChangedScope[]> {
  const by = await markOnce(deps, transaction, audioBookId, book)
  const changed = await insertPlannedFields(transaction, deps, audioBookId, book.row.record, by)
  await putFiles(transaction, audioBookId, book)
  return changed
}

/**
 * Writes what a proposal says of a known audio book whose sound is there: fields that no editor has set, their sources, its
 * chapters, and by which files it is known again.
 *
 * @returns what else has changed by that
 * @throws AppliedElsewhere
 */
export async function finishBook(
  deps: ImportDeps,
  transaction: Connection,
  audioBookId: number,
  book: AppliedBook,
): Promise<readonly ChangedScope[]> {
  const { record } = book.row
  const by = await markOnce(deps, transaction, audioBookId, book)
  const changed = await applyPlannedFields(transaction, deps, audioBookId, record, by)
  await writeRecordChapters(transaction, audioBookId, record)
  await putFiles(transaction, audioBookId, book)
  return changed
}

async function markOnce(
  { clock }: ImportDeps,
  transaction: Connection,
  audioBookId: number,
  { row, options }: AppliedBook,
): Promise<HandEdit> {
  const now = clock()
  if (!(await markApplied(transaction, row.id, { audioBookId, now }))) throw new AppliedElsewhere()
  return { userId: options.userId, now }
}

async function putFiles(
  transaction: Connection,
  audioBookId: number,
  { row: { folderId, record } }: AppliedBook,
): Promise<void> {
  if (folderId !== null)
    await putLibraryBook(transaction, { folderId, audioBookId, path: record.path }, record.files)
}

/** Those that an editor wrote stay. */
async function writeRecordChapters(
  transaction: Connection,
  audioBookId: number,
  record: ImportRecord,
): Promise<void> {
  const media = await findRecordMedia(transaction, { kind: 'audio-book', id: audioBookId })
  const recordingId = media?.recording_id ?? null
  if (recordingId === null) return
  const source = await findChaptersSource(transaction, recordingId)
  if (source === 'Hand') return
  const present: ChapterList = { source, chapters: await listChapters(transaction, recordingId) }
  const played = await listSoundFiles(transaction, recordingId)
  const chosen = chaptersOfPlayed(record, played)
  if (!isSameList(present, chosen)) await writeChapters(transaction, recordingId, chosen)
}
