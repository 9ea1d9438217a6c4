import { join } from 'node:path'
import { ArchiveError, type Manifest, rowsOf } from './manifest.ts'
import type { MediaContentType } from '../../media/content-type.ts'
import type { StoredFile } from '../../media/storage/files/storage.ts'
import { readRows } from './row-files.ts'

export interface ArchivedFile extends StoredFile {
  readonly contentType: MediaContentType
  /** Library files need not be in an archive: they stay in their folders (0052). */
  readonly origin: 'library' | null
}

const hashForm = /^[0-9a-f]{64}$/

/**
 * The distinct media files of the archived rows, ascending by hash.
 *
 * @throws ArchiveError
 */
export async function* listArchivedFiles(
  folder: string,
  archive: Pick<Manifest, 'rows' | 'tables'>,
): AsyncGenerator<ArchivedFile, void> {
  const media = rowsOf(archive, 'media')
  const path = join(folder, archive.rows, `${media.name}.jsonl.gz`)
  const [hashAt, sizeAt, typeAt, originAt] = ['sha256', 'size_bytes', 'content_type', 'origin'].map((name) =>
    media.columns.indexOf(name),
  ) as [number, number, number, number]
  let last: ArchivedFile | null = null
  for await (const rows of readRows(path, media.columns.length)) {
    for (const row of rows) {
      const origin = row[originAt] ?? null
      const stored = { sha256: row[hashAt], sizeBytes: row[sizeAt], contentType: row[typeAt] }
      const file = { ...stored, origin } as ArchivedFile
      const isFile = hashForm.test(file.sha256) && file.sizeBytes >= 0
      const isBehind = last === null || last.sha256 < file.sha256 || isSame(last, file)
      if (!isFile || !isBehind)
        throw new ArchiveError(`${path} is damaged: it names no file by ${file.sha256}.`)
      if (last?.sha256 !== file.sha256) yield file
      last = file
    }
  }
}

function isSame(one: StoredFile, other: StoredFile): boolean {
  return one.sha256 === other.sha256 && one.sizeBytes === other.sizeBytes
}
