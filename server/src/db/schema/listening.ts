import type { Fixed, Id, Instant } from './columns.ts'

interface LibraryEntriesTable {
  id: Id
  user_id: Fixed<string>
  recording_id: Fixed<number>
  created_at: Fixed<Instant>
}

interface BookmarksTable {
  id: Id
  user_id: Fixed<string>
  recording_id: Fixed<number>
  /** A UUID, lower case. */
  client_id: Fixed<string>
  start_ms: number
  end_ms: number | null
  note: string
  version: number
  created_at: Fixed<Instant>
  updated_at: Instant
}

interface SavedState {
  version: number
  base_version: number
  /** Null where the request named none. */
  device_id: string | null
  device_name: string
  updated_at: Instant
}

interface PositionsTable extends SavedState {
  id: Id
  user_id: Fixed<string>
  recording_id: Fixed<number>
  position_ms: number
  finished_at: Instant | null
  playback_rate_percent: number
}

/** What newer versions have replaced: written by a trigger (migration 0043). */
interface PositionHistoryTable {
  position_id: Fixed<number>
  /** A ring of a fixed number of rows. */
  ordinal: Fixed<number>
  version: number
  position_ms: number
  device_name: string
  updated_at: Instant
}

export interface QueuesTable extends SavedState {
  user_id: Fixed<string>
  items: string
  current_index: number | null
}

/** What accounts keep of recordings. */
export interface ListeningTables {
  library_entries: LibraryEntriesTable
  bookmarks: BookmarksTable
  positions: PositionsTable
  position_history: PositionHistoryTable
  queues: QueuesTable
}
