import { type ImportCounts, type ImportProgress, type ImportState } from '@earmark/contract/imports.ts'
import type { ErrorCode, ErrorItem } from '@earmark/contract/errors.ts'
import { type ExpressionBuilder, sql } from 'kysely'
import type { Connection } from '../../db/engine/dialect.ts'
import { noCounts, noProgress } from './import-numbers.ts'
import type { Tables } from '../../db/schema/tables.ts'

/** What an import was asked for. */
export interface ImportOptions {
  /** Null for looks that nobody has asked for. */
  readonly userId: string | null
  readonly application?: Application
}

/** Which books are to be applied, and how. */
export interface Application {
  readonly bookIds: readonly number[] | null
  readonly isAll: boolean
  readonly isWithoutWarningsOnly: boolean
  readonly publish: boolean
  readonly userId: string | null
}

/** A row of `imports`. */
export interface ImportRow {
  readonly id: number
  readonly folderId: number | null
  readonly folderName: string | null
  readonly path: string | null
  readonly batch: string | null
  readonly state: ImportState
  readonly options: ImportOptions
  readonly progress: ImportProgress
  readonly counts: ImportCounts
  readonly failure: ImportFailure | null
  readonly startedAt: number
  readonly endedAt: number | null
  readonly version: number
}

export type ImportFailure = Pick<ErrorItem, 'description'> & { readonly code: ErrorCode }

/** Those in which an import holds its folder. */
export const openStates: readonly ImportState[] = ['Queued', 'Walking', 'Looking', 'Review', 'Applying']

function selectImports(connection: Connection) {
  return connection
    .selectFrom('imports')
    .leftJoin('library_folders as folder', 'folder.id', 'imports.folder_id')
    .select(['imports.id', 'imports.folder_id', 'folder.name as folder_name', 'imports.path'])
    .select(['imports.batch', 'imports.state', 'imports.options', 'imports.progress', 'imports.counts'])
    .select(['imports.failure', 'imports.started_at', 'imports.ended_at', 'imports.version'])
}

type Selected = Awaited<ReturnType<ReturnType<typeof selectImports>['execute']>>[number]

function readRow(row: Selected): ImportRow {
  return {
    id: row.id,
    folderId: row.folder_id,
    folderName: row.folder_name,
    path: row.path,
    batch: row.batch,
    state: row.state as ImportState,
    options: JSON.parse(row.options) as ImportOptions,
    progress: JSON.parse(row.progress) as ImportProgress,
    counts: JSON.parse(row.counts) as ImportCounts,
    failure: row.failure === null ? null : (JSON.parse(row.failure) as ImportFailure),
    startedAt: row.started_at,
    endedAt: row.ended_at,
    version: row.version,
  }
}

export async function findImport(connection: Connection, id: number): Promise<ImportRow | undefined> {
  const row = await selectImports(connection).where('imports.id', '=', id).executeTakeFirst()
  return row && readRow(row)
}

/** Newest first. */
export async function listImports(
  connection: Connection,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<ImportRow[]> {
  const rows = await selectImports(connection)
    .orderBy('imports.id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()
  return rows.map(readRow)
}

export async function countImports(connection: Connection): Promise<number> {
  const { count } = await connection
    .selectFrom('imports')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Those that run or wait for their review. */
export async function listOpenImports(connection: Connection): Promise<ImportRow[]> {
  const rows = await selectImports(connection)
    .where('imports.state', 'in', openStates)
    .orderBy('imports.id')
    .execute()
  return rows.map(readRow)
}

/** The newest import of each folder. */
export async function listLastImports(connection: Connection): Promise<ImportRow[]> {
  const rows = await selectImports(connection)
    .where('imports.id', 'in', (is) =>
      is
        .selectFrom('imports as of_folder')
        .where('of_folder.folder_id', 'is not', null)
        .groupBy('of_folder.folder_id')
        .select(({ fn }) => fn.max('of_folder.id').as('id')),
    )
    .execute()
  return rows.map(readRow)
}

interface NewImportRow {
  readonly folderId: number | null
  readonly path: string | null
  readonly batch: string | null
  readonly options: ImportOptions
}

export async function insertImport(
  connection: Connection,
  { folderId, path, batch, options }: NewImportRow,
  now: number,
): Promise<number> {
  const state: ImportState = 'Queued'
  const { id } = await connection
    .insertInto('imports')
    .values({
      folder_id: folderId,
      path,
      batch,
      state,
      options: JSON.stringify(options),
      progress: JSON.stringify(noProgress),
      counts: JSON.stringify(noCounts),
      started_at: now,
      version: 1,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export interface ImportChange {
  readonly state?: ImportState
  readonly options?: ImportOptions
  readonly progress?: ImportProgress
  readonly counts?: ImportCounts
  readonly failure?: ImportFailure | null
  readonly endedAt?: number | null
}

/**
 * Changes an import that is in one of these states.
 *
 * @returns false where it is not
 */
export async function updateImport(
  connection: Connection,
  id: number,
  from: readonly ImportState[],
  { state, options, progress, counts, failure, endedAt }: ImportChange,
): Promise<boolean> {
  const { numUpdatedRows } = await connection
    .updateTable('imports')
    .set({
      ...(state && { state }),
      ...(options && { options: JSON.stringify(options) }),
      ...(progress && { progress: JSON.stringify(progress) }),
      ...(counts && { counts: JSON.stringify(counts) }),
      ...(failure !== undefined && { failure: failure && JSON.stringify(failure) }),
      ...(endedAt !== undefined && { ended_at: endedAt }),
      version: sql<number>`version + 1`,
    })
    .where('id', '=', id)
    .where('state', 'in', from)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** @returns false where there is none */
export async function deleteImport(connection: Connection, id: number): Promise<boolean> {
  const { numDeletedRows } = await connection.deleteFrom('imports').where('id', '=', id).executeTakeFirst()
  return numDeletedRows > 0n
}

export async function deleteImportsEndedBefore(connection: Connection, time: number): Promise<void> {
  await connection.deleteFrom('imports').where('ended_at', '<', time).execute()
}

/** The row of a folder of the settings, made at its first import. */
export async function putFolder(connection: Connection, name: string): Promise<number> {
  await connection
    .insertInto('library_folders')
    .values({ name })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute()
  const { id } = await connection
    .selectFrom('library_folders')
    .where('name', '=', name)
    .select('id')
    .executeTakeFirstOrThrow()
  return id
}

export interface FolderRow {
  readonly id: number
  readonly name: string
  readonly books: number
}

export async function listFolders(connection: Connection): Promise<FolderRow[]> {
  const countBooks = (is: ExpressionBuilder<Tables, 'library_folders'>) =>
    is
      .selectFrom('library_books')
      .whereRef('library_books.folder_id', '=', 'library_folders.id')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .$asScalar()
      .$notNull()
      .as('books')
  const rows = await connection.selectFrom('library_folders').select(['id', 'name', countBooks]).execute()
  return rows.map(({ books, ...row }) => ({ ...row, books: Number(books) }))
}
