import type { ImportDecision } from '@earmark/contract/imports.ts'
import type { ImportBookKind, ImportWarning } from '@earmark/contract/planner/plan-output.ts'
import { sql } from 'kysely'
import type { Connection, Dialect } from '../../db/engine/dialect.ts'
import type { ImportRecord } from './import-record.ts'
import type { Application, ImportRow } from './imports.queries.ts'

interface Engine {
  readonly connection: Connection
  readonly dialect: Dialect
}

/** A row of `import_books`. */
export interface ImportBookRow {
  readonly id: number
  readonly importId: number
  readonly kind: ImportBookKind
  readonly decision: ImportDecision
  readonly record: ImportRecord
  /** The one that it is, or has become. */
  readonly audioBookId: number | null
  readonly appliedAt: number | null
  readonly version: number
}

/** What a proposal is sorted, found and counted by. */
export interface ProposedBook {
  readonly kind: ImportBookKind
  readonly decision: ImportDecision
  readonly path: string
  readonly pathSort: string
  readonly titleSort: string
  readonly searchText: string
  readonly warnings: readonly ImportWarning[]
  readonly audioBookId: number | null
  /** JSON: `ImportRecord`. */
  readonly record: string
}

export interface BookFilters {
  readonly kind?: ImportBookKind | undefined
  readonly decision?: ImportDecision | undefined
  readonly warning?: ImportWarning | 'Any' | undefined
  /** Folded words, each of which occurs. */
  readonly words: readonly string[]
}

export type BookSortField = 'id' | 'path' | 'title' | 'warnings'

export interface BookPage extends BookFilters {
  readonly sortBy: BookSortField
  readonly sortOrder: 'asc' | 'desc'
  readonly limit: number
  readonly offset: number
}

function selectBooks(connection: Connection) {
  return connection
    .selectFrom('import_books')
    .select(['id', 'import_id', 'kind', 'decision', 'record', 'audio_book_id', 'applied_at', 'version'])
}

type Selected = Awaited<ReturnType<ReturnType<typeof selectBooks>['execute']>>[number]

function readRow(row: Selected): ImportBookRow {
  return {
    id: row.id,
    importId: row.import_id,
    kind: row.kind as ImportBookKind,
    decision: row.decision as ImportDecision,
    record: JSON.parse(row.record) as ImportRecord,
    audioBookId: row.audio_book_id,
    appliedAt: row.applied_at,
    version: row.version,
  }
}

export async function findImportBook(
  connection: Connection,
  importId: number,
  id: number,
): Promise<ImportBookRow | undefined> {
  const row = await selectBooks(connection)
    .where('import_id', '=', importId)
    .where('id', '=', id)
    .executeTakeFirst()
  return row && readRow(row)
}

/** In the order of `ids`; without those that are none of the import's. */
export async function listImportBooks(
  connection: Connection,
  importId: number,
  ids: readonly number[],
): Promise<ImportBookRow[]> {
  const rows = await selectBooks(connection)
    .where('import_id', '=', importId)
    .where('id', 'in', ids)
    .execute()
  const byId = new Map(rows.map((row) => [row.id, readRow(row)]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

const booksAtOnce = 100

/** All books of an import in the order of their paths. */
export async function* listAllBooks(
  connection: Connection,
  importId: number,
): AsyncGenerator<ImportBookRow, void> {
  for (let offset = 0; ; offset += booksAtOnce) {
    const page = { sortBy: 'path', sortOrder: 'asc', limit: booksAtOnce, offset, words: [] } as const
    const { rows } = await pageImportBooks(connection, importId, page)
    yield* rows
    if (rows.length < booksAtOnce) return
  }
}

const sortColumns = {
  id: 'id',
  path: 'path_sort',
  title: 'title_sort',
  warnings: 'warnings_count',
} as const

export async function pageImportBooks(
  connection: Connection,
  importId: number,
  { sortBy, sortOrder, limit, offset, ...filters }: BookPage,
): Promise<{ rows: ImportBookRow[]; totalCount: number }> {
  const matching = matchingBooks(connection, importId, filters)
  const { count } = await matching
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  const rows = await selectBooks(connection)
    .where('id', 'in', matching.select('id'))
    .orderBy(sortColumns[sortBy], sortOrder)
    .orderBy('id')
    .limit(limit)
    .offset(offset)
    .execute()
  return { rows: rows.map(readRow), totalCount: Number(count) }
}

function matchingBooks(
  connection: Connection,
  importId: number,
  { kind, decision, warning, words }: BookFilters,
) {
  let query = connection.selectFrom('import_books').where('import_id', '=', importId)
  if (kind) query = query.where('kind', '=', kind)
  if (decision) query = query.where('decision', '=', decision)
  if (warning === 'Any') query = query.where('warnings_count', '>', 0)
  else if (warning) query = query.where('warnings', 'like', `%,${warning},%`)
  for (const word of words)
    query = query.where(sql<boolean>`search_text like ${`%${escapeLike(word)}%`} escape '!'`)
  return query
}

function escapeLike(text: string): string {
  return text.replaceAll(/[!%_]/g, '!$&')
}

const rowsAtOnce = 50

export async function insertProposals(
  connection: Connection,
  importId: number,
  books: readonly ProposedBook[],
): Promise<number[]> {
  const ids: number[] = []
  for (let start = 0; start < books.length; start += rowsAtOnce) {
    const rows = books
      .slice(start, start + rowsAtOnce)
      .map((book) => ({ import_id: importId, ...columnsOf(book) }))
    const inserted = await connection
      .insertInto('import_books')
      .values(rows.map((row) => ({ ...row, version: 1 })))
      .returning('id')
      .execute()
    ids.push(...inserted.map(({ id }) => id))
  }
  return ids
}

/** Where the other books of a folder lie, by the proposals of an import and by those that it does not mention. */
export async function listOtherPaths(
  connection: Connection,
  { id, folderId }: Pick<ImportRow, 'id' | 'folderId'>,
  books: readonly ImportBookRow[],
): Promise<string[]> {
  const own = new Set(books.map((book) => book.id))
  const proposed = connection.selectFrom('import_books').where('import_id', '=', id)
  const rows = await proposed.where('kind', 'not in', ['Missing', 'Refused']).select(['id', 'path']).execute()
  const mentioned = proposed.where('audio_book_id', 'is not', null).select('audio_book_id')
  const known = await connection
    .selectFrom('library_books')
    .where('folder_id', '=', folderId ?? 0)
    .where('missing_since', 'is', null)
    .where('audio_book_id', 'not in', mentioned)
    .select('path')
    .execute()
  return [...rows.filter((row) => !own.has(row.id)), ...known].map(({ path }) => path)
}

function columnsOf(book: ProposedBook) {
  return {
    kind: book.kind,
    decision: book.decision,
    path: book.path,
    path_sort: book.pathSort,
    title_sort: book.titleSort,
    search_text: book.searchText,
    warnings: book.warnings.length === 0 ? '' : `,${book.warnings.join(',')},`,
    warnings_count: book.warnings.length,
    audio_book_id: book.audioBookId,
    record: book.record,
  }
}

/**
 * Changes a proposal that nobody has changed since, nor applied.
 *
 * @returns false where somebody has
 */
export async function updateProposal(
  connection: Connection,
  { id, version }: Pick<ImportBookRow, 'id' | 'version'>,
  book: ProposedBook,
): Promise<boolean> {
  const { numUpdatedRows } = await connection
    .updateTable('import_books')
    .set({ ...columnsOf(book), version: version + 1 })
    .where('id', '=', id)
    .where('version', '=', version)
    .where('applied_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function deleteProposals(
  connection: Connection,
  importId: number,
  ids: readonly number[] | 'all',
): Promise<void> {
  const those = connection.deleteFrom('import_books').where('import_id', '=', importId)
  await (ids === 'all' ? those : those.where('id', 'in', ids)).execute()
}

/** The ids of the books to be applied, ascending. */
export async function listAppliable(
  engine: Engine,
  importId: number,
  application: Application,
): Promise<number[]> {
  const rows = await selectAppliable(engine, importId, application).orderBy('id').execute()
  return rows.map(({ id }) => id)
}

/** Those of them that are not applied yet, in the order of ids. */
export async function listUnapplied(
  connection: Connection,
  ids: readonly number[],
): Promise<ImportBookRow[]> {
  const rows = await selectBooks(connection)
    .where('id', 'in', ids)
    .where('applied_at', 'is', null)
    .orderBy('id')
    .execute()
  return rows.map(readRow)
}

function selectAppliable({ connection, dialect }: Engine, importId: number, application: Application) {
  const { bookIds, isAll, isWithoutWarningsOnly } = application
  let query = connection
    .selectFrom('import_books')
    .select('id')
    .where('import_id', '=', importId)
    .where('applied_at', 'is', null)
    .where('kind', '!=', 'Refused')
  if (isWithoutWarningsOnly) query = query.where('warnings_count', '=', 0)
  if (bookIds) return query.where('id', 'in', dialect.idSet(bookIds))
  return isAll || isWithoutWarningsOnly
    ? query.where('decision', '!=', 'Skip')
    : query.where('decision', '=', 'Take')
}

export interface BookNumbers {
  readonly applied: number
  /** Neither applied, nor skipped, nor refused. */
  readonly undecided: number
}

export async function countBooks(connection: Connection, importId: number): Promise<BookNumbers> {
  const isOpen = sql`applied_at is null and kind != 'Refused' and decision != 'Skip'`
  const { applied, undecided } = await connection
    .selectFrom('import_books')
    .where('import_id', '=', importId)
    .select(({ fn }) => fn.count<number>('applied_at').as('applied'))
    .select(sql<number>`count(case when ${isOpen} then 1 end)`.as('undecided'))
    .executeTakeFirstOrThrow()
  return { applied: Number(applied), undecided: Number(undecided) }
}

/** Numbers of books by kind, and of those with warnings. */
export async function countProposals(
  connection: Connection,
  importId: number,
): Promise<{ kind: string; count: number; warned: number }[]> {
  const rows = await connection
    .selectFrom('import_books')
    .where('import_id', '=', importId)
    .groupBy('kind')
    .select(['kind', sql<number>`count(*)`.as('count')])
    .select(sql<number>`count(case when warnings_count > 0 then 1 end)`.as('warned'))
    .execute()
  return rows.map(({ kind, count, warned }) => ({ kind, count: Number(count), warned: Number(warned) }))
}
