import type { ImportCounts, ImportProgress } from '@earmark/contract/imports.ts'
import type { HandGroup } from '@earmark/contract/planner/plan-input.ts'
import { createHash } from 'node:crypto'
import type { ImportDeps } from '../import-deps.ts'
import { deleteProposals, insertProposals, type ProposedBook } from '../import-books.queries.ts'
import { type ImportRow, noCounts } from '../imports.queries.ts'
import { planInWorker } from '../planning/planning.ts'
import type { FolderBook, PlanFile } from '../plan-files.ts'
import type { PlanQuestion } from '../planning/plan-question.ts'
import { listGroups } from '../review/library-groups.queries.ts'
import type { WalkedPlace } from '../walk/walk-folder.ts'
import { libraryReaderVersion } from './reader-version.ts'
import type { HeldRun } from './held-run.ts'
import { advance, failureOf, inRun, requireFolder } from './import-progress.ts'
import {
  listFolderBooks,
  listFolderBookIds,
  listPrintsElsewhere,
  listSharedNames,
} from '../known-books.queries.ts'
import {
  listFilesAt,
  listSignatures,
  listStoredFiles,
  putSignatures,
  soundFile,
} from '../library-files.queries.ts'
import type { LookedFolder } from './looked-folder.ts'
import { refreshBooks } from './apply-books.ts'

/** The place of a folder's files and books when a look has found nothing to ask. */
const settledKey = '/settled'

/** What a look through a place has found. */
export interface Found {
  readonly walked: WalkedPlace
  /** Keys of the audio files that are left to the next run. */
  readonly left: ReadonlySet<string>
  readonly progress: ImportProgress
}

/** Ends an import of a folder that is as it was when nothing of it was to be asked; no file of it is compared. */
export async function isSettled(
  deps: ImportDeps,
  row: ImportRow,
  folder: LookedFolder,
  walked: WalkedPlace,
  held: HeldRun,
): Promise<boolean> {
  const { connection } = deps.db
  if (folder.path !== null) return false
  const settled = (await listSignatures(connection, folder.id, [settledKey])).get(settledKey)
  const bookIds = await listFolderBookIds(connection, folder.id)
  if (settled !== digestOf(walked, bookIds)) return false
  const { folders, sounds } = walked
  const progress = { ...row.progress, folders, files: sounds.length, filesUnchanged: sounds.length }
  const counts = { ...noCounts, unchanged: bookIds.length }
  await inRun(deps, held, async (transaction) => {
    const change = { state: 'Done', progress: { ...progress, books: bookIds.length }, counts } as const
    await advance(transaction, row.id, ['Walking'], { ...change, endedAt: deps.clock() })
  })
  return true
}

function digestOf({ signatures }: WalkedPlace, bookIds: readonly number[]): string {
  const lines = signatures.map(([pathKey, signature]) => `${pathKey}\n${signature}`).toSorted()
  return createHash('sha256')
    .update(JSON.stringify([libraryReaderVersion, bookIds, lines]))
    .digest('hex')
}

/** Writes the proposals of a place that was looked through, and ends in the review where there are any. */
export async function planWalked(
  deps: ImportDeps,
  row: ImportRow,
  folder: LookedFolder,
  found: Found,
  held: HeldRun,
): Promise<void> {
  const { connection } = deps.db
  const question = await questionOf(deps, folder)
  await inRun(deps, held, (transaction) => deleteProposals(transaction, row.id, 'all'))
  const refreshed: ProposedBook[] = []
  const files = planFiles(deps, folder, found, question.knownBooks)
  const summary = await planInWorker(files, question, held.signal, async (proposed) => {
    refreshed.push(...proposed.refreshed)
    await inRun(deps, held, (transaction) => insertProposals(transaction, row.id, proposed.proposals))
  })
  // Texts beside the sound are read for the plan: without them, fields would seem to be gone.
  await requireFolder(folder.setting, found.walked.sounds.length > 0)
  await refreshBooks(deps, row, refreshed, held)
  const isAsked = summary.isManyMissing || hasProposals(summary.counts)
  const bookIds = await listFolderBookIds(connection, folder.id)
  await inRun(deps, held, async (transaction) => {
    if (!isAsked && found.left.size === 0 && folder.path === null)
      await putSignatures(transaction, folder.id, [[settledKey, digestOf(found.walked, bookIds)]])
    await advance(transaction, row.id, ['Looking'], {
      state: isAsked ? 'Review' : 'Done',
      progress: { ...found.progress, books: summary.books },
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
async function questionOf(
  { db: { connection } }: ImportDeps,
  { id, path, setting }: LookedFolder,
): Promise<PlanQuestion> {
  const books = await listFolderBooks(connection, id)
  const [within, outside] = [true, false].map((wanted) =>
    books.filter((book) => isWithin(book, path) === wanted),
  )
  const elsewhere = await listPrintsElsewhere(connection, id)
  const handGroups: HandGroup[] = await listGroups(connection, id)
  const ambiguousNames = await listSharedNames(connection)
  return {
    ambiguousNames,
    root: setting.path,
    knownBooks: within ?? [],
    handGroups: handGroups.map(({ prints }) => ({ prints })),
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

/** All files of a place with what is known of them, and those of known books that are not there. */
async function* planFiles(
  { db: { connection } }: ImportDeps,
  { id }: LookedFolder,
  { walked, left }: Found,
  books: readonly FolderBook[],
): AsyncGenerator<PlanFile[], void> {
  for (const files of slicesOf(walked.sideFiles))
    yield files.map((file) => ({ ...file, sound: null, ...here }))
  const present = new Set<string>()
  for (const files of slicesOf(walked.sounds)) {
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
  for (const paths of slicesOf([...gone]))
    yield (await listFilesAt(connection, id, paths)).map((file) =>
      soundFile(file, { isMissing: true, uploadId: null }),
    )
}

function* slicesOf<Item>(items: readonly Item[]): Generator<readonly Item[], void> {
  for (let start = 0; start < items.length; start += filesAtOnce)
    yield items.slice(start, start + filesAtOnce)
}
