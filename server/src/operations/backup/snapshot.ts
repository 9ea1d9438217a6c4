import { join } from 'node:path'
import { listMigrations, migrationNames } from '../../db/migrate.ts'
import type { PlainDatabase } from '../../db/plain-database.ts'
import { ArchiveError, type ArchivedRows } from './manifest.ts'
import { writeRows } from './row-files.ts'
import { listMediaColumns } from './media-uses.queries.ts'
import { queryRows } from './tables.queries.ts'
import { archivedTables, formerTables } from './tables.ts'

export interface Snapshot {
  readonly migrations: readonly string[]
  readonly tables: readonly ArchivedRows[]
}

/** @throws ArchiveError without a library, NewerDatabaseError */
export async function writeSnapshot(
  { connection, dialect }: PlainDatabase,
  folder: string,
): Promise<Snapshot> {
  const transaction = connection.transaction().setIsolationLevel('repeatable read').setAccessMode('read only')
  return await transaction.execute(async (reading) => {
    const migrations = await listMigrations(reading, dialect)
    if (migrations.length === 0)
      throw new ArchiveError('There is no library in the database: nothing to back up.')
    const lacking = migrationNames.slice(0, migrations.length).find((name) => !migrations.includes(name))
    if (lacking !== undefined)
      throw new ArchiveError(
        `The database has later migrations than ${lacking}, which it lacks, so that no version could restore its backup: start the server on it once, which adds that, then back up.`,
      )
    const mediaColumns = await listMediaColumns({ connection: reading, dialect })
    const tables: ArchivedRows[] = []
    for (const table of [...archivedTables, ...formerTables]) {
      const columns = await dialect.transfer.columns(reading, table.name)
      // The table belongs to a later migration.
      if (columns.length === 0) continue
      const names = columns.map(({ name }) => name)
      const rows = dialect.transfer.stream(reading, queryRows(reading, dialect, table, columns, mediaColumns))
      const written = await writeRows(join(folder, `${table.name}.jsonl.gz`), names, rows)
      const { generatedId } = table
      const lastId = generatedId ? await dialect.transfer.lastId(reading, table.name, generatedId) : null
      tables.push({ name: table.name, columns: names, ...written, lastId })
    }
    return { migrations, tables }
  })
}
