import { isForeignSoundName } from '@earmark/contract/planner/file-names.ts'
import type { FileRefusal } from '@earmark/contract/planner/plan-input.ts'
import type { ImportCounts, ImportProgress } from '@earmark/contract/imports.ts'
import type { Connection } from '../../../db/engine/dialect.ts'
import type { ImportDeps } from '../import-deps.ts'
import { deleteProposals, insertProposals, type ProposedBook } from '../import-books.queries.ts'
import type { ImportRow } from '../imports.queries.ts'
import {
  listAwayBooks,
  listFolderBooks,
  listPrintsElsewhere,
  listSharedNames,
} from '../known-books.queries.ts'
import { listFilesAt, listStoredFiles, slicesOf, soundFile } from '../library-files.queries.ts'
import type { FolderBook, PlanFile, PlanSound } from '../plan-files.ts'
import type { PlanQuestion, PlanSummary } from '../planning/plan-question.ts'
import { listChaptersChoices, listGroups } from '../review/library-groups.queries.ts'
import type { WalkedPlace } from '../walk/walk-folder.ts'
import { refreshBooks } from './apply-books.ts'
import type { HeldRun } from '../../../jobs/held-run.ts'
import { advance, failureOf, inRun, requireFolder } from './import-progress.ts'
import { planWithCovers } from './plan-covers.ts'
import type { LookedFolder } from './looked-folder.ts'
import type { Outcome } from './settle.ts'

/** What a look through a place has found. */
export interface Found {
  readonly walked: WalkedPlace
  /** Keys of the audio files that are left to the next run. */
  readonly left: ReadonlySet<string>
  readonly progress: ImportProgress
}

/** Notes in the transaction that ends the look what the next one has not to plan again. */
export type Settle = (transaction: Connection, outcome: Outcome) => Promise<void>

/** Writes the proposals of a place that was looked through, and ends in the review where there are any. */
export async function planWalked(
  deps: ImportDeps,
  row: ImportRow,
  folder: LookedFolder,
  found: Found,
  held: HeldRun,
  settle: Settle,
): Promise<void> {
  const question = await questionOf(deps, folder)
  await inRun(deps, held, (transaction) => deleteProposals(transaction, row.id, 'all'))
  const refreshed: ProposedBook[] = []
  const files = planFiles(deps, folder, found, question.knownBooks)
  const summary = await planWithCovers(deps, row, { files, question }, held.signal, async (proposed) => {
    refreshed.push(...proposed.refreshed)
    await inRun(deps, held, (transaction) => insertProposals(transaction, row.id, proposed.proposals))
  })
  // Texts beside the sound are read for the plan: without them, fields would seem to be gone.
  await requireFolder(folder.setting, found.walked.sounds.length > 0)
  await refreshBooks(deps, row, refreshed, held)
  await endLook(deps, row, { found, summary, settle }, held)
}

interface EndOfLook {
  readonly found: Found
  readonly summary: PlanSummary
  readonly settle: Settle
}

/** In the review where something is to be asked. */
export async function endLook(
  deps: ImportDeps,
  row: ImportRow,
  { found: { walked, left, progress }, summary, settle }: EndOfLook,
  held: HeldRun,
): Promise<void> {
  const isAsked = summary.isManyMissing || hasProposals(summary.counts)
  const leftPaths = walked.sounds.flatMap(({ path, pathKey }) => (left.has(pathKey) ? [path] : []))
  await inRun(deps, held, async (transaction) => {
    await settle(transaction, { summary, leftPaths })
    await advance(transaction, row.id, ['Looking'], {
      state: isAsked ? 'Review' : 'Done',
      progress: { ...progress, books: summary.books },
      counts: summary.counts,
      failure: summary.isManyMissing ? failureOf('ManyMissing') : null,
      ...(!isAsked && { endedAt: deps.clock() }),
    })
  })
}

function hasProposals({ unchanged: _unchanged, warned: _warned, ...asked }: ImportCounts): boolean {
  return Object.values(asked).some((count) => count > 0)
}

/** What is known of a place; books of other places count as elsewhere. */
async function questionOf({ db }: ImportDeps, { id, path, setting }: LookedFolder): Promise<PlanQuestion> {
  const { connection } = db
  const books = await listFolderBooks(db, id)
  const [within, outside] = [true, false].map((wanted) =>
    books.filter((book) => isWithin(book, path) === wanted),
  )
  const elsewhere = await listPrintsElsewhere(connection, id)
  const ambiguousNames = await listSharedNames(connection)
  return {
    ambiguousNames,
    root: setting.path,
    knownBooks: within ?? [],
    awayBooks: await listAwayBooks(db, id),
    handGroups: await listGroups(connection, id),
    chaptersChoices: await listChaptersChoices(connection, id),
    knownElsewhere: [
      ...elsewhere,
      ...(outside ?? []).flatMap(({ files }) => files.map(({ print }) => print)),
    ],
  }
}

function isWithin({ files, path: place }: FolderBook, path: string | null): boolean {
  return (
    path === null ||
    [place, ...files.map((file) => file.path)].some((one) => `${one}/`.startsWith(`${path}/`))
  )
}

const filesAtOnce = 500
const here = { isMissing: false, uploadId: null }

function refusedAs(refusal: FileRefusal): PlanSound {
  return { print: null, fileKey: null, facts: null, refusal }
}

/** All files of a place with what is known of them, and those of known books that are not there. */
export async function* planFiles(
  { db: { connection } }: ImportDeps,
  { id }: LookedFolder,
  { walked, left }: Found,
  books: readonly FolderBook[],
): AsyncGenerator<PlanFile[], void> {
  for (const files of slicesOf(walked.sideFiles, filesAtOnce))
    yield files.map((file) => {
      return { ...file, sound: isForeignSoundName(file.path) ? refusedAs('UnsupportedMedia') : null, ...here }
    })
  for (const places of slicesOf(walked.closed, filesAtOnce))
    yield places.map((place) => {
      return { ...place, sizeBytes: 0, modifiedSeconds: 0, sound: refusedAs('UnreadableMedia'), ...here }
    })
  const present = new Set<string>()
  for (const files of slicesOf(walked.sounds, filesAtOnce)) {
    const stored = await listStoredFiles(
      connection,
      id,
      files.map(({ pathKey }) => pathKey),
    )
    const byKey = new Map(stored.map((file) => [file.pathKey, file]))
    yield files.flatMap((file): PlanFile[] => {
      const known = byKey.get(file.pathKey)
      present.add(file.path)
      // A new file that is left to the next run is not there yet.
      return known ? [soundFile(left.has(file.pathKey) ? known : { ...known, ...file }, here)] : []
    })
  }
  const gone = new Set(
    books.flatMap((book) => book.files.map(({ path }) => path)).filter((path) => !present.has(path)),
  )
  for (const paths of slicesOf([...gone], filesAtOnce))
    yield (await listFilesAt(connection, id, paths)).map((file) =>
      soundFile(file, { isMissing: true, uploadId: null }),
    )
}
