import type { Connection } from '../../../db/engine/dialect.ts'
import type { MovedSystem } from '../library/moved-library.ts'
import type { MovedKind } from '../plan/present.ts'

export interface NewMovedRecord {
  readonly system: MovedSystem
  readonly kind: MovedKind
  readonly foreignId: string
  readonly ownId: string | number
}

/**
 * Remembers what a record of another program is here, so that it is not made again.
 *
 * @throws DuplicateKeyError where another run has brought it meanwhile
 */
export async function insertMovedRecord(
  connection: Connection,
  { system, kind, foreignId, ownId }: NewMovedRecord,
  now: number,
): Promise<void> {
  const row = { system, kind, foreign_id: foreignId, own_id: String(ownId), moved_at: now }
  await connection.insertInto('moved_records').values(row).execute()
}

/** Remembers until when a position was brought. */
export async function putMovedPosition(
  connection: Connection,
  { system, foreignId, ownId }: Omit<NewMovedRecord, 'kind'>,
  now: number,
): Promise<void> {
  const fresh = { own_id: String(ownId), moved_at: now }
  await connection
    .insertInto('moved_records')
    .values({ system, kind: 'position', foreign_id: foreignId, ...fresh })
    .onConflict((conflict) => conflict.columns(['system', 'kind', 'foreign_id']).doUpdateSet(fresh))
    .execute()
}

export async function setFeedUrl(connection: Connection, podcastId: number, url: string): Promise<void> {
  await connection.updateTable('podcasts').set({ feed_url: url }).where('id', '=', podcastId).execute()
}
