import type { Connection } from '../../db/engine/dialect.ts'

/** Where a library file was when its folder was last looked through. */
export interface LibraryFile {
  /** As the settings name it. */
  readonly folderName: string
  readonly pathKey: string
  readonly sizeBytes: number
  readonly modifiedSeconds: number
}

/** The same sound may lie in several places. */
const mostPlaces = 20

/** The places of the files with a key (`libraryFileKey`). */
export function listLibraryFiles(connection: Connection, fileKey: string): Promise<LibraryFile[]> {
  return connection
    .selectFrom('library_files as file')
    .innerJoin('library_folders as folder', 'folder.id', 'file.folder_id')
    .where('file.file_key', '=', fileKey)
    .where('file.missing_since', 'is', null)
    .orderBy('file.id')
    .limit(mostPlaces)
    .select([
      'folder.name as folderName',
      'file.path_key as pathKey',
      'file.size_bytes as sizeBytes',
      'file.modified_s as modifiedSeconds',
    ])
    .execute()
}
