import { relative } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { ImportFolderSetting } from '../src/config/config-imports.ts'
import { readConfig } from '../src/config/config.ts'
import { createChanges } from '../src/db/changes/changes.ts'
import { DataDirInUseError, explainDataDir, holdDataDir } from '../src/db/data-dir.ts'
import { openDatabase } from '../src/db/database.ts'
import { anyFailure, AppError, StartError } from '../src/errors.ts'
import { applyImport } from '../src/exchange/import/api/apply-import.ts'
import { cancelImport } from '../src/exchange/import/api/end-import.ts'
import { queueLook } from '../src/exchange/import/api/start-import.ts'
import { describeBook, describeImport } from '../src/exchange/import/describe-import.ts'
import { listAllBooks } from '../src/exchange/import/import-books.queries.ts'
import { importJobKind } from '../src/exchange/import/import-job.ts'
import { findImport, type ImportRow } from '../src/exchange/import/imports.queries.ts'
import { createImportJobs } from '../src/exchange/import/runs/import-jobs.ts'
import { createJobs } from '../src/jobs/jobs.ts'
import { withLibraryFiles } from '../src/media/library/with-library-files.ts'
import { openStorage } from '../src/media/storage/open-storage.ts'
import { type Called, runCommand, say, sayNowAndThen, UsageError } from './command.ts'
import { closeDataDir, inLibrary, requireMigrated, sentences } from './library.ts'

const usage = `npm run import -- <folder> [--apply [--publish]]

Looks through a folder of IMPORT_FOLDERS, by its name or its path, and says what it would bring in. The files stay where
they are. A server may run beside it. Uses the server's settings. An import of the folder that waits for its review is told
and brought in as it is, with what editors have decided.

  --apply     brings the books in, as drafts
  --publish   with --apply: publishes them at once
  --help      this text`

async function run({ folder, has }: Called): Promise<boolean> {
  if (has('publish') && !has('apply')) throw new UsageError('--publish goes with --apply.')
  const config = readConfig()
  const called = relative(process.env.INIT_CWD ?? process.cwd(), folder)
  const setting = config.importFolders.find(({ name, path }) => name === called || path === folder)
  if (!setting)
    throw new StartError(`IMPORT_FOLDERS names no such folder: ${called}. Use a name or a path of it.`)
  await inLibrary(({ db }) => requireMigrated(db))
  await using work = await openWork(config)
  const { id, isOwn } = await startLook(work, setting)
  const looked = await work.follow(id)
  for await (const book of listAllBooks(work.deps.db.connection, id)) console.log(describeBook(book.record))
  console.log(describeImport(looked))
  if (looked.state !== 'Review') return looked.state === 'Done'
  if (!has('apply')) {
    if (isOwn) await cancelImport(work.deps, id, anyFailure)
    return true
  }
  const application = { all: true, publish: has('publish'), userId: null }
  await applyImport({ ...work.deps, jobs: noWaking }, id, application, anyFailure)
  const applied = await work.follow(id)
  const { progress, failure } = applied
  const books = progress.applied === 1 ? '1 book' : `${progress.applied} books`
  console.log(`Brought in ${books}. ${failure?.description ?? ''}`.trim())
  return applied.state === 'Done'
}

const noWaking = { wake: () => undefined }

/** A new look, or the import of the whole folder that is under way. */
async function startLook(
  { deps }: Work,
  setting: ImportFolderSetting,
): Promise<{ readonly id: number; readonly isOwn: boolean }> {
  try {
    const look = { setting, path: null, userId: null }
    const { id } = await queueLook({ ...deps, jobs: noWaking }, look, anyFailure)
    return { id, isOwn: true }
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'ImportRunning') throw error
    const { id } = error.current as { id: number }
    const current = await findImport(deps.db.connection, id)
    if (current?.folderName === setting.name && current.path === null) return { id, isOwn: false }
    throw new StartError(
      `A folder within this one, or around it, is being looked through already, or waits for its review: import ${id}. Finish or cancel it first.`,
    )
  }
}

type Work = Awaited<ReturnType<typeof openWork>>

const pollMs = 300
const runningStates = new Set(['Queued', 'Walking', 'Looking', 'Applying'])

/** Runs imports itself, unless a server has the database of DATA_DIR: then that server does. */
async function openWork(config: ReturnType<typeof readConfig>) {
  closeDataDir(config)
  const hold = config.databaseUrl === '' ? tryHold(config.dataDir) : null
  const isServed = config.databaseUrl === '' && hold === null
  const db = await openDatabase(config.databaseUrl, config.dataDir).catch((error: unknown) => {
    throw explainDataDir(error, config.dataDir)
  })
  const storage = withLibraryFiles(await openStorage(config, sentences), { db, config })
  const deps = { config, db, storage, changes: createChanges(), clock: Date.now, log: sentences }
  const jobs = isServed ? null : createJobs(deps, createImportJobs(deps))
  if (isServed) say('A server runs: it does the work.')
  return {
    deps,
    async follow(id: number): Promise<ImportRow> {
      for (;;) {
        const row = await findImport(db.connection, id)
        if (!row) throw new StartError('Somebody has removed the import.')
        if (!runningStates.has(row.state)) return row
        const { filesLooked, filesUnchanged, files, applied } = row.progress
        sayNowAndThen(`${filesLooked + filesUnchanged} of ${files} files, ${applied} books brought in`)
        await jobs?.runDue(importJobKind(row.folderName))
        await pause(pollMs)
      }
    },
    async [Symbol.asyncDispose]() {
      await jobs?.stop()
      await storage.close()
      await db.close()
      hold?.[Symbol.dispose]()
    },
  }
}

/** Null where a server has it. */
function tryHold(dataDir: string): Disposable | null {
  try {
    return holdDataDir(dataDir)
  } catch (error) {
    if (error instanceof DataDirInUseError) return null
    throw explainDataDir(error, dataDir)
  }
}

await runCommand({ usage, options: ['apply', 'publish'], takesFolder: true, run })
