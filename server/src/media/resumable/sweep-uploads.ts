import type { MediaDeps } from '../storage/files/storage.ts'
import { deleteUploadsBefore, listExpiredUploads, listUploadIds } from './uploads.queries.ts'
import { uploadLifeMs } from './write-upload.ts'

/**
 * Removes the bytes of uploads that have expired, and those of accounts that are gone. Rows stay for as long again, so
 * that the answer is `UploadExpired`.
 */
export async function sweepUploads({
  db,
  storage,
  clock,
}: Pick<MediaDeps, 'db' | 'storage' | 'clock'>): Promise<void> {
  const now = clock()
  // A row precedes its file.
  const there = await storage.resumable.listIds()
  const known = new Set(await listUploadIds(db.connection))
  const orphans = there.filter((id) => !known.has(id))
  for (const id of [...orphans, ...(await listExpiredUploads(db.connection, now))])
    await storage.resumable.remove(id)
  await deleteUploadsBefore(db.connection, now - uploadLifeMs)
}
