import type { Selectable } from 'kysely'
import type { Connection } from '../../db/engine/dialect.ts'
import type { UploadsTable } from '../../db/schema/media.ts'

export type UploadRow = Selectable<UploadsTable>

export async function findUpload(connection: Connection, id: string): Promise<UploadRow | undefined> {
  return await connection.selectFrom('uploads').selectAll().where('id', '=', id).executeTakeFirst()
}

/** The oldest first. */
export async function listUploadsOf(
  connection: Connection,
  userId: string,
  now: number,
): Promise<UploadRow[]> {
  return await connection
    .selectFrom('uploads')
    .selectAll()
    .where('user_id', '=', userId)
    .where('expires_at', '>', now)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

/** Of those that are not complete. */
export async function countOpenUploads(connection: Connection, userId: string, now: number): Promise<number> {
  const { count } = await connection
    .selectFrom('uploads')
    .where('user_id', '=', userId)
    .where('expires_at', '>', now)
    .whereRef('received_bytes', '<', 'size_bytes')
    .select((of) => of.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** Of all accounts, with what is still to come. */
export async function sumUploadBytes(connection: Connection, now: number): Promise<number> {
  const { bytes } = await connection
    .selectFrom('uploads')
    .where('expires_at', '>', now)
    .select((of) => of.fn.sum<number | string | null>('size_bytes').as('bytes'))
    .executeTakeFirstOrThrow()
  return Number(bytes ?? 0)
}

export async function insertUpload(connection: Connection, row: UploadRow): Promise<void> {
  await connection.insertInto('uploads').values(row).execute()
}

/** @returns false where somebody else was first, or the upload is gone */
export async function takeLease(
  connection: Connection,
  { id, owner, lease_until }: UploadRow,
  lease: { readonly owner: string; readonly until: number },
): Promise<boolean> {
  const { numUpdatedRows } = await connection
    .updateTable('uploads')
    .set({ owner: lease.owner, lease_until: lease.until })
    .where('id', '=', id)
    .where('owner', owner === null ? 'is' : '=', owner)
    .where('lease_until', lease_until === null ? 'is' : '=', lease_until)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export interface Acknowledgement {
  readonly receivedBytes: number
  readonly expiresAt: number
  /** Null ends the lease. */
  readonly leaseUntil: number | null
}

/** @returns false where the lease has passed to somebody else, or the upload is gone */
export async function acknowledge(
  connection: Connection,
  { id, owner }: { readonly id: string; readonly owner: string },
  { receivedBytes, expiresAt, leaseUntil }: Acknowledgement,
): Promise<boolean> {
  const { numUpdatedRows } = await connection
    .updateTable('uploads')
    .set({
      received_bytes: receivedBytes,
      expires_at: expiresAt,
      lease_until: leaseUntil,
      ...(leaseUntil === null && { owner: null }),
    })
    .where('id', '=', id)
    .where('owner', '=', owner)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** SQLite has a bound of parameters. */
const idsAtOnce = 1_000

export async function deleteUploads(connection: Connection, ids: readonly string[]): Promise<void> {
  for (let start = 0; start < ids.length; start += idsAtOnce) {
    const some = ids.slice(start, start + idsAtOnce)
    await connection.deleteFrom('uploads').where('id', 'in', some).execute()
  }
}

/** @param userId null for a batch of whoever */
export async function listUploadsOfBatch(
  connection: Connection,
  userId: string | null,
  batch: string,
): Promise<UploadRow[]> {
  const all = connection
    .selectFrom('uploads')
    .selectAll()
    .where('batch', '=', batch.toLowerCase())
    .orderBy('created_at')
    .orderBy('id')
  return await (userId === null ? all : all.where('user_id', '=', userId)).execute()
}

/** Ids of those that nobody writes. */
export async function listExpiredUploads(connection: Connection, now: number): Promise<string[]> {
  const rows = await connection
    .selectFrom('uploads')
    .select('id')
    .where('expires_at', '<=', now)
    .where((is) => is.or([is('owner', 'is', null), is('lease_until', '<=', now)]))
    .execute()
  return rows.map(({ id }) => id)
}

export async function listUploadIds(connection: Connection): Promise<string[]> {
  const rows = await connection.selectFrom('uploads').select('id').execute()
  return rows.map(({ id }) => id)
}

export async function extendUploads(
  connection: Connection,
  ids: readonly string[],
  expiresAt: number,
): Promise<void> {
  for (let start = 0; start < ids.length; start += idsAtOnce) {
    await connection
      .updateTable('uploads')
      .set({ expires_at: expiresAt })
      .where('id', 'in', ids.slice(start, start + idsAtOnce))
      .execute()
  }
}

/** Those that have expired before that time. */
export async function deleteUploadsBefore(connection: Connection, time: number): Promise<void> {
  await connection.deleteFrom('uploads').where('expires_at', '<=', time).execute()
}
