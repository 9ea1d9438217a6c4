import type { FileTags } from '@earmark/contract/planner/plan-input.ts'
import type { Connection } from '../../../db/engine/dialect.ts'
import type { LookedSound } from '../../import/apply/library-sounds.ts'

/** A file of a library folder as it was looked into, and where it is known by. */
export interface LookedFile extends LookedSound {
  readonly path: string
  readonly pathKey: string
  readonly print: string
  readonly tags: FileTags
}

/** The folder of the settings; there is one row for each name. */
export async function requireFolder(connection: Connection, name: string): Promise<number> {
  await connection
    .insertInto('library_folders')
    .values({ name })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute()
  const folder = connection.selectFrom('library_folders').where('name', '=', name).select('id')
  return (await folder.executeTakeFirstOrThrow()).id
}

const filesAtOnce = 200
/** The next look through the folder looks into them for itself. */
const notLooked = { facts: null, refusal: null, reader_version: 0, missing_since: null }

/** Where the bytes of library media lie. A file that is known with the same bytes stays as it was looked into. */
export async function putLibraryFiles(
  connection: Connection,
  folderId: number,
  files: readonly LookedFile[],
  now: number,
): Promise<void> {
  for (let start = 0; start < files.length; start += filesAtOnce) {
    const rows = files.slice(start, start + filesAtOnce).map((file) => ({
      folder_id: folderId,
      path: file.path,
      path_key: file.pathKey,
      size_bytes: file.sizeBytes,
      modified_s: file.modifiedSeconds,
      print: file.print,
      file_key: file.fileKey,
      looked_at: now,
      ...notLooked,
    }))
    await connection
      .insertInto('library_files')
      .values(rows)
      .onConflict((conflict) =>
        conflict
          .columns(['folder_id', 'path_key'])
          .doUpdateSet((is) => ({
            size_bytes: is.ref('excluded.size_bytes'),
            modified_s: is.ref('excluded.modified_s'),
            print: is.ref('excluded.print'),
            file_key: is.ref('excluded.file_key'),
            looked_at: now,
            ...notLooked,
          }))
          .where((is) =>
            is.or([
              is('library_files.file_key', 'is distinct from', is.ref('excluded.file_key')),
              is('library_files.missing_since', 'is not', null),
            ]),
          ),
      )
      .execute()
  }
}
