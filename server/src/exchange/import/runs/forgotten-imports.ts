import { failureReason } from '../../../jobs/job.ts'
import { deleteUnclaimedJob } from '../../../jobs/jobs.queries.ts'
import type { ImportDeps } from '../import-deps.ts'
import { importJobKind } from '../import-job.ts'
import { type ImportRow, listOpenImports, openStates, updateImport } from '../imports.queries.ts'
import { findFolderSetting } from '../library-folders.ts'
import { failureOf } from './import-progress.ts'

/** Imports of folders that the settings of no node name. */

const watchEveryMs = 5_000
/** A node that is started anew claims its imports within this time. */
const lookPatienceMs = 20_000
/** To end a look costs little: the next one goes on where its facts end. Books that were chosen are chosen again. */
const applyPatienceMs = 120_000

/** The returned function ends it. */
export async function watchForgottenImports(deps: ImportDeps): Promise<() => void> {
  const since = deps.clock()
  await failForgottenImports(deps, since)
  // The settings of the only node stay as they are.
  if (deps.db.dialect.engine === 'sqlite') return () => undefined
  const watch = () =>
    failForgottenImports(deps, since).catch((error: unknown) =>
      deps.log.warn(
        failureReason(error),
        'Imports that no node claims cannot be read; they will be looked at again.',
      ),
    )
  const timer = setInterval(() => void watch(), watchEveryMs).unref()
  return () => clearInterval(timer)
}

/**
 * Ends imports of folders that this node's settings do not name; of several nodes, those that the others have left alone for
 * a while. One that waits for its review waits for whoever names its folder again.
 *
 * @param since when this node began to watch
 */
export async function failForgottenImports(deps: ImportDeps, since: number): Promise<void> {
  for (const row of await listOpenImports(deps.db.connection)) {
    const isOurs = row.batch !== null || findFolderSetting(deps.config, row.folderName) !== undefined
    if (!isOurs) await failForgotten(deps, row, since)
  }
}

async function failForgotten({ db, clock }: ImportDeps, row: ImportRow, since: number): Promise<void> {
  const now = clock()
  const dueBefore = now - (row.state === 'Applying' ? applyPatienceMs : lookPatienceMs)
  const isOnlyNode = db.dialect.engine === 'sqlite'
  if (!isOnlyNode && since > dueBefore) return
  await db.connection.transaction().execute(async (transaction) => {
    const job = { kind: importJobKind(row.folderName), subject: String(row.id) }
    const isUnclaimed = await deleteUnclaimedJob(transaction, job, {
      now,
      dueBefore: isOnlyNode ? now : dueBefore,
    })
    if (!isUnclaimed && !isOnlyNode) return
    const failure = { ...failureOf('FolderUnavailable'), description: 'No node has this folder.' }
    await updateImport(transaction, row.id, openStates, { state: 'Failed', failure, endedAt: now })
  })
}
