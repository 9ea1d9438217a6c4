import { folderOf } from '@earmark/contract/planner/file-names.ts'
import {
  type LibraryFolders,
  neighbourhoodOf,
  type Neighbourhood,
  neighbourhoodsOf,
} from '@earmark/contract/planner/neighbourhoods.ts'
import type { ImportDeps } from '../import-deps.ts'
import { deleteProposals, insertProposals, type ProposedBook } from '../import-books.queries.ts'
import { noCounts } from '../import-numbers.ts'
import type { ImportRow } from '../imports.queries.ts'
import type { PlanQuestion, PlanSummary } from '../planning/plan-question.ts'
import {
  findSettlement,
  listFoldersOf,
  listRevisions,
  putSettlement,
  type Settlement,
} from '../settlement.queries.ts'
import type { WalkedPlace } from '../walk/walk-folder.ts'
import { refreshBooks } from './apply-books.ts'
import { walkPlace } from './folder-walk.ts'
import type { HeldRun } from '../../../jobs/held-run.ts'
import { advance, inRun, requireFolder } from './import-progress.ts'
import { lookInto } from './look-into.ts'
import type { LookedFolder } from './looked-folder.ts'
import { endLook, type Found, planFiles, type Settle } from './plan-walked.ts'
import { planWithCovers } from './plan-covers.ts'
import { questionAround } from './question-around.ts'
import { basisOf, foldersOf, settlementOf } from './settle.ts'

/** What more than this has changed of is planned as a whole. */
const most = { folders: 400, neighbourhoods: 100 }

/**
 * Looks at what has changed since the last look alone. Only where nothing of it can have a say in what is elsewhere, and
 * nothing that is known is gone: else all is to be looked at.
 *
 * @returns whether that was enough
 */
export async function lookAtChanges(
  deps: ImportDeps,
  row: ImportRow,
  folder: LookedFolder,
  held: HeldRun,
): Promise<boolean> {
  if (folder.path !== null || row.batch !== null) return false
  const before = await findSettlement(deps.db.connection, folder.id)
  if (before === null || before.basis !== basisOf(folder, deps.config)) return false
  const revisions = await listRevisions(deps.db.connection, folder.id)
  const walked = await walkPlace(folder, held.signal, { known: before.signatures })
  await requireFolder(folder.setting, walked.soundsCount > 0)
  const folders = new Map([...foldersOf(before.signatures), ...foldersOf(walked.signatures)])
  const changed = await changedFolders(deps, { before, revisions, walked, folders })
  if (changed === null) return false
  if (changed.length === 0 && walked.closed.length === 0) {
    await endUnchanged(deps, row, { walked, revisions }, held)
    return true
  }
  // What is closed is told by a look at everything.
  const places = walked.hasLinks || walked.closed.length > 0 ? null : neighbourhoodsOf(changed, folders)
  if (places === null || places.length > most.neighbourhoods) return false
  return await planPlaces(deps, row, { folder, revisions, walked, folders, places }, held)
}

interface Walked {
  readonly before: Settlement
  readonly revisions: ReadonlyMap<number, number>
  readonly walked: WalkedPlace
  readonly folders: LibraryFolders
}

/** Those whose files, or whose known books are others than before; null where something known is gone. */
async function changedFolders(
  { db }: ImportDeps,
  { before, revisions, walked, folders }: Walked,
): Promise<string[] | null> {
  if (walked.gone.length > 0 || [...before.revisions.keys()].some((id) => !revisions.has(id))) return null
  const books = [...revisions].flatMap(([id, revision]) =>
    before.revisions.get(id) === revision ? [] : [id],
  )
  if (Math.max(books.length, walked.signatures.length) > most.folders) return null
  const ofBooks = await listFoldersOf(db.connection, books)
  if (!ofBooks.every((path) => folders.has(path))) return null
  return [...new Set([...walked.signatures.map(([path]) => path), ...ofBooks])]
}

async function endUnchanged(
  deps: ImportDeps,
  row: ImportRow,
  { walked, revisions }: Pick<Walked, 'walked' | 'revisions'>,
  held: HeldRun,
): Promise<void> {
  const { folders, soundsCount: files } = walked
  const counts = { ...noCounts, unchanged: revisions.size }
  const progress = { ...row.progress, folders, files, filesUnchanged: files, books: revisions.size }
  await inRun(deps, held, async (transaction) => {
    await deleteProposals(transaction, row.id, 'all')
    await advance(transaction, row.id, ['Walking'], {
      state: 'Done',
      progress,
      counts,
      endedAt: deps.clock(),
    })
  })
}

interface Changed extends Omit<Walked, 'before'> {
  readonly folder: LookedFolder
  readonly places: readonly Neighbourhood[]
}

async function planPlaces(
  deps: ImportDeps,
  row: ImportRow,
  changed: Changed,
  held: HeldRun,
): Promise<boolean> {
  const { folder, revisions, walked, folders, places } = changed
  const around = placesWalked(changed) ?? (await walkPlace(folder, held.signal, { places }))
  if (around.soundsCount * 2 > walked.soundsCount && walked.soundsCount > 1_000) return false
  const elsewhere = {
    folders: walked.folders - around.folders,
    sounds: walked.soundsCount - around.soundsCount,
  }
  const found = await lookInto(deps, row, folder, around, held, elsewhere)
  await requireFolder(folder.setting, walked.soundsCount > 0)
  const starts = new Set(places.map(({ path }) => path))
  const placeOf = (path: string) => neighbourhoodOf(folderOf(path), starts)
  const question = await questionAround(deps, folder, { around, folders, placeOf })
  const planned = question && (await planAround(deps, row, folder, { found, question }, held))
  if (!planned) return false
  const { proposals, refreshed } = planned
  const summary = withOthers(planned.summary, revisions.size - question.knownBooks.length)
  await requireFolder(folder.setting, walked.soundsCount > 0)
  await inRun(deps, held, async (transaction) => {
    await deleteProposals(transaction, row.id, 'all')
    await insertProposals(transaction, row.id, proposals)
  })
  await refreshBooks(deps, row, refreshed, held)
  const settle: Settle = async (transaction, outcome) => {
    const { signatures } = around
    const settlement = settlementOf(deps.config, { folder, revisions, signatures, folders, ...outcome })
    if (settlement) await putSettlement(transaction, folder.id, settlement)
  }
  await endLook(deps, row, { found, summary, settle }, held)
  return true
}

/** Null where the walk has not told the files of all folders of the neighbourhoods. */
function placesWalked({ walked, folders, places }: Changed): WalkedPlace | null {
  const starts = new Set(places.map(({ path }) => path))
  const told = new Set(walked.signatures.map(([path]) => path))
  for (const path of folders.keys())
    if (!told.has(path) && neighbourhoodOf(path, starts) !== undefined) return null
  return { ...walked, folders: told.size, soundsCount: walked.sounds.length }
}

interface AskedPlaces {
  readonly found: Found
  readonly question: PlanQuestion
}

interface PlannedPlaces {
  readonly proposals: readonly ProposedBook[]
  readonly refreshed: readonly ProposedBook[]
  readonly summary: PlanSummary
}

/** Null where something that is known is gone. */
async function planAround(
  deps: ImportDeps,
  row: ImportRow,
  folder: LookedFolder,
  { found, question }: AskedPlaces,
  held: HeldRun,
): Promise<PlannedPlaces | null> {
  const proposals: ProposedBook[] = []
  const refreshed: ProposedBook[] = []
  const files = planFiles(deps, folder, found, question.knownBooks)
  const summary = await planWithCovers(deps, row, { files, question }, held.signal, (some) => {
    proposals.push(...some.proposals)
    refreshed.push(...some.refreshed)
    return Promise.resolve()
  })
  return summary.isSomethingGone ? null : { proposals, refreshed, summary }
}

function withOthers(summary: PlanSummary, others: number): PlanSummary {
  const { counts, books } = summary
  return { ...summary, counts: { ...counts, unchanged: counts.unchanged + others }, books: books + others }
}
