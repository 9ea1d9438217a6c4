import type { Generated } from 'kysely'
import type { Fixed, Id, Instant } from './columns.ts'

interface MediaTable {
  id: Id
  /** The unguessable part of the public address. */
  key: Fixed<string>
  /** Lower-case hex; names the bytes in storage, or of a library file its key (0052). Several media may share one file. */
  sha256: Fixed<string>
  /** Null for stored bytes. */
  origin: Generated<'library' | null>
  content_type: Fixed<string>
  size_bytes: Fixed<number>
  duration_ms: number | null
  width: Fixed<number | null>
  height: Fixed<number | null>
  color: string | null
  placeholder: string | null
  created_at: Fixed<Instant>
  /** Version of the probe of duration, chapters, colour and placeholder: `readerVersions`. */
  reader_version: Generated<number>
  /** Of a joined medium, whose file is its index: the bytes of its address (0045). */
  joined_bytes: Generated<number | null>
  /** JSON: `FileChapter` of the file, in order; null for none. */
  chapters: Generated<string | null>
}

/** A medium whose file a joined one has slices of; it belongs to that one alone. */
interface JoinedPartsTable {
  joined_id: Fixed<number>
  /** From 0. */
  ordinal: Fixed<number>
  media_id: Fixed<number>
}

/** A file that is sent in several requests. */
export interface UploadsTable {
  /** A UUID. */
  id: Fixed<string>
  user_id: Fixed<string>
  batch: Fixed<string>
  file_name: Fixed<string>
  relative_path: Fixed<string>
  /** The header Upload-Metadata as its client gave it; null for uploads from before it was kept. */
  metadata: Fixed<string | null>
  size_bytes: Fixed<number>
  /** Those that are durable. */
  received_bytes: number
  /** Machine, node and request that write; null while none does. */
  owner: Generated<string | null>
  lease_until: Generated<Instant | null>
  expires_at: Instant
  created_at: Fixed<Instant>
}

/** Files, and uploads under way. */
export interface MediaTables {
  media: MediaTable
  joined_parts: JoinedPartsTable
  uploads: UploadsTable
}
