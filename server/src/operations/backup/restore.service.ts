import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { isConstraintViolation } from '../../db/engine/database-errors.ts'
import type { Connection, Dialect } from '../../db/engine/dialect.ts'
import { listMigrations, migrateWithin } from '../../db/migrate.ts'
import type { PlainDatabase } from '../../db/plain-database.ts'
import type { MediaStorage } from '../../media/storage/files/storage.ts'
import { forEachMedium, type Progress } from './archive-media.ts'
import { listArchivedFiles } from './archived-files.ts'
import { ArchiveError, type Manifest, rowsOf } from './manifest.ts'
import { readRows } from './row-files.ts'
import { each, sideBySide } from './side-by-side.ts'
import { findFilledTable, insertRows } from './tables.queries.ts'
import type { ArchivedColumns } from './verify-archive.ts'
import { rebuildSearch } from '../reindexing/reindex.ts'

export interface Archive {
  readonly folder: string
  readonly manifest: Manifest
  readonly columns: ArchivedColumns
}

/** @throws ArchiveError */
export async function refuseUsedDatabase(
  connection: Connection,
  dialect: Dialect,
  { migrations }: Pick<Manifest, 'migrations'>,
): Promise<void> {
  const setting = dialect.engine === 'sqlite' ? 'DATA_DIR' : 'DATABASE_URL'
  const filled = await findFilledTable(connection, dialect)
  if (filled !== undefined) {
    throw new ArchiveError(
      `The database of ${setting} is not empty (it has ${filled}): a restore goes into an empty one, so set ${setting} to a new one.`,
    )
  }
  const done = await listMigrations(connection, dialect)
  if (done.length > migrations.length) {
    throw new ArchiveError(
      `The database of ${setting} has the tables of a newer version already: a restore goes into an empty one, so set ${setting} to a new one.`,
    )
  }
}

/** @throws ArchiveError when the storage has other files */
export async function restoreMedia(
  storage: MediaStorage,
  archive: Archive,
  progress: Progress,
): Promise<void> {
  const { folder, manifest } = archive
  const stored = () => each(storage.listStoredBefore(Number.POSITIVE_INFINITY))
  for await (const { sha256, wanted } of sideBySide(listArchivedFiles(folder, manifest), stored())) {
    if (wanted) continue
    throw new ArchiveError(
      `The media store is not empty (it has ${sha256}, which is not of this backup): a restore goes into an empty one, so set DATA_DIR or S3_BUCKET to a new one.`,
    )
  }
  const report = (done: string) => progress(`restoring media: ${done}`)
  await forEachMedium(archive, stored(), report, async (wanted, found, path) => {
    const { sha256, sizeBytes, contentType, origin } = wanted
    if (found?.sizeBytes === sizeBytes) return
    await using file = await storage.receive(createReadStream(path), sizeBytes)
    const isSame = origin === 'library' ? file.sizeBytes === sizeBytes : file.sha256 === sha256
    if (!isSame) throw new ArchiveError(`${path} has changed while it was restored.`)
    await file.keep(contentType, sha256)
  })
}

export async function restoreRows(
  { connection, dialect }: PlainDatabase,
  archive: Archive,
  progress: Progress,
): Promise<void> {
  const { manifest } = archive
  await connection.transaction().execute(async (transaction) => {
    // A starting node waits for the end of the restore.
    await dialect.lockMigrations(transaction)
    if (!(await dialect.transfer.isAlone(transaction))) {
      throw new ArchiveError(
        'Somebody else works on the database of DATABASE_URL: stop the servers on it, then restore again.',
      )
    }
    await refuseUsedDatabase(transaction, dialect, manifest)
    await migrateWithin(transaction, dialect, manifest.migrations.length)
    await fillTables(transaction, dialect, archive, progress)
    await migrateWithin(transaction, dialect)
    progress('making the search index')
    await rebuildSearch(transaction, dialect)
  })
  await dialect.transfer.settle(connection)
}

async function fillTables(
  transaction: Connection,
  { transfer }: Dialect,
  { folder, manifest, columns }: Archive,
  progress: Progress,
): Promise<void> {
  for (const [table, those] of columns) {
    const { count, lastId } = rowsOf(manifest, table.name)
    const path = join(folder, manifest.rows, `${table.name}.jsonl.gz`)
    let done = 0
    for await (const rows of readRows(path, those.length)) {
      await insertRows(transaction, table, those, rows).catch((error: unknown) => {
        throw isConstraintViolation(error)
          ? new ArchiveError(
              `${path} is damaged: its rows contradict each other, or those of another table. Nothing was restored.`,
            )
          : error
      })
      done += rows.length
      progress(`restoring ${table.name}: ${done} of ${count} rows`)
    }
    if (table.generatedId && lastId !== null)
      await transfer.setLastId(transaction, table.name, table.generatedId, lastId)
  }
}
