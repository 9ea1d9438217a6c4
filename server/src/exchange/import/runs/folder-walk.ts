import type { Neighbourhood } from '@earmark/contract/planner/neighbourhoods.ts'
import { walkFolder, WalkFailed, type WalkedPlace } from '../walk/walk-folder.ts'
import { ImportFailed } from './import-progress.ts'
import type { LookedFolder } from './looked-folder.ts'

/** Parts of a folder that are walked, and what is known of them; all of it by default. */
interface WalkedParts {
  readonly places?: readonly Neighbourhood[]
  readonly known?: ReadonlyMap<string, string>
}

/** @throws ImportFailed `FolderUnavailable`, `TooManyFiles`; the reason of the signal */
export async function walkPlace(
  { setting, path }: LookedFolder,
  signal: AbortSignal,
  { places = [{ path: path ?? '', isDeep: true }], known }: WalkedParts = {},
): Promise<WalkedPlace> {
  const request = { root: setting.path, places, ...(known && { known }) }
  return await walkFolder(request, signal).catch((error: unknown) => {
    throw error instanceof WalkFailed ? new ImportFailed(error.code) : error
  })
}
