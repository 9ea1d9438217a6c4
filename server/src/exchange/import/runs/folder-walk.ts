import { walkFolder, WalkFailed, type WalkedPlace } from '../walk/walk-folder.ts'
import { ImportFailed } from './import-progress.ts'
import type { LookedFolder } from './looked-folder.ts'

/** @throws ImportFailed `FolderUnavailable`, `TooManyFiles`; the reason of the signal */
export async function walkPlace({ setting, path }: LookedFolder, signal: AbortSignal): Promise<WalkedPlace> {
  return await walkFolder({ root: setting.path, start: path ?? '' }, signal).catch((error: unknown) => {
    throw error instanceof WalkFailed ? new ImportFailed(error.code) : error
  })
}
