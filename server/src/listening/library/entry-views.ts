import type { LibraryEntry } from '@earmark/contract/library.ts'
import type { Profile } from '@earmark/contract/users.ts'
import type { Connection, Dialect } from '../../db/engine/dialect.ts'
import { findRecordings } from '../../catalogue/recordings/recordings.ts'
import type { EntryRow } from './library-entries.queries.ts'

/** Entries with their records, in their order. What was deleted since its entry was read is left out. */
export async function viewEntries(
  db: { readonly connection: Connection; readonly dialect: Dialect },
  user: Profile,
  rows: readonly EntryRow[],
): Promise<LibraryEntry[]> {
  const ids = rows.map((row) => row.recording_id)
  const recordings = await findRecordings(db, ids)
  return rows.flatMap(({ id, recording_id }) => {
    const recording = recordings.get(recording_id)
    return recording ? [{ id, user, ...recording }] : []
  })
}
