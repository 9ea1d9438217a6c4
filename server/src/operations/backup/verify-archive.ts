import { join } from 'node:path'
import { migrateWithin, migrationNames } from '../../db/migrate.ts'
import { openInMemory } from '../../db/plain-database.ts'
import type { Column } from '../../db/engine/transfer.ts'
import type { StoredFile } from '../../media/storage/files/storage.ts'
import { forEachMedium, listArchiveMedia, type Progress } from './archive-media.ts'
import type { ArchivedFile } from './archived-files.ts'
import { type ArchivedRows, ArchiveError, type Manifest, manifestName, rowsOf } from './manifest.ts'
import { hashFile, readRows, type Row } from './row-files.ts'
import { type ArchivedTable, archivedTables, formerTables } from './tables.ts'

/** In the order of the file. */
export type ArchivedColumns = ReadonlyMap<ArchivedTable, readonly Column[]>

interface Target {
  readonly engine: 'sqlite' | 'postgres'
}

/** @throws ArchiveError with the first fault */
export async function verifyArchive(
  folder: string,
  manifest: Manifest,
  target: Target,
  progress: Progress,
): Promise<ArchivedColumns> {
  const columns = await knownColumns(manifest)
  for (const [table, those] of columns) {
    progress(`checking the rows of ${table.name}`)
    await verifyRows(join(folder, manifest.rows), rowsOf(manifest, table.name), those, target)
  }
  await verifyMedia(folder, manifest, progress)
  return columns
}

/** By a database in memory that is migrated up to the archive's migration. */
async function knownColumns(manifest: Manifest): Promise<ArchivedColumns> {
  const { migrations, tables } = manifest
  const unknown = migrations.find((name, place) => name !== migrationNames[place])
  if (unknown !== undefined) {
    throw new ArchiveError(
      `The backup was made by a newer version of Earmark (${manifest.program}; this one does not know ${unknown}): restore it with that one.`,
    )
  }
  const database = openInMemory()
  const { transfer } = database.dialect
  try {
    return await database.connection.transaction().execute(async (transaction) => {
      await migrateWithin(transaction, database.dialect, migrations.length)
      const known = new Map<ArchivedTable, readonly Column[]>()
      for (const table of [...archivedTables, ...formerTables]) {
        const columns = await transfer.columns(transaction, table.name)
        if (columns.length > 0) known.set(table, inOrderOf(rowsOf(manifest, table.name), columns))
      }
      const stranger = tables.find(({ name }) => ![...known.keys()].some((table) => table.name === name))
      if (stranger)
        throw new ArchiveError(
          `The archive is damaged: its ${manifestName} has a table ${stranger.name} that belongs to no library.`,
        )
      if (tables.length !== known.size)
        throw new ArchiveError(`The archive is damaged: its ${manifestName} has a table twice.`)
      return known
    })
  } finally {
    await database.close()
  }
}

function inOrderOf({ name, columns }: ArchivedRows, known: readonly Column[]): readonly Column[] {
  const found = columns.map((one) => known.find((column) => column.name === one))
  const isWhole = new Set(columns).size === known.length && columns.length === known.length
  if (!isWhole || found.includes(undefined))
    throw new ArchiveError(
      `The archive is damaged: in its ${manifestName} the table ${name} has other columns than it had then.`,
    )
  return found as Column[]
}

async function verifyRows(
  folder: string,
  rows: ArchivedRows,
  columns: readonly Column[],
  target: Target,
): Promise<void> {
  const path = join(folder, `${rows.name}.jsonl.gz`)
  const found = await hashFile(path).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'ENOENT' ? new ArchiveError(`The archive is damaged: ${path} is missing.`) : error
  })
  if (found !== rows.sha256)
    throw new ArchiveError(`${path} is damaged: its SHA-256 is not that of the manifest.`)
  let count = 0
  for await (const batch of readRows(path, columns.length)) {
    for (const row of batch) verifyRow(row, columns, `${path}, line ${(count += 1)}`, target)
  }
  if (count !== rows.count)
    throw new ArchiveError(
      `${path} is damaged: it has ${count} rows where the manifest counts ${rows.count}.`,
    )
}

const isOfType: Readonly<Record<Column['type'], (value: unknown) => boolean>> = {
  integer: Number.isSafeInteger,
  number: Number.isFinite,
  text: (value) => typeof value === 'string',
}

function verifyRow(row: Row, columns: readonly Column[], place: string, { engine }: Target): void {
  for (const [at, { name, type }] of columns.entries()) {
    const value = row[at]
    if (value !== null && !isOfType[type](value))
      throw new ArchiveError(`${place} is damaged: ${name} is no ${type}.`)
    if (engine === 'postgres' && typeof value === 'string' && value.includes('\0')) {
      throw new ArchiveError(
        `${place}: ${name} has a NUL character, which PostgreSQL cannot store. Restore into SQLite, take it out there, and back up again.`,
      )
    }
  }
}

async function verifyMedia(folder: string, manifest: Manifest, progress: Progress): Promise<void> {
  const report = (done: string) => progress(`checking media: ${done}`)
  const archive = { folder, manifest }
  const { files, bytes, inPlace } = await forEachMedium(archive, listArchiveMedia(folder), report, verifyFile)
  const isComplete = files === manifest.media.files && bytes === manifest.media.bytes
  if (!isComplete || inPlace !== (manifest.library?.files ?? 0))
    throw new ArchiveError(
      `The archive is damaged: ${manifest.rows} names ${files} media files of ${bytes} bytes where ${manifestName} counts ${manifest.media.files} of ${manifest.media.bytes}.`,
    )
}

async function verifyFile(wanted: ArchivedFile, found: StoredFile | null, path: string): Promise<void> {
  if (!found) throw new ArchiveError(`The archive is damaged: ${path} is missing.`)
  if (found.sizeBytes !== wanted.sizeBytes)
    throw new ArchiveError(
      `${path} is damaged: it has ${found.sizeBytes} bytes instead of ${wanted.sizeBytes}.`,
    )
  if (wanted.origin === null && (await hashFile(path)) !== wanted.sha256)
    throw new ArchiveError(`${path} is damaged: its SHA-256 is not its name.`)
}
