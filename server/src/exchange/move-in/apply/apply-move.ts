import type { PlacedFile } from '../places/find-files.ts'
import { planMove } from '../plan/plan-move.ts'
import type { PlannedMove } from '../plan/planned-move.ts'
import { findPresent } from '../plan/present.queries.ts'
import type { MovedLibrary } from '../library/moved-library.ts'
import { bringBooks, type Losses } from './bring-books.ts'
import { bringCollections } from './bring-collections.ts'
import { type BroughtListening, bringListening } from './bring-listening.ts'
import { bringPodcasts } from './bring-podcasts.ts'
import { bringUsers } from './bring-users.ts'
import type { MoveDeps } from './move-deps.ts'

export interface AppliedMove extends Losses {
  readonly listening: BroughtListening
  /** What is to be done by now: nothing, but for what was refused. */
  readonly after: PlannedMove
}

/**
 * Brings what a plan says is new, one thing after another, each in one transaction that remembers it: an interrupted run is
 * gone on with by running it again. What is brought last lies in records that were brought before.
 */
export async function applyMove(
  deps: MoveDeps,
  library: MovedLibrary,
  places: ReadonlyMap<string, PlacedFile>,
): Promise<AppliedMove> {
  const { system } = library
  const { connection } = deps.db
  const losses: Losses = { refused: [], coverless: [] }
  const planNow = async () => {
    const present = await findPresent(connection, library)
    return { present, plan: planMove(library, places, present) }
  }
  const { plan: first } = await planNow()
  await bringUsers(deps, system, first.users)
  await bringBooks(deps, system, first.books, losses)
  await bringPodcasts(deps, system, first.podcasts, losses)
  const { plan, present } = await planNow()
  await bringCollections(deps, system, plan.collections, plan.books)
  const listening = await bringListening(deps, { library, plan, places, present })
  return { ...losses, listening, after: (await planNow()).plan }
}
