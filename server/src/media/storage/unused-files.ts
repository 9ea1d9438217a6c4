import type { MediaDeps } from './media-deps.ts'
import { fileLock } from '../../db/changes/change-catalogue.ts'
import {
  deleteMedia,
  deleteUnusedMedia,
  insertMedia,
  listUnusedFiles,
  type NewMedia,
} from '../media.queries.ts'
import { orStorageError } from './files/storage-errors.ts'

/**
 * How bytes go that nobody refers to, without ever taking those of somebody who stores the same bytes meanwhile.
 *
 * Who stores: (1) inserts a row that refers to the bytes, pending, and commits it; (2) moves the bytes to their
 * place, a new file even where there was one; (3) commits the record's own rows; (4) deletes the pending ones.
 * Who removes: (a) moves the file away from its place; (b) asks in one statement whether any row refers to it;
 * (c) puts it back if so, else deletes it.
 *
 * If (2) comes after (a), the new file is at its place and nobody touches it. If (2) comes before (a), then (1) has
 * been committed before (b) asks, and until (4) and beyond there is a row: (3) is committed before (4), and one
 * statement sees one state. A commit whose answer was lost may still be on its way: (4) takes a lock on the file that
 * (3) holds, whereby (3) is settled. So the file is put back, unless storing has failed and nobody needs it. All
 * of it is settled by the database and by the directory, so it holds for several processes too. The file is missing
 * only between (a) and (c), and only when a row came after the first look; a process that ends there leaves a file that
 * the next start puts back.
 *
 * That is so in a directory. In a bucket, where nothing can be moved, (2) waits for a removal that is announced:
 * `s3/removals.ts`.
 */

type StoreDeps = Pick<MediaDeps, 'db' | 'storage'>

const abandonedMs = 24 * 60 * 60_000

/**
 * Step (1): reserves these files.
 *
 * @returns what ends that, to be called when the records' own rows are committed or will never be; what nobody
 * refers to then is removed
 */
export async function reserveFiles(
  deps: StoreDeps,
  media: readonly NewMedia[],
): Promise<() => Promise<void>> {
  const ids: number[] = []
  const release = async () => {
    if (ids.length === 0) return
    const deleted = await deps.db.connection.transaction().execute(async (transaction) => {
      await deps.db.dialect.lock(transaction, media.map(fileLock))
      return await deleteMedia(transaction, ids)
    })
    await removeUnusedFiles(
      deps,
      deleted.map(({ sha256 }) => sha256),
    )
  }
  try {
    for (const medium of media) ids.push((await insertMedia(deps.db.connection, medium)).id)
    return release
  } catch (error) {
    await release().catch(() => undefined)
    throw error
  }
}

const hashesAtOnce = 1_000

const removalsAtOnce = 8

/** Removes those of the files that no medium refers to. */
export async function removeUnusedFiles(
  { db, storage }: StoreDeps,
  hashes: readonly string[],
): Promise<void> {
  const isUsed = async (hash: string) => (await listUnusedFiles(db.connection, [hash])).length === 0
  const once = [...new Set(hashes)]
  for (let start = 0; start < once.length; start += hashesAtOnce) {
    const unused = await listUnusedFiles(db.connection, once.slice(start, start + hashesAtOnce))
    const pending = unused.values()
    const removeInTurn = async () => {
      for (const hash of pending) await storage.remove(hash, () => isUsed(hash))
    }
    await Promise.all(Array.from({ length: removalsAtOnce }, removeInTurn))
  }
}

/** As `removeUnusedFiles`, after a commit: failures are logged, and the sweep removes the rest. */
export async function tryRemoveUnusedFiles(
  deps: StoreDeps & Pick<MediaDeps, 'log'>,
  hashes: readonly string[],
): Promise<void> {
  try {
    await removeUnusedFiles(deps, hashes)
  } catch (error) {
    deps.log.warn({ err: error }, 'removing files')
  }
}

/** Removes temporary files of this node's abandoned uploads. */
export async function sweepIncoming({ storage, clock }: Pick<MediaDeps, 'storage' | 'clock'>): Promise<void> {
  await orStorageError(storage.removeIncomingBefore(clock() - abandonedMs))
}

/** Removes pending media and unreferenced files of abandoned uploads. */
export async function sweepMedia(deps: StoreDeps & Pick<MediaDeps, 'clock'>): Promise<void> {
  const { db, storage, clock } = deps
  const time = clock() - abandonedMs
  await deleteUnusedMedia(db.connection, time)
  for await (const files of storage.listStoredBefore(time)) {
    await removeUnusedFiles(
      deps,
      files.map(({ sha256 }) => sha256),
    )
  }
}
