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
  type ProposedBook,
} from '../import-books.queries.ts'
import type { ImportRecord } from '../import-record.ts'
import type { Application, ImportChange, ImportFailure, ImportRow } from '../imports.queries.ts'
import { findFolderSetting } from '../library-folders.ts'
import type { HeldRun } from './held-run.ts'
import { advance, failureOf, inRun, requireFolder } from './import-progress.ts'

const booksAtOnce = 20
const noApplication: Application = {
  bookIds: [],
  isAll: false,
  isWithoutWarningsOnly: false,
  publish: false,
  userId: null,
}

/**
 * Applies the chosen books one by one, each whole. One whose files have changed since they were looked into stays open;
 * where undecided books are left, the import waits for its review again.
 */
export async function applyBooks(deps: ImportDeps, row: ImportRow, held: HeldRun): Promise<void> {
  const { application = noApplication } = row.options
  const { publish, userId } = application
  let after = 0
  let hasChanged = false
  for (;;) {
    const page = { after, limit: booksAtOnce }
    const books = await listAppliable(deps.db, row.id, application, page)
    if (books.length === 0) break
    for (const book of books) {
      const options = { publish, userId, hold: held.hold }
      const isApplied = await applyOne(deps, { row, book: appliedRow(row, book), held }, options)
      hasChanged ||= !isApplied
      after = book.id
    }
    await noteProgress(deps, row, held)
  }
  await finishApplying(deps, row, held, hasChanged)
}

async function noteProgress(deps: ImportDeps, row: ImportRow, held: HeldRun): Promise<void> {
  const { applied } = await countBooks(deps.db.connection, row.id)
  const progress = { ...row.progress, applied }
  await inRun(deps, held, (transaction) => advance(transaction, row.id, ['Applying'], { progress }))
}

async function finishApplying(
  deps: ImportDeps,
  row: ImportRow,
  held: HeldRun,
  hasChanged: boolean,
): Promise<void> {
  const { applied, undecided } = await countBooks(deps.db.connection, row.id)
  const isDone = undecided === 0
  const change: ImportChange = {
    state: isDone ? 'Done' : 'Review',
    progress: { ...row.progress, applied },
    failure: hasChanged ? failureOf('FilesChanged') : withoutChanged(row.failure),
    ...(isDone && { endedAt: deps.clock() }),
  }
  await inRun(deps, held, (transaction) => advance(transaction, row.id, ['Applying'], change))
}

function withoutChanged(failure: ImportFailure | null): ImportFailure | null {
  return failure?.code === 'FilesChanged' ? null : failure
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

/** @returns false where its files have changed since they were looked into */
async function applyOne(
  deps: ImportDeps,
  { row, book, held }: Applied,
  options: ApplyOptions,
): Promise<boolean> {
  await held.check()
  await requireSource(deps, row)
  try {
    await applyBook(deps, book, options)
    return true
  } catch (error) {
    const isGone = error instanceof AppError && error.code === 'NotFound'
    if (!isGone && !(error instanceof ChangedSinceLook)) throw error
    deps.log.info({ importBook: book.id }, 'a book has changed since it was looked into')
    return false
  }
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
