import type { Connection } from '../../db/engine/dialect.ts'
import type { MediaDeps, ReceivedFile } from '../storage/files/storage.ts'
import { deleteUploads, extendUploads, listUploadsOfBatch, type UploadRow } from './uploads.queries.ts'
import { uploadLifeMs } from './write-upload.ts'

/** Uploads that one account brings in together. */

type BatchDeps = Pick<MediaDeps, 'db' | 'storage' | 'clock'>

export interface BatchFile {
  readonly id: string
  readonly userId: string
  readonly fileName: string
  readonly relativePath: string
  readonly sizeBytes: number
  readonly isComplete: boolean
  /** Epoch milliseconds. */
  readonly createdAt: number
}

/**
 * By path, each once: of several uploads of one path the newest that is complete, or the newest. A batch belongs to the
 * account that has begun it: what others upload by its name is no part of it.
 *
 * What has expired is not complete: its bytes are gone, or go.
 *
 * @param userId null for whoever it belongs to
 */
export async function listBatchFiles(
  { db: { connection }, clock }: Pick<BatchDeps, 'db' | 'clock'>,
  userId: string | null,
  batch: string,
): Promise<BatchFile[]> {
  const now = clock()
  const files = new Map<string, BatchFile>()
  for (const row of await listOwn(connection, userId, batch)) {
    const file = fileOf(row, now)
    if (file.isComplete || files.get(file.relativePath)?.isComplete !== true)
      files.set(file.relativePath, file)
  }
  return [...files.values()].toSorted((a, b) => (a.relativePath < b.relativePath ? -1 : 1))
}

async function listOwn(connection: Connection, userId: string | null, batch: string): Promise<UploadRow[]> {
  const rows = await listUploadsOfBatch(connection, userId, batch)
  return rows.filter(({ user_id }) => user_id === rows[0]?.user_id)
}

function fileOf(row: UploadRow, now: number): BatchFile {
  return {
    id: row.id,
    userId: row.user_id,
    fileName: row.file_name,
    relativePath: row.relative_path,
    sizeBytes: row.size_bytes,
    isComplete: row.received_bytes === row.size_bytes && row.expires_at > now,
    createdAt: row.created_at,
  }
}

/**
 * The path of a complete upload on this node, which must not be written to.
 *
 * @throws AppError `ServiceUnavailable` where its bytes are not here
 */
export async function openUploadFile(
  { storage }: Pick<BatchDeps, 'storage'>,
  { id, sizeBytes }: Pick<BatchFile, 'id' | 'sizeBytes'>,
): Promise<string> {
  await using file = await storage.resumable.open(id, sizeBytes)
  await file.sync()
  return storage.resumable.pathOf(id)
}

/** As a form's file would be; it stays with its batch, too, until that is removed. */
export async function receiveUpload(
  deps: Pick<BatchDeps, 'storage'>,
  file: Pick<BatchFile, 'id' | 'sizeBytes'>,
): Promise<ReceivedFile> {
  return await deps.storage.adopt(await openUploadFile(deps, file))
}

/** For as long as an import waits for its review: the life of its uploads begins anew. */
export async function keepBatch(
  { db, clock }: Pick<BatchDeps, 'db' | 'clock'>,
  userId: string | null,
  batch: string,
): Promise<void> {
  const ids = (await listOwn(db.connection, userId, batch)).map(({ id }) => id)
  await extendUploads(db.connection, ids, clock() + uploadLifeMs)
}

export async function removeBatch(
  { db, storage }: Pick<BatchDeps, 'db' | 'storage'>,
  userId: string | null,
  batch: string,
): Promise<void> {
  const ids = (await listOwn(db.connection, userId, batch)).map(({ id }) => id)
  await deleteUploads(db.connection, ids)
  for (const id of ids) await storage.resumable.remove(id)
}
