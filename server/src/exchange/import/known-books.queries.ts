import { type BookValues } from '@earmark/contract/planner/plan-input.ts'
import type { Database } from '../../db/database.ts'
import type { Connection } from '../../db/engine/dialect.ts'
import { listBookValues } from '../../catalogue/book-values/book-values.queries.ts'
import { listHandFields } from '../../catalogue/book-values/field-sources.queries.ts'
import { listKnownBeside } from './known-beside.queries.ts'
import { slicesOf } from './library-files.queries.ts'
import type { FolderBook } from './plan-files.ts'

const printsAtOnce = 500

type KnownDatabase = Pick<Database, 'connection' | 'dialect'>

/**
 * The books that imports have brought from a folder, as it had them then and the catalogue has them now.
 *
 * @param only ids of `library_books`
 */
export async function listFolderBooks(
  { connection, dialect }: KnownDatabase,
  folderId: number,
  only: readonly number[] | 'all' = 'all',
): Promise<FolderBook[]> {
  const all = selectBooks(connection).where('book.folder_id', '=', folderId)
  return await readBooks(connection, only === 'all' ? all : all.where('book.id', 'in', dialect.idSet(only)))
}

/** Missing books of other folders: all, or those with one of these sounds. */
export async function listAwayBooks(
  { connection, dialect }: KnownDatabase,
  folderId: number,
  among: readonly string[] | 'all' = 'all',
): Promise<FolderBook[]> {
  const away = selectBooks(connection)
    .where('book.folder_id', '!=', folderId)
    .where('book.missing_since', 'is not', null)
  if (among === 'all') return await readBooks(connection, away)
  const ids = new Set<number>()
  for (const prints of slicesOf(among, printsAtOnce)) {
    const withFiles = connection.selectFrom('library_book_files').where('print', 'in', prints)
    const rows = await away.where('book.id', 'in', withFiles.select('book_id')).select('book.id').execute()
    for (const { id } of rows) ids.add(id)
  }
  return await readBooks(connection, away.where('book.id', 'in', dialect.idSet([...ids])))
}

function selectBooks(connection: Connection) {
  return connection.selectFrom('library_books as book')
}

async function readBooks(
  connection: Connection,
  selected: ReturnType<typeof selectBooks>,
): Promise<FolderBook[]> {
  const books = await selected
    .select(['book.id', 'book.audio_book_id', 'book.path', 'book.missing_since'])
    .execute()
  const files = await listBookFiles(selected)
  const ids = books.map(({ audio_book_id }) => audio_book_id)
  const values = await listBookValues(connection, ids)
  const besides = await listKnownBeside(connection, ids)
  const handFields = await listHandFields(connection, ids)
  return books.flatMap((book): FolderBook[] => {
    const fields: BookValues | undefined = values.get(book.audio_book_id)
    const beside = besides.get(book.audio_book_id)
    if (!fields || !beside) return []
    const own = files.get(book.id) ?? []
    return [
      {
        audioBookId: book.audio_book_id,
        path: book.path,
        isMissing: book.missing_since !== null,
        files: own.map(({ path, print, duration_ms, is_missing }) => {
          return { path, print, durationSeconds: duration_ms / 1000, isMissing: is_missing === 1 }
        }),
        fileKeys: own.map(({ file_key }) => file_key),
        beside,
        fields,
        handFields: handFields.get(book.audio_book_id) ?? [],
      },
    ]
  })
}

async function listBookFiles(selected: ReturnType<typeof selectBooks>) {
  const rows = await selected
    .innerJoin('library_book_files as file', 'file.book_id', 'book.id')
    .orderBy('file.book_id')
    .orderBy('file.ordinal')
    .select(['file.book_id', 'file.path', 'file.print', 'file.file_key'])
    .select(['file.duration_ms', 'file.is_missing'])
    .execute()
  return Map.groupBy(rows, ({ book_id }) => book_id)
}

/** Prints of the sounds of applied books of other folders, of all folders for null: among these, or all. */
export async function listPrintsElsewhere(
  connection: Connection,
  folderId: number | null,
  among: readonly string[] | 'all' = 'all',
): Promise<string[]> {
  const elsewhere = connection
    .selectFrom('library_book_files as file')
    .innerJoin('library_books as book', 'book.id', 'file.book_id')
    .where('book.folder_id', '!=', folderId ?? 0)
    .select('file.print')
    .distinct()
  const rows = among === 'all' ? await elsewhere.execute() : []
  for (const prints of among === 'all' ? [] : slicesOf(among, printsAtOnce))
    rows.push(...(await elsewhere.where('file.print', 'in', prints).execute()))
  return rows.map(({ print }) => print)
}

/** Folded names that several creators of the catalogue have. */
export async function listSharedNames(connection: Connection): Promise<string[]> {
  const rows = await connection
    .selectFrom('creators')
    .groupBy('nickname_sort')
    .having(({ fn }) => fn.countAll(), '>', 1)
    .select('nickname_sort')
    .execute()
  return rows.map(({ nickname_sort }) => nickname_sort)
}
