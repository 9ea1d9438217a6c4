import { type BookValues } from '@earmark/contract/planner/plan-input.ts'
import type { Connection } from '../../db/engine/dialect.ts'
import { listBookValues } from '../../catalogue/book-values/book-values.queries.ts'
import { listHandFields } from '../../catalogue/book-values/field-sources.queries.ts'
import type { FolderBook } from './plan-files.ts'

/** The books that imports have brought from a folder, as it had them then and the catalogue has them now. */
export async function listFolderBooks(connection: Connection, folderId: number): Promise<FolderBook[]> {
  const books = await connection
    .selectFrom('library_books')
    .where('folder_id', '=', folderId)
    .select(['id', 'audio_book_id', 'path', 'missing_since'])
    .execute()
  const files = await listBookFiles(connection, folderId)
  const ids = books.map(({ audio_book_id }) => audio_book_id)
  const values = await listBookValues(connection, ids)
  const handFields = await listHandFields(connection, ids)
  return books.flatMap((book): FolderBook[] => {
    const fields: BookValues | undefined = values.get(book.audio_book_id)
    if (!fields) return []
    const own = files.get(book.id) ?? []
    return [
      {
        audioBookId: book.audio_book_id,
        path: book.path,
        isMissing: book.missing_since !== null,
        files: own.map(({ path, print, duration_ms }) => {
          return { path, print, durationSeconds: duration_ms / 1000 }
        }),
        fileKeys: own.map(({ file_key }) => file_key),
        fields,
        handFields: handFields.get(book.audio_book_id) ?? [],
      },
    ]
  })
}

async function listBookFiles(connection: Connection, folderId: number) {
  const rows = await connection
    .selectFrom('library_book_files as file')
    .innerJoin('library_books as book', 'book.id', 'file.book_id')
    .where('book.folder_id', '=', folderId)
    .orderBy('file.book_id')
    .orderBy('file.ordinal')
    .select(['file.book_id', 'file.path', 'file.print', 'file.file_key', 'file.duration_ms'])
    .execute()
  return Map.groupBy(rows, ({ book_id }) => book_id)
}

/** Prints of the sounds of applied books of other folders; of all for null. */
export async function listPrintsElsewhere(
  connection: Connection,
  folderId: number | null,
): Promise<string[]> {
  const rows = await connection
    .selectFrom('library_book_files as file')
    .innerJoin('library_books as book', 'book.id', 'file.book_id')
    .where('book.folder_id', '!=', folderId ?? 0)
    .select('file.print')
    .distinct()
    .execute()
  return rows.map(({ print }) => print)
}

/** In their order. */
export async function listFolderBookIds(connection: Connection, folderId: number): Promise<number[]> {
  const rows = await connection
    .selectFrom('library_books')
    .where('folder_id', '=', folderId)
    .orderBy('audio_book_id')
    .select('audio_book_id')
    .execute()
  return rows.map(({ audio_book_id }) => audio_book_id)
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
