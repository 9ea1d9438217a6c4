import { writeBookValues } from '../../../catalogue/book-values/write-book-values.ts'
import { writeFieldSources } from '../../../catalogue/book-values/field-sources.ts'
import {
  type ChapterList,
  isSameList,
  listChapters,
  listSoundFiles,
  writeChapters,
} from '../../../catalogue/editing/recording-chapters.queries.ts'
import { findRecordMedia } from '../../../catalogue/editing/records.queries.ts'
import type { Connection } from '../../../db/engine/dialect.ts'
import type { ChangedScope } from '../../../db/engine/scopes.ts'
import type { MediaDeps } from '../../../media/storage/files/storage.ts'
import { chaptersOfRecord } from '../import-chapters.ts'
import type { ImportRecord } from '../import-record.ts'
import { AppliedElsewhere, type Applying, type BookOfImport } from './apply-book.ts'
import { findChaptersSource, markApplied, putLibraryBook } from './library-books.queries.ts'
import { plannedValues } from './planned-values.ts'

interface Applied {
  readonly book: BookOfImport
  readonly audioBookId: number
}

/**
 * Writes what a proposal says of an audio book whose sound is there: fields that no editor has set, their sources, its
 * chapters, and by which files it is known again.
 *
 * @returns what else has changed by that
 * @throws AppliedElsewhere
 */
export async function finishBook(
  deps: MediaDeps,
  transaction: Connection,
  { book, audioBookId }: Applied,
  { folderId, userId }: Applying,
): Promise<readonly ChangedScope[]> {
  const { record } = book
  const now = deps.clock()
  if (!(await markApplied(transaction, book, { audioBookId, now }))) throw new AppliedElsewhere()
  const { moreSeries } = record
  await writeFieldSources(transaction, audioBookId, record.fields, { userId, now })
  const changed = await writeBookValues(deps, transaction, audioBookId, {
    ...plannedValues(record),
    moreSeries,
  })
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
