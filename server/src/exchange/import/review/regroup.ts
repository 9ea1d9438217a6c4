import { commonFolder } from '@earmark/contract/planner/hand-groups.ts'
import type { FieldName } from '@earmark/contract/planner/plan-input.ts'
import type { Connection } from '../../../db/engine/dialect.ts'
import type { FailureOf } from '../../../errors.ts'
import {
  countProposals,
  deleteProposals,
  type ImportBookRow,
  insertProposals,
  listImportBooks,
  listOtherPaths,
  type ProposedBook,
} from '../import-books.queries.ts'
import type { ImportDeps } from '../import-deps.ts'
import type { ImportRecord } from '../import-record.ts'
import { findImport, type ImportRow, updateImport } from '../imports.queries.ts'
import { findSourceFolderId } from '../library-files.queries.ts'
import { findFolderSetting } from '../library-folders.ts'
import type { FolderBook } from '../plan-files.ts'
import { keepHandFields } from '../planning/build-records.ts'
import { listFilesOf } from '../planning/plan-files-of.ts'
import { planInWorker } from '../planning/planning.ts'
import { proposedBook } from '../proposals.ts'
import {
  listAwayBooks,
  listFolderBooks,
  listPrintsElsewhere,
  listSharedNames,
} from '../known-books.queries.ts'
import { findReviewed } from './change-book.ts'
import { listChaptersChoices, writeGroup } from './library-groups.queries.ts'

type RegroupFailure = FailureOf<'NotFound' | 'ImportNotReady' | 'InvalidBody'>
type RegroupDeps = Pick<ImportDeps, 'db' | 'config'>

/** Makes a book of each list of files, which holds at the next look. */
export async function splitBook(
  deps: RegroupDeps,
  id: number,
  { bookId, paths }: { readonly bookId: number; readonly paths: readonly (readonly string[])[] },
  failure: RegroupFailure,
): Promise<ImportBookRow[]> {
  const { of, books } = await findBooks(deps, id, [bookId], failure)
  const files = books[0]?.record.files ?? []
  const given = paths.flat()
  const isWhole = given.length === files.length && new Set(given).size === files.length
  if (!isWhole || !files.every(({ path }) => given.includes(path)))
    throw failure('InvalidBody', { field: 'paths', description: 'paths list each file of the book once.' })
  return await regroup(deps, of, books, paths, failure)
}

/** Makes one book of several, whose files follow one another; it holds at the next look. */
export async function mergeBooks(
  deps: RegroupDeps,
  id: number,
  bookIds: readonly number[],
  failure: RegroupFailure,
): Promise<ImportBookRow> {
  if (new Set(bookIds).size < bookIds.length)
    throw failure('InvalidBody', { field: 'bookIds', description: 'bookIds name a book twice.' })
  const { of, books } = await findBooks(deps, id, bookIds, failure)
  const files = books.flatMap(({ record }) => record.files.map(({ path }) => path))
  const [merged] = await regroup(deps, of, books, [files], failure)
  return merged as ImportBookRow
}

async function findBooks(
  { db: { connection } }: RegroupDeps,
  id: number,
  bookIds: readonly number[],
  failure: RegroupFailure,
): Promise<{ of: ImportRow; books: ImportBookRow[] }> {
  const of = await findImport(connection, id)
  if (!of) throw failure('NotFound')
  if (of.state !== 'Review') throw failure('ImportNotReady')
  const books = await listImportBooks(connection, id, bookIds)
  if (books.length < bookIds.length) throw failure('NotFound')
  const isFixed = ({ appliedAt, record }: ImportBookRow) =>
    appliedAt !== null || record.kind === 'Missing' || record.files.length === 0
  if (books.some(isFixed))
    throw failure('InvalidBody', {
      description: 'Books that are applied, missing or refused stay as they are.',
    })
  return { of, books }
}

async function regroup(
  deps: RegroupDeps,
  of: ImportRow,
  books: readonly ImportBookRow[],
  groups: readonly (readonly string[])[],
  failure: RegroupFailure,
): Promise<ImportBookRow[]> {
  const { connection } = deps.db
  const folderId = await findSourceFolderId(connection, of)
  const records = books.map(({ record }) => record)
  const printAt = new Map(
    records.flatMap(({ files }) => files.map(({ path, print }) => [path, print] as const)),
  )
  const prints = groups.map((group) => group.map((path) => printAt.get(path) ?? ''))
  const planned = await planGroups(deps, of, { folderId, books, prints })
  const first = records[0] as ImportRecord
  const kept = planned.map((book, place) => withHandFields(book, first, groups.length === 1 || place === 0))
  return await connection.transaction().execute(async (transaction) => {
    await findReviewed(transaction, of.id, failure)
    await replaceBooks(transaction, of, books, failure)
    for (const [place, group] of prints.entries()) {
      const folder = commonFolder((groups[place] ?? []).map((path) => ({ path })))
      await writeGroup(transaction, folderId, { prints: group, folder })
    }
    const ids = await insertProposals(transaction, of.id, kept)
    await recount(transaction, of)
    return await listImportBooks(transaction, of.id, ids)
  })
}

interface Regrouping {
  readonly folderId: number
  readonly books: readonly ImportBookRow[]
  readonly prints: readonly (readonly string[])[]
}

async function planGroups(
  { db, config }: RegroupDeps,
  of: ImportRow,
  { folderId, books, prints }: Regrouping,
): Promise<ProposedBook[]> {
  const { connection } = db
  const { folderName, folderId: ofFolder } = of
  const records = books.map(({ record }) => record)
  const knownIds = new Set(records.map(({ audioBookId }) => audioBookId))
  const isKnown = ({ audioBookId }: FolderBook) => knownIds.has(audioBookId)
  const knownBooks = ofFolder === null ? [] : await listFolderBooks(db, folderId)
  const awayBooks = ofFolder === null ? [] : await listAwayBooks(db, folderId, prints.flat())
  const question = {
    root: findFolderSetting(config, folderName)?.path ?? null,
    knownBooks: knownBooks.filter(isKnown),
    awayBooks: awayBooks.filter(isKnown),
    handGroups: prints.map((group) => ({ prints: group })),
    chaptersChoices: await listChaptersChoices(connection, folderId),
    otherPaths: await listOtherPaths(connection, of, books),
    knownElsewhere: await listPrintsElsewhere(connection, ofFolder),
    ambiguousNames: await listSharedNames(connection),
    isRegrouped: true,
  }
  const planned: ProposedBook[] = []
  await planInWorker(
    [await listFilesOf(connection, folderId, records)],
    question,
    undefined,
    ({ proposals }) => {
      planned.push(...proposals)
      return Promise.resolve()
    },
  )
  return planned
}

/** The title of a whole is none of its parts'. */
const ofTheFirst: ReadonlySet<FieldName> = new Set(['title', 'subtitle', 'sequence', 'description'])

function withHandFields(book: ProposedBook, former: ImportRecord, isFirst: boolean): ProposedBook {
  const record = JSON.parse(book.record) as ImportRecord
  const fields = keepHandFields(record.fields, former.fields, (name) => isFirst || !ofTheFirst.has(name))
  return proposedBook({ ...record, fields }, 'Open')
}

/** @throws AppError `ImportNotReady` where somebody has changed one of them meanwhile */
async function replaceBooks(
  transaction: Connection,
  { id }: ImportRow,
  books: readonly ImportBookRow[],
  failure: RegroupFailure,
): Promise<void> {
  const present = await listImportBooks(
    transaction,
    id,
    books.map((book) => book.id),
  )
  const isSame = books.every(
    (book, place) => present[place]?.version === book.version && !present[place]?.appliedAt,
  )
  if (!isSame)
    throw failure('ImportNotReady', { description: 'Somebody else has changed these books meanwhile.' })
  await deleteProposals(
    transaction,
    id,
    books.map((book) => book.id),
  )
}

const countNames = {
  New: 'new',
  Changed: 'changed',
  Moved: 'moved',
  Missing: 'missing',
  Refused: 'refused',
} as const

async function recount(transaction: Connection, { id, counts }: ImportRow): Promise<void> {
  const kinds = await countProposals(transaction, id)
  const byKind = Object.entries(countNames).map(([kind, name]) => {
    return [name, kinds.find((each) => each.kind === kind)?.count ?? 0] as const
  })
  const warned = kinds.reduce((sum, each) => sum + each.warned, 0)
  await updateImport(transaction, id, ['Review'], {
    counts: { ...counts, ...Object.fromEntries(byKind), warned },
  })
}
