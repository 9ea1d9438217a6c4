import { DatabaseSync, type SQLOutputValue } from 'node:sqlite'
import { StartError } from '../../../errors.ts'

export type SourceValue = SQLOutputValue

/** Rows of Audiobookshelf's database, by the names of its own columns; those that a version does not have are null. */
export interface SourceRows extends Disposable {
  has(table: string): boolean
  rows<Column extends string>(
    table: SourceTable,
    columns: readonly Column[],
    orderBy?: readonly string[],
  ): Iterable<Record<Column, SourceValue>>
  /** 0 for a table that this version does not have. */
  count(table: string, column?: string): number
}

/** By them a database of Audiobookshelf is known; other tables may be absent, which is the same as empty. */
const requiredTables = ['users', 'libraries', 'libraryItems', 'books'] as const
export type SourceTable =
  | (typeof requiredTables)[number]
  | 'libraryFolders'
  | 'authors'
  | 'bookAuthors'
  | 'series'
  | 'bookSeries'
  | 'podcasts'
  | 'podcastEpisodes'
  | 'mediaProgresses'
  | 'collections'
  | 'collectionBooks'
  | 'settings'

/** Larger values count as absent. */
const maxValueBytes = 64 * 1024 ** 2

/**
 * Opens a copy that is ours: what a journal beside it has is put in place.
 *
 * @throws StartError for another program's database
 */
export function openSourceRows(path: string): SourceRows {
  const database = new DatabaseSync(path)
  try {
    database.exec('pragma trusted_schema = off; pragma cell_size_check = on')
    const tables = new Set(
      database
        .prepare("select name from sqlite_master where type = 'table' and sql not like '%virtual table%'")
        .all()
        .map(({ name }) => String(name)),
    )
    const missing = requiredTables.filter((table) => !tables.has(table))
    if (missing.length > 0) throw anotherDatabase(`it has no table ${missing.join(', ')}`)
    database.exec('pragma query_only = on')
    return rowsOf(database, tables)
  } catch (error) {
    database.close()
    throw explained(error)
  }
}

function rowsOf(database: DatabaseSync, tables: ReadonlySet<string>): SourceRows {
  const columnsOf = (table: string) =>
    new Set(
      database
        .prepare('select name from pragma_table_info(?)')
        .all(table)
        .map(({ name }) => String(name)),
    )
  return {
    has: (table) => tables.has(table),
    *rows(table, columns, orderBy = []) {
      if (!tables.has(table)) return
      const present = columnsOf(table)
      const selected = columns.map((column) =>
        present.has(column)
          ? `case when length("${column}") <= ${maxValueBytes} then "${column}" end as "${column}"`
          : `null as "${column}"`,
      )
      const order = [
        ...orderBy.filter((column) => present.has(column)).map((column) => `"${column}"`),
        'rowid',
      ]
      const text = `select ${selected.join()} from "${table}" order by ${order.join()}`
      try {
        for (const row of database.prepare(text).iterate()) yield row as never
      } catch (error) {
        throw explained(error)
      }
    },
    count: (table, column) => {
      if (!tables.has(table) || (column && !columnsOf(table).has(column))) return 0
      const where = column ? ` where "${column}" not in ('', '[]', '{}', 'null', 0)` : ''
      return Number(database.prepare(`select count(*) as count from "${table}"${where}`).get()?.count ?? 0)
    },
    [Symbol.dispose]: () => database.close(),
  }
}

function anotherDatabase(reason: string): StartError {
  return new StartError(`This is no database of Audiobookshelf 2.3 or newer: ${reason}.`)
}

function explained(error: unknown): unknown {
  return (error as { code?: string }).code === 'ERR_SQLITE_ERROR'
    ? anotherDatabase(`it is damaged (${(error as Error).message})`)
    : error
}
