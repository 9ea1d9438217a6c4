import { AppError } from '../../../errors.ts'
import { probeProcess } from '../../../media/probe/probe-process.ts'
import type { AppliedRow, ApplyOptions, ImportDeps } from '../import-deps.ts'
import type { ImportRecord, RecordCover, RecordFile } from '../import-record.ts'
import { findFolderName } from './library-books.queries.ts'
import type { LookedCover } from './library-cover.ts'
import { ChangedSinceLook, type LookedSound } from './library-sounds.ts'
import { findFolderSetting } from '../library-folders.ts'
import { placeOf } from '../walk/path-key.ts'

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
  const folder = findFolderSetting(config, name ?? null)
  if (!folder) throw new ChangedSinceLook()
  const { path: root, isCopied } = folder
  return {
    isCopied,
    soundOf: (file) => lookedSound(file, placeOf(root, file.pathKey)),
    findCover: ({ cover }) => findPicture(root, cover),
  }
}

/** A picture that cannot be read is none: the book is worth more than its cover. */
async function findPicture(root: string, cover: RecordCover | null): Promise<LookedCover | null> {
  if (cover === null) return null
  const { kind, pathKey, sizeBytes } = cover
  const path = placeOf(root, pathKey)
  if (kind === 'File') return { path, sizeBytes }
  const bytes = await probeProcess.readPicture(path, sizeBytes).catch(unlessOfFile)
  return bytes && { bytes }
}

function unlessOfFile(error: unknown): null {
  if (error instanceof AppError && error.code !== 'ServiceUnavailable') return null
  throw error
}

function lookedSound(file: RecordFile, place: string | Buffer): LookedSound {
  const { title, path } = file
  return { ...file, place, fileName: path.slice(path.lastIndexOf('/') + 1), title: title || null }
}
