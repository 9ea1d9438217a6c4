import type { MediaDeps } from './files/storage.ts'
import { fileLock } from '../../db/changes/change-catalogue.ts'
import {
  deleteMedia,
  deleteUnusedMedia,
  filesOf,
  insertAllMedia,
  listUnusedFiles,
  type NewMedia,
  storedHashes,
} from '../media.queries.ts'
import { orStorageError } from './files/storage-errors.ts'

/**
 * Removals that never take bytes that are being stored again. In a bucket nothing can be moved: `s3/removals.ts`.
 *
 * Storing: (1) commits a pending row that refers to the bytes; (2) moves them to their place, a new file even where there
 * was one; (3) commits the record's own rows; (4) deletes the pending ones.
 * Removing: (a) moves the file away; (b) asks in one statement whether any row refers to it; (c) puts it back if so, else
 * deletes it.
 *
 * If (2) follows (a), the new file stays. If (2) precedes (a), then (1) is committed before (b), and a row is there
 * until (4) and beyond, as (3) precedes (4). The lock on the file that (3) and (4) take settles a commit of (3) whose
 * answer was lost. A process that ends between (a) and (c) leaves a file that the next start puts back.
 */

type StoreDeps = Pick<MediaDeps, 'db' | 'storage'>

const abandonedMs = 24 * 60 * 60_000

/** Step (1). The returned function ends it, once the records' own rows are committed or will never be. */
export async function reserveFiles(
  deps: StoreDeps,
  media: readonly NewMedia[],
): Promise<() => Promise<void>> {
  const files = filesOf(...media)
  const ids: number[] = []
  const release = async () => {
    if (ids.length === 0) return
    const deleted = await deps.db.connection.transaction().execute(async (transaction) => {
      await deps.db.dialect.lock(transaction, files.map(fileLock))
      return await deleteMedia(transaction, ids)
    })
    await removeUnusedFiles(deps, storedHashes(deleted))
  }
  try {
    for (const { id } of await insertAllMedia(deps.db.connection, files)) ids.push(id)
    return release
  } catch (error) {
    await release().catch(() => undefined)
    throw error
  }
}

const hashesAtOnce = 1_000

const removalsAtOnce = 8

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

/** After a commit: the sweep removes what remains. */
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

export async function sweepIncoming({ storage, clock }: Pick<MediaDeps, 'storage' | 'clock'>): Promise<void> {
  await orStorageError(storage.removeIncomingBefore(clock() - abandonedMs))
}

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
