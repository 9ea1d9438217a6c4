import { join } from 'node:path'
import type { AppliedRow, ApplyOptions, ImportDeps } from '../import-deps.ts'
import type { ImportRecord, RecordFile } from '../import-record.ts'
import { findFolderName } from './library-books.queries.ts'
import type { LookedCover } from './library-cover.ts'
import { ChangedSinceLook, type LookedSound } from './library-sounds.ts'

/** Where the files of a book lie. */
export interface BookSource {
  /** Bytes are copied into the storage; otherwise files stay where they are. */
  readonly isCopied: boolean
  soundOf(file: RecordFile): LookedSound
  findCover(record: ImportRecord): Promise<LookedCover | null>
}

/** A book of an import, on its way into the catalogue. */
export interface AppliedBook {
  readonly row: AppliedRow
  readonly source: BookSource
  readonly options: ApplyOptions
}

/** @throws ChangedSinceLook where this node has no such folder any more */
export async function findSource({ config, db }: ImportDeps, { folderId }: AppliedRow): Promise<BookSource> {
  const name = folderId === null ? null : await findFolderName(db.connection, folderId)
  const folder = config.importFolders.find((each) => each.name === name)
  if (!folder) throw new ChangedSinceLook()
  const { path: root, isCopied } = folder
  return {
    isCopied,
    soundOf: (file) => lookedSound(file, join(root, file.path)),
    findCover: ({ cover }) => {
      if (cover === null) return Promise.resolve(null)
      const { path, sizeBytes } = cover
      return Promise.resolve({ path: join(root, path), sizeBytes })
    },
  }
}

function lookedSound(file: RecordFile, place: string): LookedSound {
  const { title, path } = file
  return { ...file, place, fileName: path.slice(path.lastIndexOf('/') + 1), title: title || null }
}
