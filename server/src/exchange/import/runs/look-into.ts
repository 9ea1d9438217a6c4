import type { ImportProgress } from '@earmark/contract/imports.ts'
import { cpus } from 'node:os'
import { createLookProcess, type ProbeProcess } from '../../../media/probe/probe-process.ts'
import type { ImportDeps } from '../import-deps.ts'
import type { ImportRow } from '../imports.queries.ts'
import { clearMissing, listKnownFiles, listTakenBeyond, putLookedFiles } from '../library-files.queries.ts'
import { placeOf } from '../walk/path-key.ts'
import type { WalkedPlace } from '../walk/walk-folder.ts'
import { beyondLimit, compareFiles } from './compare-files.ts'
import type { HeldRun } from '../../../jobs/held-run.ts'
import { advance, inRun } from './import-progress.ts'
import { lookIntoFiles } from './look-files.ts'
import type { LookedFolder } from './looked-folder.ts'
import type { Found } from './plan-walked.ts'
import { libraryReaderVersion } from './reader-version.ts'

/** What of a folder is not looked at, since it is as it was. */
interface Elsewhere {
  readonly folders: number
  readonly sounds: number
}

const nothing: Elsewhere = { folders: 0, sounds: 0 }

/** Opens the audio files that are new or changed, and keeps what they say. */
export async function lookInto(
  deps: ImportDeps,
  row: ImportRow,
  folder: LookedFolder,
  walked: WalkedPlace,
  held: HeldRun,
  elsewhere: Elsewhere | null = null,
): Promise<Found> {
  const keys = elsewhere === null ? 'all' : walked.sounds.map(({ pathKey }) => pathKey)
  const known = await listKnownFiles(deps.db.connection, folder.id, keys)
  const { folders, sounds } = elsewhere ?? nothing
  const moment = { now: deps.clock(), startedAt: row.startedAt, readerVersion: libraryReaderVersion }
  const compared = compareFiles(walked.sounds, known, moment)
  const left = new Set(compared.left)
  let progress: ImportProgress = {
    ...row.progress,
    folders: walked.folders + folders,
    files: walked.sounds.length + sounds,
    filesLooked: compared.looked,
    filesUnchanged: compared.unchanged + sounds,
  }
  await inRun(deps, held, async (transaction) => {
    await advance(transaction, row.id, ['Walking', 'Looking'], { state: 'Looking', progress })
    if (compared.returned.length > 0) await clearMissing(transaction, folder.id, compared.returned)
  })
  const { maxAudioBytes } = deps.config
  const isAnyBeyond = compared.toLook.some(({ sizeBytes }) => sizeBytes > maxAudioBytes)
  const taken = isAnyBeyond ? await listTakenBeyond(deps.db.connection, folder.id, maxAudioBytes) : []
  await lookIntoFiles(compared.toLook, held, {
    readers: readersOf(folder.id, Math.min(deps.config.importReaders, cpus().length)),
    readerVersion: libraryReaderVersion,
    isTooLarge: beyondLimit(maxAudioBytes, known, taken),
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

/** By the folder's id, since a disk that hangs holds its readers up. They outlive a run: the next one may follow soon. */
const readersByFolder = new Map<number, ProbeProcess[]>()

function readersOf(folderId: number, count: number): ProbeProcess[] {
  const readers = readersByFolder.get(folderId) ?? []
  while (readers.length < count) readers.push(createLookProcess())
  readersByFolder.set(folderId, readers)
  return readers.slice(0, count)
}
