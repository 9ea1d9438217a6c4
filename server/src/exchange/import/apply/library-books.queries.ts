import type { ChapterSource } from '@earmark/contract/chapters.ts'
import { folderOf } from '@earmark/contract/planner/file-names.ts'
import type { Connection } from '../../../db/engine/dialect.ts'

/** A file of a book as it is applied. */
export interface AppliedFile {
  readonly path: string
  readonly print: string
  readonly fileKey: string
  readonly durationMs: number
  /** A file of a known book that is not in the folder any more. */
  readonly isMissing?: boolean
}

/** A book of a folder as it was last applied. */
export interface LibraryBook {
  readonly id: number
  readonly files: readonly AppliedFile[]
}

export async function findLibraryBook(
  connection: Connection,
  audioBookId: number,
): Promise<LibraryBook | undefined> {
  const book = await connection
    .selectFrom('library_books')
    .where('audio_book_id', '=', audioBookId)
    .select('id')
    .executeTakeFirst()
  if (!book) return undefined
  const files = await connection
    .selectFrom('library_book_files')
    .where('book_id', '=', book.id)
    .orderBy('ordinal')
    .select(['path', 'print', 'file_key as fileKey', 'duration_ms as durationMs'])
    .execute()
  return { id: book.id, files }
}

interface BookOfFolder {
  readonly folderId: number
  readonly audioBookId: number
  readonly path: string
}

/** Remembers by which files a book is known again; it is there, in this folder. */
export async function putLibraryBook(
  connection: Connection,
  { folderId, audioBookId, path }: BookOfFolder,
  files: readonly AppliedFile[],
): Promise<void> {
  const { id, revision } = await connection
    .insertInto('library_books')
    .values({ folder_id: folderId, audio_book_id: audioBookId, path, missing_since: null })
    .onConflict((conflict) =>
      conflict.column('audio_book_id').doUpdateSet((is) => ({
        folder_id: folderId,
        path,
        missing_since: null,
        revision: is('library_books.revision', '+', 1),
      })),
    )
    .returning(['id', 'revision'])
    .executeTakeFirstOrThrow()
  if (revision > 0) await connection.deleteFrom('library_book_files').where('book_id', '=', id).execute()
  await insertFiles(connection, id, files)
}

const filesAtOnce = 200

async function insertFiles(
  connection: Connection,
  bookId: number,
  files: readonly AppliedFile[],
): Promise<void> {
  for (let start = 0; start < files.length; start += filesAtOnce) {
    const rows = files.slice(start, start + filesAtOnce).map((file, index) => ({
      book_id: bookId,
      ordinal: start + index,
      path: file.path,
      print: file.print,
      file_key: file.fileKey,
      duration_ms: file.durationMs,
      folder: folderOf(file.path),
      is_missing: file.isMissing ? 1 : 0,
    }))
    await connection.insertInto('library_book_files').values(rows).execute()
  }
}

/** A book whose files are gone is not available until they are there again. */
export async function setMissing(connection: Connection, audioBookId: number, now: number): Promise<void> {
  await connection
    .updateTable('library_books')
    .set((is) => ({
      missing_since: is.fn.coalesce('missing_since', is.val(now)),
      revision: is('revision', '+', 1),
    }))
    .where('audio_book_id', '=', audioBookId)
    .execute()
}

/**
 * Notes that a book of an import is applied.
 *
 * @returns false where that was done before
 */
export async function markApplied(
  connection: Connection,
  id: number,
  { audioBookId, now }: { readonly audioBookId: number | null; readonly now: number },
): Promise<boolean> {
  const { numUpdatedRows } = await connection
    .updateTable('import_books')
    .set((is) => ({ applied_at: now, version: is('version', '+', 1), audio_book_id: audioBookId }))
    .where('id', '=', id)
    .where('applied_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function findFolderName(connection: Connection, folderId: number): Promise<string | undefined> {
  const folder = connection.selectFrom('library_folders').where('id', '=', folderId)
  return (await folder.select('name').executeTakeFirst())?.name
}

export async function findChaptersSource(
  connection: Connection,
  recordingId: number,
): Promise<ChapterSource> {
  const recording = connection.selectFrom('recordings').where('id', '=', recordingId)
  return (await recording.select('chapters_source').executeTakeFirstOrThrow()).chapters_source
}
