import { folderOf } from '@earmark/contract/planner/file-names.ts'
import type { Connection } from '../../db/engine/dialect.ts'
import { slicesOf } from './library-files.queries.ts'

/** What the last whole or partial plan of a folder was made from (0064). */
export interface Settlement {
  /** What a plan depends on beside the files and books. */
  readonly basis: string
  /** Revisions by the ids of `library_books`, as they were before the plan. */
  readonly revisions: ReadonlyMap<number, number>
  /** By path: empty where something is to be asked, so that the next look plans it again. */
  readonly signatures: ReadonlyMap<string, string>
}

/** The place of `basis` and `revisions`; no path begins so. */
const ownKey = '/settled'

/** Null where nothing is settled. */
export async function findSettlement(connection: Connection, folderId: number): Promise<Settlement | null> {
  const rows = await connection
    .selectFrom('library_dirs')
    .where('folder_id', '=', folderId)
    .select(['path_key', 'signature'])
    .execute()
  const signatures = new Map(rows.map(({ path_key, signature }) => [path_key, signature]))
  const own = signatures.get(ownKey)
  if (own === undefined) return null
  signatures.delete(ownKey)
  const { basis, revisions } = JSON.parse(own) as { basis: string; revisions: [number, number][] }
  return { basis, revisions: new Map(revisions), signatures }
}

const rowsAtOnce = 300

/** Null for a folder of which the next look plans everything. */
export async function replaceSettlement(
  connection: Connection,
  folderId: number,
  settlement: Settlement | null,
): Promise<void> {
  await connection.deleteFrom('library_dirs').where('folder_id', '=', folderId).execute()
  if (settlement !== null) await putSettlement(connection, folderId, settlement)
}

/** Leaves the signatures of other folders as they are. */
export async function putSettlement(
  connection: Connection,
  folderId: number,
  { basis, revisions, signatures }: Settlement,
): Promise<void> {
  const own = JSON.stringify({ basis, revisions: [...revisions] })
  const rows = [[ownKey, own] as const, ...signatures].map(([path_key, signature]) => {
    return { folder_id: folderId, path_key, signature }
  })
  for (const some of slicesOf(rows, rowsAtOnce))
    await connection
      .insertInto('library_dirs')
      .values(some)
      .onConflict((conflict) =>
        conflict
          .columns(['folder_id', 'path_key'])
          .doUpdateSet((is) => ({ signature: is.ref('excluded.signature') })),
      )
      .execute()
}

/** Has the next look plan the places of these sounds again. */
export async function unsettle(
  connection: Connection,
  folderId: number,
  prints: readonly string[],
): Promise<void> {
  const paths = await listPlacesOf(connection, folderId, prints)
  const folders = [...new Set(paths.map(({ path }) => folderOf(path)))]
  for (const some of slicesOf(folders, rowsAtOnce))
    await connection
      .updateTable('library_dirs')
      .set({ signature: '' })
      .where('folder_id', '=', folderId)
      .where('path_key', 'in', some)
      .execute()
}

/**
 * Where sounds were when their folder was last looked through; files that are gone since among them. Sounds are in few
 * folders, while a condition on the folder would have SQLite go through all files of it.
 */
export async function listPlacesOf(
  connection: Connection,
  folderId: number,
  prints: readonly string[],
): Promise<{ path: string; print: string }[]> {
  const places: { path: string; print: string }[] = []
  for (const some of slicesOf([...new Set(prints)], rowsAtOnce)) {
    const rows = await connection
      .selectFrom('library_files')
      .where('print', 'in', some)
      .select(['path', 'print', 'folder_id'])
      .execute()
    for (const { path, print, folder_id } of rows)
      if (print !== null && folder_id === folderId) places.push({ path, print })
  }
  return places
}

/** In the order of ids. */
export async function listRevisions(connection: Connection, folderId: number): Promise<Map<number, number>> {
  const rows = await connection
    .selectFrom('library_books')
    .where('folder_id', '=', folderId)
    .orderBy('id')
    .select(['id', 'revision'])
    .execute()
  return new Map(rows.map(({ id, revision }) => [id, revision]))
}

/** The folders in which books have, or had, their files. */
export async function listFoldersOf(connection: Connection, bookIds: readonly number[]): Promise<string[]> {
  const folders = new Set<string>()
  for (const some of slicesOf(bookIds, rowsAtOnce)) {
    const rows = await connection
      .selectFrom('library_book_files')
      .where('book_id', 'in', some)
      .select('folder')
      .distinct()
      .execute()
    for (const { folder } of rows) folders.add(folder)
  }
  return [...folders]
}

/** The ids of a folder's books that have files in one of these folders, or one of these sounds. */
export async function listBooksAround(
  connection: Connection,
  folderId: number,
  around: { readonly folders: readonly string[]; readonly prints: readonly string[] },
): Promise<number[]> {
  const ids = new Set<number>()
  const find = async (column: 'folder' | 'print', values: readonly string[]) => {
    for (const some of slicesOf(values, rowsAtOnce)) {
      const withFiles = connection.selectFrom('library_book_files').where(column, 'in', some)
      const rows = await connection
        .selectFrom('library_books')
        .where('folder_id', '=', folderId)
        .where('id', 'in', withFiles.select('book_id'))
        .select('id')
        .execute()
      for (const { id } of rows) ids.add(id)
    }
  }
  await find('folder', around.folders)
  await find('print', around.prints)
  return [...ids]
}
