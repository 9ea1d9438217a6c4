import type { ImportState } from '@earmark/contract/imports.ts'
import type { ImportDeps } from '../import-deps.ts'
import type { ImportRow } from '../imports.queries.ts'
import { listRevisions, replaceSettlement } from '../settlement.queries.ts'
import { findFolderSetting } from '../library-folders.ts'
import { walkPlace } from './folder-walk.ts'
import type { HeldRun } from '../../../jobs/held-run.ts'
import { advance, ImportFailed, inRun, requireFolder } from './import-progress.ts'
import { lookAtChanges } from './look-at-changes.ts'
import { lookInto } from './look-into.ts'
import type { LookedFolder } from './looked-folder.ts'
import { planWalked } from './plan-walked.ts'
import { foldersOf, settlementOf } from './settle.ts'

const lookStates: readonly ImportState[] = ['Queued', 'Walking', 'Looking']

/**
 * Walks, looks and plans: what has changed since the last look alone, where that is certain to give the same as all of it.
 * What an interrupted run has looked into is not looked into again.
 */
export async function lookThrough(deps: ImportDeps, row: ImportRow, held: HeldRun): Promise<void> {
  const setting = findFolderSetting(deps.config, row.folderName)
  await requireFolder(setting, false)
  if (!setting || row.folderId === null) throw new ImportFailed('FolderUnavailable')
  const folder: LookedFolder = { id: row.folderId, setting, path: row.path }
  await inRun(deps, held, (transaction) => advance(transaction, row.id, lookStates, { state: 'Walking' }))
  const wasEnough = await lookAtChanges(deps, row, folder, held)
  if (!wasEnough) await lookAtAll(deps, row, folder, held)
}

async function lookAtAll(
  deps: ImportDeps,
  row: ImportRow,
  folder: LookedFolder,
  held: HeldRun,
): Promise<void> {
  const revisions = await listRevisions(deps.db.connection, folder.id)
  const walked = await walkPlace(folder, held.signal)
  const found = await lookInto(deps, row, folder, walked, held)
  await requireFolder(folder.setting, walked.sounds.length > 0)
  const { signatures } = walked
  const folders = foldersOf(signatures)
  await planWalked(deps, row, folder, found, held, async (transaction, outcome) => {
    if (folder.path !== null || row.batch !== null) return
    const settlement = settlementOf(deps.config, { folder, revisions, signatures, folders, ...outcome })
    await replaceSettlement(transaction, folder.id, settlement)
  })
}
