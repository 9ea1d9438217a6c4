import type { Connection } from '../../db/engine/dialect.ts'
import { type AppliedMove, applyMove } from './apply/apply-move.ts'
import type { MoveDeps } from './apply/move-deps.ts'
import type { MovedLibrary } from './library/moved-library.ts'
import { findFiles, type PlacedFile, type Placing } from './places/find-files.ts'
import { planMove } from './plan/plan-move.ts'
import type { PlannedMove } from './plan/planned-move.ts'
import { findPresent } from './plan/present.queries.ts'

export interface PreparedMove {
  readonly library: MovedLibrary
  readonly places: ReadonlyMap<string, PlacedFile>
  readonly plan: PlannedMove
}

/** What is to be done so that a library is here; nothing is written. */
export async function prepareMove(
  connection: Connection,
  library: MovedLibrary,
  placing: Placing,
): Promise<PreparedMove> {
  const files = [
    ...library.books.flatMap(({ files: own, leftOut }) => [...own, ...leftOut]),
    ...library.podcasts.flatMap(({ episodes }) => episodes.flatMap(({ file }) => file ?? [])),
  ]
  const places = await findFiles(
    files.map(({ path }) => path),
    placing,
  )
  return { library, places, plan: planMove(library, places, await findPresent(connection, library)) }
}

export async function carryOut(deps: MoveDeps, { library, places }: PreparedMove): Promise<AppliedMove> {
  return await applyMove(deps, library, places)
}
