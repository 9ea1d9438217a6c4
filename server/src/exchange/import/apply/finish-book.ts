import { writeBookValues } from '../../../catalogue/book-values/write-book-values.ts'
import { writeFieldSources } from '../../../catalogue/book-values/field-sources.ts'
import {
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
import { markApplied, putLibraryBook } from './library-books.queries.ts'
import { plannedValues } from './planned-values.ts'

interface Applied {
  readonly book: BookOfImport
  readonly audioBookId: number
}
