import type { NewImport } from '@earmark/contract/imports.ts'
import { join, relative } from 'node:path'
import type { ImportFolderSetting } from '../../../config/config-imports.ts'
import type { Connection } from '../../../db/engine/dialect.ts'
import type { FailureOf } from '../../../errors.ts'
import type { Jobs } from '../../../jobs/jobs.ts'
import type { ImportDeps } from '../import-deps.ts'
import { importJobKind, queueImport } from '../import-job.ts'
import { findImport, type ImportRow, insertImport, listOpenImports, putFolder } from '../imports.queries.ts'
import { listBatchFiles } from '../../../media/resumable/batches.ts'
import { batchFolder, batchFolderName, isBatchFolder } from '../batch-folder.ts'
import { cleanFolderPath, findFolderSetting, isFolderBelow } from '../library-folders.ts'

export type StartDeps = Pick<ImportDeps, 'config' | 'db' | 'clock'> & { readonly jobs: Pick<Jobs, 'wake'> }

type StartFailure = FailureOf<
  'InvalidBody' | 'UnknownFolder' | 'UnknownBatch' | 'PathInvalid' | 'ImportRunning' | 'UploadIncomplete'
>

/** Queues a look through a folder, or one below it, or through a batch of uploads. */
export async function startImport(
  deps: StartDeps,
  userId: string | null,
  { folderName, path = '', batch }: NewImport,
  failure: StartFailure,
): Promise<ImportRow> {
  if ((folderName === undefined) === (batch === undefined))
    throw failure('InvalidBody', { description: 'Either folderName or batch is needed.' })
  if (batch !== undefined) return await startBatch(deps, userId, batch.toLowerCase(), failure)
  const setting = findFolderSetting(deps.config, folderName ?? null)
  if (!setting || isBatchFolder(setting.name)) throw failure('UnknownFolder')
  const place = path === '' ? null : cleanFolderPath(path)
  if (path !== '' && (place === null || !(await isFolderBelow(setting, place))))
    throw failure('PathInvalid', { field: 'path' })
  return await queueLook(deps, { setting, path: place, userId }, failure)
}

async function startBatch(
  deps: StartDeps,
  userId: string | null,
  batch: string,
  failure: StartFailure,
): Promise<ImportRow> {
  const files = await listBatchFiles(deps, userId, batch)
  const setting = batchFolder(deps.config, batchFolderName(batch))
  if (!setting || files.length === 0) throw failure('UnknownBatch')
  if (files.some(({ isComplete }) => !isComplete)) throw failure('UploadIncomplete')
  return await queueLook(deps, { setting, path: null, batch, userId }, failure)
}

interface Look {
  readonly setting: ImportFolderSetting
  /** Below the folder; null for all of it. */
  readonly path: string | null
  /** Of uploads. */
  readonly batch?: string | null
  readonly userId: string | null
}

/** One at a time of places that overlap, whichever nodes are asked. */
export async function queueLook(
  deps: StartDeps,
  { setting, path, batch = null, userId }: Look,
  failure: FailureOf<'ImportRunning'>,
): Promise<ImportRow> {
  const { db, config, clock } = deps
  const place = join(setting.path, path ?? '')
  const row = await db.connection.transaction().execute(async (transaction) => {
    await db.dialect.lock(transaction, [{ name: 'imports' }])
    const overlapping = (await listOpenImports(transaction)).find((open) => {
      const other = findFolderSetting(config, open.folderName)
      return other !== undefined && overlaps(place, join(other.path, open.path ?? ''))
    })
    if (overlapping) throw failure('ImportRunning', { current: { id: overlapping.id } })
    const folderId = await putFolder(transaction, setting.name)
    const options = { userId }
    return await insertQueued(transaction, { folderId, path, batch, options }, clock())
  })
  deps.jobs.wake(importJobKind(setting.name))
  return row
}

async function insertQueued(
  transaction: Connection,
  row: Parameters<typeof insertImport>[1],
  now: number,
): Promise<ImportRow> {
  const id = await insertImport(transaction, row, now)
  const inserted = (await findImport(transaction, id)) as ImportRow
  await queueImport(transaction, inserted, now)
  return inserted
}

/** Whether one of these folders is the other, or within it. */
function overlaps(one: string, other: string): boolean {
  return isWithin(one, other) || isWithin(other, one)
}

function isWithin(place: string, folder: string): boolean {
  const way = relative(folder, place)
  return way === '' || (way !== '..' && !/^\.\.[\\/]/.test(way))
}
