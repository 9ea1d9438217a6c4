import { copyFile, link, mkdir, rm, utimes } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { temporaryFolder } from '../../config/config.ts'
import type { ImportFolderSetting } from '../../config/config-imports.ts'
import type { Config } from '../../config/config.ts'
import { keepBatch, listBatchFiles, openUploadFile, removeBatch } from '../../media/resumable/batches.ts'
import type { ImportDeps } from './import-deps.ts'
import { type ImportRow, listOpenImports } from './imports.queries.ts'

/** A batch of uploads is looked through as a folder of its own, whose files are copied into the storage. */

/** No setting has such a name. */
const prefix = 'uploads/'

export function batchFolderName(batch: string): string {
  return prefix + batch
}

export function isBatchFolder(name: string | null): boolean {
  return name?.startsWith(prefix) === true
}

/** Undefined for the name of a folder of the settings. */
export function batchFolder(
  config: Pick<Config, 'dataDir'>,
  name: string | null,
): ImportFolderSetting | undefined {
  if (name === null || !isBatchFolder(name)) return undefined
  const path = join(temporaryFolder(config), 'batches', name.slice(prefix.length))
  return { name, path, isCopied: true }
}

/** Older than what is left to the next run. */
const longAgo = new Date(0)

/**
 * Puts the uploads of a batch in their places below its folder, those that are there again.
 *
 * @throws AppError `ServiceUnavailable` where their bytes are not on this node
 */
export async function layOutBatch(deps: ImportDeps, { batch, options }: ImportRow): Promise<void> {
  const folder = batch === null ? undefined : batchFolder(deps.config, batchFolderName(batch))
  if (batch === null || !folder) return
  await keepBatch(deps, options.userId, batch)
  await mkdir(folder.path, { recursive: true })
  for (const file of await listBatchFiles(deps, options.userId, batch)) {
    const place = join(folder.path, file.relativePath)
    const upload = await openUploadFile(deps, file)
    await mkdir(dirname(place), { recursive: true })
    await rm(place, { force: true })
    // Not every file system has hard links.
    await link(upload, place).catch(() => copyFile(upload, place))
    await utimes(place, longAgo, longAgo)
  }
}

/** Uploads stay for as long as an import of them is open. */
export async function keepOpenBatches(deps: Pick<ImportDeps, 'db' | 'clock' | 'storage'>): Promise<void> {
  for (const { batch, options } of await listOpenImports(deps.db.connection))
    if (batch !== null) await keepBatch(deps, options.userId, batch)
}

/** What an import of a batch leaves behind when it has ended. */
export async function dropBatch(
  deps: Pick<ImportDeps, 'config' | 'db' | 'storage'>,
  { batch, options }: Pick<ImportRow, 'batch' | 'options'>,
): Promise<void> {
  const folder = batch === null ? undefined : batchFolder(deps.config, batchFolderName(batch))
  if (batch === null || !folder) return
  await rm(folder.path, { recursive: true, force: true })
  await removeBatch(deps, options.userId, batch)
}
