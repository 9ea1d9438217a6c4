import type { ErrorCode } from '@earmark/contract/errors.ts'
import type { ImportState } from '@earmark/contract/imports.ts'
import type { ImportFolderSetting } from '../../../config/config-imports.ts'
import type { Connection } from '../../../db/engine/dialect.ts'
import { errorSentence } from '../../../errors.ts'
import { JobEnded } from '../../../jobs/job.ts'
import type { ImportDeps } from '../import-deps.ts'
import { type ImportChange, type ImportFailure, openStates, updateImport } from '../imports.queries.ts'
import { hasEntries, isFolderThere } from '../library-folders.ts'
import type { HeldRun } from '../../../jobs/held-run.ts'

/** The import cannot go on; what was applied stays. */
export class ImportFailed extends Error {
  readonly code: ErrorCode

  constructor(code: ErrorCode) {
    super(errorSentence(code))
    this.code = code
  }
}

export function failureOf(code: ErrorCode): ImportFailure {
  return { code, description: errorSentence(code) }
}

/** Writes of a run, in one transaction that holds its job. */
export async function inRun<T>(
  { db }: Pick<ImportDeps, 'db'>,
  held: HeldRun,
  work: (transaction: Connection) => Promise<T>,
): Promise<T> {
  return await db.connection.transaction().execute(async (transaction) => {
    await held.hold(transaction)
    return await work(transaction)
  })
}

/** @throws JobEnded where the import is in none of these states any more */
export async function advance(
  transaction: Connection,
  id: number,
  from: readonly ImportState[],
  change: ImportChange,
): Promise<void> {
  if (!(await updateImport(transaction, id, from, change))) throw new JobEnded('The import has ended.')
}

export async function failImport(
  deps: Pick<ImportDeps, 'db' | 'clock'>,
  id: number,
  held: HeldRun,
  code: ErrorCode,
): Promise<void> {
  const change: ImportChange = { state: 'Failed', failure: failureOf(code), endedAt: deps.clock() }
  await inRun(deps, held, (transaction) => advance(transaction, id, openStates, change))
}

/**
 * A mount that goes away takes all files along, which is no news of any of them.
 *
 * @param hadFiles whether it had any when it was walked
 * @throws ImportFailed `FolderUnavailable`
 */
export async function requireFolder(
  setting: Pick<ImportFolderSetting, 'path'> | undefined,
  hadFiles: boolean,
): Promise<void> {
  const isThere = setting !== undefined && (await (hadFiles ? hasEntries(setting) : isFolderThere(setting)))
  if (!isThere) throw new ImportFailed('FolderUnavailable')
}
