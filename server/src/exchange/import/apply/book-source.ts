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
  /** Its pictures, best first. */
  coversOf(record: ImportRecord): AsyncIterable<LookedCover>
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
    coversOf: ({ cover, otherCovers = [] }) => findPictures(root, cover ? [cover, ...otherCovers] : []),
  }
}

/** A sound file that cannot be read has none: the book is worth more than its cover. */
async function* findPictures(
  root: string,
  covers: readonly RecordCover[],
): AsyncGenerator<LookedCover, void> {
  for (const { kind, pathKey, sizeBytes } of covers) {
    const path = placeOf(root, pathKey)
    const bytes = kind === 'File' ? null : await probeProcess.readPicture(path, sizeBytes).catch(unlessOfFile)
    if (kind === 'File') yield { path, sizeBytes }
    else if (bytes) yield { bytes }
  }
}

function unlessOfFile(error: unknown): null {
  if (error instanceof AppError && error.code !== 'ServiceUnavailable') return null
  throw error
}

function lookedSound(file: RecordFile, place: string | Buffer): LookedSound {
  const { title, path } = file
  return { ...file, place, fileName: path.slice(path.lastIndexOf('/') + 1), title: title || null }
}
