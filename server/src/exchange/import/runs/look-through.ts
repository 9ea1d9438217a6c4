import type { ImportProgress, ImportState } from '@earmark/contract/imports.ts'
import { cpus } from 'node:os'
import { createLookProcess } from '../../../media/probe/probe-process.ts'
import type { ImportDeps } from '../import-deps.ts'
import type { ImportRow } from '../imports.queries.ts'
import { findFolderSetting } from '../library-folders.ts'
import { compareFiles } from './compare-files.ts'
import type { WalkedPlace } from '../walk/walk-folder.ts'
import { placeOf } from '../walk/path-key.ts'
import { walkPlace } from './folder-walk.ts'
import type { HeldRun } from './held-run.ts'
import { advance, ImportFailed, inRun, requireFolder } from './import-progress.ts'
import { clearMissing, listKnownFiles, putLookedFiles } from '../library-files.queries.ts'
import { lookIntoFiles } from './look-files.ts'
import type { LookedFolder } from './looked-folder.ts'
import { libraryReaderVersion } from './reader-version.ts'
import { type Found, isSettled, planWalked } from './plan-walked.ts'

const lookStates: readonly ImportState[] = ['Queued', 'Walking', 'Looking']

/** Walks, looks and plans; what an interrupted run has looked into is not looked into again. */
export async function lookThrough(deps: ImportDeps, row: ImportRow, held: HeldRun): Promise<void> {
  const setting = findFolderSetting(deps.config, row.folderName)
  await requireFolder(setting, false)
  if (!setting || row.folderId === null) throw new ImportFailed('FolderUnavailable')
  const folder: LookedFolder = { id: row.folderId, setting, path: row.path }
  await inRun(deps, held, (transaction) => advance(transaction, row.id, lookStates, { state: 'Walking' }))
  const walked = await walkPlace(folder, held.signal)
  if (await isSettled(deps, row, folder, walked, held)) return
  const found = await lookInto(deps, row, folder, walked, held)
  await requireFolder(setting, walked.sounds.length > 0)
  await planWalked(deps, row, folder, found, held)
}

async function lookInto(
  deps: ImportDeps,
  row: ImportRow,
  folder: LookedFolder,
  walked: WalkedPlace,
  held: HeldRun,
): Promise<Found> {
  const known = await listKnownFiles(deps.db.connection, folder.id)
  const moment = { now: deps.clock(), startedAt: row.startedAt, readerVersion: libraryReaderVersion }
  const compared = compareFiles(walked.sounds, known, moment)
  const left = new Set(compared.left)
  let progress: ImportProgress = {
    ...row.progress,
    folders: walked.folders,
    files: walked.sounds.length,
    filesLooked: compared.looked,
    filesUnchanged: compared.unchanged,
  }
  await inRun(deps, held, async (transaction) => {
    await advance(transaction, row.id, ['Walking'], { state: 'Looking', progress })
    if (compared.returned.length > 0) await clearMissing(transaction, folder.id, compared.returned)
  })
  await lookIntoFiles(compared.toLook, held, {
    readers: Array.from({ length: Math.min(deps.config.importReaders, cpus().length) }, () =>
      createLookProcess(),
    ),
    readerVersion: libraryReaderVersion,
    placeOf: (file) => placeOf(folder.setting.path, file.pathKey),
    leave: (file) => left.add(file.pathKey),
    keep: async (looked) => {
      const bytesLooked = looked.reduce((sum, { sizeBytes }) => sum + sizeBytes, progress.bytesLooked)
      progress = { ...progress, bytesLooked, filesLooked: progress.filesLooked + looked.length }
      await inRun(deps, held, async (transaction) => {
        await putLookedFiles(transaction, folder.id, looked, deps.clock())
        await advance(transaction, row.id, ['Looking'], { progress })
      })
    },
  })
  return { walked, left, progress }
}
