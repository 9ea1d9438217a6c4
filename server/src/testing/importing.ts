import type { ImportState } from '@earmark/contract/imports.ts'
import { type Config, readConfig } from '../config/config.ts'
import { createChanges } from '../db/changes/changes.ts'
import type { Connection } from '../db/engine/dialect.ts'
import { openDatabase } from '../db/database.ts'
import { anyFailure } from '../errors.ts'
import { applyImport } from '../exchange/import/api/apply-import.ts'
import { queueLook } from '../exchange/import/api/start-import.ts'
import type { ImportDeps } from '../exchange/import/import-deps.ts'
import { importJobKind } from '../exchange/import/import-job.ts'
import { findImport, type ImportRow, listOpenImports } from '../exchange/import/imports.queries.ts'
import { findFolderSetting } from '../exchange/import/library-folders.ts'
import { createImportJobs } from '../exchange/import/runs/import-jobs.ts'
import { createJobs, type Jobs } from '../jobs/jobs.ts'
import { openLog } from '../log/log.ts'
import { withLibraryFiles } from '../media/library/with-library-files.ts'
import { openStorage } from '../media/storage/open-storage.ts'
import type { TestServer } from './server.ts'

/** What runs imports, without what serves people. */
export interface Importing extends AsyncDisposable {
  readonly deps: ImportDeps & { readonly jobs: Jobs }
}

interface Options {
  readonly clock?: () => number
  readonly through?: (connection: Connection) => Connection
}

/** @param through what every statement goes through on its way to the database */
export async function openImporting(
  settings: Readonly<Record<string, string | undefined>>,
  { clock = Date.now, through = (connection) => connection }: Options = {},
): Promise<Importing> {
  const config: Config = readConfig({ LOG_LEVEL: 'silent', ...settings })
  const opened = await openDatabase(config.databaseUrl, config.dataDir)
  const db = { ...opened, connection: through(opened.connection) }
  const log = openLog(config.logLevel)
  const storage = withLibraryFiles(await openStorage(config, log), { db, config })
  const importDeps = { config, db, storage, changes: createChanges(), clock, log }
  const jobs = createJobs(importDeps, createImportJobs(importDeps))
  return {
    deps: { ...importDeps, jobs },
    async [Symbol.asyncDispose]() {
      await jobs.stop()
      await storage.close()
      await opened.close()
    },
  }
}

export const folderName = 'books'

type RunningDeps = ImportDeps & { readonly jobs: Pick<Jobs, 'runDue'> }

const runningStates: readonly ImportState[] = ['Queued', 'Walking', 'Looking', 'Applying']

/** Until it asks or has ended, however often a busy machine interrupts it. */
export async function runImport({ deps, time }: TestServer, id: number): Promise<ImportRow> {
  for (;;) {
    const { folderName: name } = (await findImport(deps.db.connection, id)) as ImportRow
    await deps.jobs.runDue(importJobKind(name))
    const row = (await findImport(deps.db.connection, id)) as ImportRow
    if (!runningStates.includes(row.state)) return row
    // Towards the next attempt.
    time.now += 10_000
  }
}

const noWaking = { wake: () => undefined }

/** Looks; goes on with what others have begun. */
export async function lookThroughFolder(deps: RunningDeps): Promise<ImportRow> {
  const { connection } = deps.db
  const [open] = await listOpenImports(connection)
  const { id } = open ?? (await startLook({ ...deps, jobs: noWaking }))
  await deps.jobs.runDue(importJobKind(folderName))
  return (await findImport(connection, id)) as ImportRow
}

/** Looks, and brings in all that is found; goes on with what others have begun. */
export async function bringAllIn(deps: RunningDeps): Promise<ImportRow> {
  const looked = await lookThroughFolder(deps)
  if (looked.state !== 'Review') return looked
  const application = { all: true, publish: true, userId: null }
  await applyImport({ ...deps, jobs: noWaking }, looked.id, application, anyFailure)
  await deps.jobs.runDue(importJobKind(folderName))
  return (await findImport(deps.db.connection, looked.id)) as ImportRow
}

const mostTries = 10

/** As `bringAllIn`, on a machine so busy that readers of files get no time: `wait` puts the clock on to the next try. */
export async function bringAllInAtLast(deps: RunningDeps, wait: () => void): Promise<ImportRow> {
  let row = await bringAllIn(deps)
  for (let tries = 1; row.endedAt === null && tries < mostTries; tries += 1) {
    wait()
    row = await bringAllIn(deps)
  }
  return row
}

async function startLook(deps: Parameters<typeof queueLook>[0]): Promise<ImportRow> {
  const setting = findFolderSetting(deps.config, folderName)
  if (!setting) throw new Error(`IMPORT_FOLDERS does not name ${folderName}.`)
  return await queueLook(deps, { setting, path: null, userId: null }, anyFailure)
}
