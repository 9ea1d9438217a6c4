import {
  type ChapterList,
  isSameList,
  listChapters,
  listSoundFiles,
  writeChapters,
} from '../../../catalogue/editing/recording-chapters.queries.ts'
import { findRecordMedia } from '../../../catalogue/editing/records.queries.ts'
import { applyPlannedFields } from '../../../catalogue/field-sources/planned-fields.ts'
import type { Connection } from '../../../db/engine/dialect.ts'
import type { ChangedScope } from '../../../db/engine/scopes.ts'
import { chaptersOfRecord } from '../import-chapters.ts'
import type { ImportDeps } from '../import-deps.ts'
import type { ImportRecord } from '../import-record.ts'
import type { AppliedBook } from './book-source.ts'
import { findChaptersSource, markApplied, putLibraryBook } from './library-books.queries.ts'

/** Another run has applied the book: this transaction is not to be. */
export class AppliedElsewhere extends Error {}

/**
 * Writes what a proposal says of an audio book whose sound is there: fields that no editor has set, their sources, its
 * chapters, and by which files it is known again.
 *
 * @returns what else has changed by that
 * @throws AppliedElsewhere
 */
export async function finishBook(
  deps: ImportDeps,
  transaction: Connection,
  audioBookId: number,
  { row, options }: AppliedBook,
): Promise<readonly ChangedScope[]> {
  const { record, folderId, id } = row
  const now = deps.clock()
  if (!(await markApplied(transaction, id, { audioBookId, now }))) throw new AppliedElsewhere()
  const { userId } = options
  const changed = await applyPlannedFields(transaction, deps, audioBookId, record, { userId, now })
  await writeRecordChapters(transaction, audioBookId, record)
  if (folderId !== null)
    await putLibraryBook(transaction, { folderId, audioBookId, path: record.path }, record.files)
  return changed
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
  // Of joined files counts what each plays.
  const played = await listSoundFiles(transaction, recordingId)
  const files = record.files.map((file, place) => {
    return { ...file, durationMs: played[place]?.durationMs ?? file.durationMs }
  })
  const chosen = chaptersOfRecord({ ...record, files })
  if (!isSameList(present, chosen)) await writeChapters(transaction, recordingId, chosen)
}
