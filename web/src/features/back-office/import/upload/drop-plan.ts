/** What an import will probably make of files, told by their names before a byte of them is sent. */
import type { PlannedBook } from '@earmark/contract/planner/plan-output.ts'
import type { ChosenFile } from './chosen-files.ts'

export interface DropPlan {
  readonly books: readonly Pick<PlannedBook, 'path' | 'fields' | 'files' | 'warnings'>[]
  /** Sound, pictures and what is written about books. */
  readonly wanted: readonly ChosenFile[]
  /** Files of other kinds, which stay here. */
  readonly unwanted: number
}

export async function planDrop(chosen: readonly ChosenFile[]): Promise<DropPlan> {
  const [{ planImport }, names] = await Promise.all([
    import('@earmark/contract/planner/plan-import.ts'),
    import('@earmark/contract/planner/file-names.ts'),
  ])
  const { isNotLookedAt, isSoundName, sideFileKind, coverRank } = names
  const wanted = chosen.filter(
    ({ path }) =>
      !isNotLookedAt(path) &&
      (isSoundName(path) || sideFileKind(path) !== undefined || coverRank(path) !== undefined),
  )
  const files = wanted.map(({ path, file }) => ({ path, sizeBytes: file.size }))
  const { books } = planImport({ files })
  return { books, wanted, unwanted: chosen.length - wanted.length }
}
