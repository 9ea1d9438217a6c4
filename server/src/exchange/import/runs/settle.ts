import { folderOf } from '@earmark/contract/planner/file-names.ts'
import {
  type LibraryFolders,
  neighbourhoodOf,
  neighbourhoodsOf,
} from '@earmark/contract/planner/neighbourhoods.ts'
import type { Config } from '../../../config/config.ts'
import type { PlanSummary } from '../planning/plan-question.ts'
import type { Settlement } from '../settlement.queries.ts'
import type { WalkedPlace } from '../walk/walk-folder.ts'
import { hasSound } from '../walk/walk-tree.ts'
import type { LookedFolder } from './looked-folder.ts'
import { libraryReaderVersion } from './reader-version.ts'

/** Raised when other books are made of the same files. */
const plannerVersion = 3

type Limits = Pick<Config, 'maxAudioBytes'>

/** What plans depend on beside files and books. */
export function basisOf({ setting }: LookedFolder, { maxAudioBytes }: Limits): string {
  return JSON.stringify([plannerVersion, libraryReaderVersion, setting.path, setting.isCopied, maxAudioBytes])
}

/** What a plan has left open. */
export interface Outcome {
  readonly summary: PlanSummary
  /** Files that are left to the next run. */
  readonly leftPaths: readonly string[]
}

interface Planned extends Outcome {
  readonly folder: LookedFolder
  /** As they were before the plan. */
  readonly revisions: ReadonlyMap<number, number>
  readonly signatures: WalkedPlace['signatures']
  /** All of the folder, not only those of the signatures. */
  readonly folders: LibraryFolders
}

/**
 * The signatures of a folder after a plan: none where something is to be asked, or was left, so that the next look plans
 * these places again; null where it has to plan everything.
 */
export function settlementOf(
  limits: Limits,
  { folder, revisions, signatures, folders, ...outcome }: Planned,
): Settlement | null {
  const { summary, leftPaths } = outcome
  if (summary.isSomethingGone) return null
  const asked = [...summary.askedFolders, ...leftPaths.map(folderOf)]
  const places = asked.length === 0 ? [] : neighbourhoodsOf(asked, folders)
  if (places === null) return null
  const open = new Set(places.map(({ path }) => path))
  const settled = signatures.map(([path, signature]) => {
    return [path, neighbourhoodOf(path, open) === undefined ? signature : ''] as const
  })
  return { basis: basisOf(folder, limits), revisions, signatures: new Map(settled) }
}

export function foldersOf(
  signatures: Iterable<readonly [path: string, signature: string]>,
): Map<string, boolean> {
  return new Map([...signatures].map(([path, signature]) => [path, hasSound(signature)]))
}
