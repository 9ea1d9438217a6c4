import { AppError } from '../../../errors.ts'
import { applyBook } from '../apply/apply-book.ts'
import { ChangedSinceLook } from '../apply/library-sounds.ts'
import type { AppliedRow, ApplyOptions, ImportDeps } from '../import-deps.ts'
import {
  countBooks,
  deleteProposals,
  type ImportBookRow,
  insertProposals,
  listAppliable,
  listUnapplied,
  type ProposedBook,
} from '../import-books.queries.ts'
import type { ImportRecord } from '../import-record.ts'
import type { Application, ImportChange, ImportFailure, ImportRow } from '../imports.queries.ts'
import { slicesOf } from '../library-files.queries.ts'
import { findFolderSetting } from '../library-folders.ts'
import type { HeldRun } from '../../../jobs/held-run.ts'
import { advance, failureOf, inRun, requireFolder } from './import-progress.ts'

const booksAtOnce = 20
const noApplication: Application = {
  bookIds: [],
  isAll: false,
  isWithoutWarningsOnly: false,
  publish: false,
  userId: null,
}

/** Where so many in a row found no room, others are not tried. */
const mostWithoutRoom = 3

/**
 * Applies the chosen books one by one, each whole. One whose files have changed since they were looked into stays open, and
 * so does one that the storage has no room for; where undecided books are left, the import waits for its review again.
 */
export async function applyBooks(deps: ImportDeps, row: ImportRow, held: HeldRun): Promise<void> {
  const { application = noApplication } = row.options
  const { publish, userId } = application
  let refusal: Refusal | null = null
  let withoutRoom = 0
  let { applied } = await countBooks(deps.db.connection, row.id)
  // Once for all: the next few of ten thousand would cost a search through all of them.
  const ids = await listAppliable(deps.db, row.id, application)
  for (const some of slicesOf(ids, booksAtOnce)) {
    for (const book of await listUnapplied(deps.db.connection, some)) {
      const options = { publish, userId, hold: held.hold }
      const refused = await applyOne(deps, { row, book: appliedRow(row, book), held }, options)
      withoutRoom = refused === 'InsufficientStorage' ? withoutRoom + 1 : 0
      if (refused === null) applied += 1
      refusal = refused ?? refusal
      if (withoutRoom === mostWithoutRoom) break
    }
    const progress = { ...row.progress, applied }
    await inRun(deps, held, (transaction) => advance(transaction, row.id, ['Applying'], { progress }))
    if (withoutRoom === mostWithoutRoom) break
  }
  await finishApplying(deps, row, held, refusal)
}

async function finishApplying(
  deps: ImportDeps,
  row: ImportRow,
  held: HeldRun,
  refusal: Refusal | null,
): Promise<void> {
  const { applied, undecided } = await countBooks(deps.db.connection, row.id)
  const isDone = undecided === 0
  const change: ImportChange = {
    state: isDone ? 'Done' : 'Review',
    progress: { ...row.progress, applied },
    failure: refusal === null ? withoutRefusal(row.failure) : failureOf(refusal),
    ...(isDone && { endedAt: deps.clock() }),
  }
  await inRun(deps, held, (transaction) => advance(transaction, row.id, ['Applying'], change))
}

/** Why a book stays open. */
const refusals = ['FilesChanged', 'InsufficientStorage', 'FileTooLarge'] as const
type Refusal = (typeof refusals)[number]

function withoutRefusal(failure: ImportFailure | null): ImportFailure | null {
  return refusals.some((refusal) => refusal === failure?.code) ? null : failure
}

/** @throws ImportFailed where the folder has gone: nothing is to be marked missing then */
async function requireSource({ config }: ImportDeps, { folderName, batch }: ImportRow): Promise<void> {
  if (batch === null) await requireFolder(findFolderSetting(config, folderName), true)
}

interface Applied {
  readonly row: ImportRow
  readonly book: AppliedRow
  readonly held: HeldRun
}

/** @returns null where it is applied */
async function applyOne(
  deps: ImportDeps,
  { row, book, held }: Applied,
  options: ApplyOptions,
): Promise<Refusal | null> {
  held.signal.throwIfAborted()
  await requireSource(deps, row)
  try {
    await applyBook(deps, book, options)
    return null
  } catch (error) {
    const refusal = refusalOf(error)
    if (refusal === null) throw error
    deps.log.info({ importBook: book.id, refusal }, 'a book stays open')
    return refusal
  }
}

function refusalOf(error: unknown): Refusal | null {
  if (error instanceof ChangedSinceLook) return 'FilesChanged'
  if (!(error instanceof AppError)) return null
  if (error.code === 'NotFound') return 'FilesChanged'
  return refusals.find((refusal) => refusal === error.code) ?? null
}

function appliedRow({ id: importId, folderId }: ImportRow, { id, kind, record }: ImportBookRow): AppliedRow {
  return { id, importId, folderId, kind, record }
}

/** Follows known books whose files are other bytes of the same sound, or are there again; nobody has to be asked. */
export async function refreshBooks(
  deps: ImportDeps,
  row: ImportRow,
  books: readonly ProposedBook[],
  held: HeldRun,
): Promise<void> {
  const { id: importId, folderId } = row
  for (const proposed of books) {
    const [id = 0] = await inRun(deps, held, (transaction) =>
      insertProposals(transaction, importId, [proposed]),
    )
    const record = JSON.parse(proposed.record) as ImportRecord
    const book: AppliedRow = { id, importId, folderId, kind: 'Changed', record }
    await applyOne(deps, { row, book, held }, { publish: false, userId: null, hold: held.hold })
    await inRun(deps, held, (transaction) => deleteProposals(transaction, importId, [id]))
  }
}
