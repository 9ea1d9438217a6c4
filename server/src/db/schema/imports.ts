import type { FieldName } from '@earmark/contract/planner/plan-input.ts'
import type { FieldSource } from '@earmark/contract/planner/plan-output.ts'
import type { Generated } from 'kysely'
import type { Fixed, Id, Instant } from './columns.ts'

/** Folders that the settings have named. */
interface LibraryFoldersTable {
  id: Id
  name: Fixed<string>
}

/** Audio files of library folders as they were looked into; they stay where they are. */
interface LibraryFilesTable {
  id: Id
  folder_id: Fixed<number>
  /** Relative to the folder, with `/`. */
  path: string
  /** Of the bytes of the path, which need not be UTF-8: `pathKey`. */
  path_key: string
  size_bytes: number
  /** Epoch seconds: network disks round. */
  modified_s: number
  /** Of the sound alone. */
  print: string | null
  /** What media name its bytes by, in place of a SHA-256 of all of them: `libraryFileKey`. */
  file_key: string | null
  /** JSON: `FileFacts`. */
  facts: string | null
  refusal: string | null
  reader_version: number
  looked_at: Instant
  missing_since: Instant | null
}

/** What the files of a directory were when the last plan found nothing to ask of them; empty where it did. */
interface LibraryDirsTable {
  folder_id: Fixed<number>
  /** As people see it. */
  path_key: Fixed<string>
  signature: string
}

/** Audio books that imports have brought. */
interface LibraryBooksTable {
  id: Id
  folder_id: number
  audio_book_id: Fixed<number>
  path: string
  missing_since: Generated<Instant | null>
  /** Raised by every change of the audio book, and of what is known of its files. */
  revision: Generated<number>
}

/** The files of a library's book as they were when it was last applied. */
interface LibraryBookFilesTable {
  book_id: Fixed<number>
  /** From 0. */
  ordinal: Fixed<number>
  path: string
  print: string
  file_key: string
  duration_ms: number
  /** The folder of `path`; empty for the root. */
  folder: string
  /** 1 where it was not there then. */
  is_missing: number
}

/** Files that an editor has put together as one book. */
interface LibraryGroupsTable {
  id: Id
  folder_id: Fixed<number>
  /** JSON: their prints, in order, or a `HandGroup`; or a `ChaptersChoice`. */
  prints: string
}

/** Whose word a field of an audio book is; without a row it is an editor's, or nobody's. */
interface FieldSourcesTable {
  audio_book_id: Fixed<number>
  field: Fixed<FieldName>
  source: FieldSource
  /** JSON: `SourcedValue` of each file's word, best first. */
  file_value: string
  /** When an editor set or cleared it: files do not change it any more. */
  hand_at: Instant | null
  /** Null also where the account is gone. */
  hand_by: string | null
}

/** Either of a folder or of a batch of uploads. */
interface ImportsTable {
  id: Id
  folder_id: Fixed<number | null>
  path: Fixed<string | null>
  batch: Fixed<string | null>
  state: string
  /** JSON: what is to be applied. */
  options: string
  /** JSON: `ImportProgress`. */
  progress: string
  /** JSON: `ImportCounts`. */
  counts: string
  /** An error code. */
  failure: Generated<string | null>
  started_at: Fixed<Instant>
  ended_at: Generated<Instant | null>
  version: number
}

interface ImportBooksTable {
  id: Id
  import_id: Fixed<number>
  kind: string
  decision: string
  /** The one that it is, or has become. */
  audio_book_id: Generated<number | null>
  path: string
  path_sort: string
  title_sort: string
  /** Folded. */
  search_text: string
  /** Codes between commas, with one at either end. */
  warnings: string
  warnings_count: number
  /** JSON: the proposal, and what an editor has set of it. */
  record: string
  applied_at: Generated<Instant | null>
  version: number
}

/** What was brought from another program. */
interface MovedRecordsTable {
  system: Fixed<string>
  kind: Fixed<string>
  foreign_id: Fixed<string>
  /** The id here, which may be of something that is not there any more; of a position the time that it was of. */
  own_id: string
  moved_at: Instant
}

/** Folders and other systems that books are brought in from. */
export interface ImportsTables {
  library_folders: LibraryFoldersTable
  library_files: LibraryFilesTable
  library_dirs: LibraryDirsTable
  library_books: LibraryBooksTable
  library_book_files: LibraryBookFilesTable
  library_groups: LibraryGroupsTable
  field_sources: FieldSourcesTable
  imports: ImportsTable
  import_books: ImportBooksTable
  moved_records: MovedRecordsTable
}
