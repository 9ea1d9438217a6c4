import type { Chapters } from '@earmark/contract/chapters.ts'
import type { ImportBook, ImportFile } from '@earmark/contract/imports.ts'
import { startsOf } from '../../../media/chapters/file-chapters.ts'
import { chaptersOfRecord } from '../import-chapters.ts'
import type { ImportRecord } from '../import-record.ts'
import type { ImportBookRow } from '../import-books.queries.ts'
import type { ImportMedia } from './import-media.ts'

/** @param media where editors see the picture of a book, and hear its files */
export function importBookView(
  row: ImportBookRow,
  media: Pick<ImportMedia, 'coverUrl' | 'soundUrl'>,
): ImportBook {
  const { id, kind, decision, audioBookId, appliedAt, version, record } = row
  const { path, fields, isJoinable, warnings } = record
  return {
    id,
    kind,
    decision,
    path,
    audioBookId,
    fields,
    files: filesView(row, media),
    chapters: chaptersView(record),
    durationSeconds: record.files.length === 0 ? null : durationMs(record) / 1000,
    isJoinable,
    cover: coverView(row, media.coverUrl(row)),
    warnings: warnings.map(({ code, description, paths }) => ({ code, description, paths: [...paths] })),
    isApplied: appliedAt !== null,
    version,
  }
}

function durationMs({ files }: ImportRecord): number {
  return files.reduce((sum, file) => sum + file.durationMs, 0)
}

function filesView(row: ImportBookRow, media: Pick<ImportMedia, 'soundUrl'>): ImportFile[] {
  const { files, leftOut } = row.record
  const placed = files.map((file, index) => ({
    path: file.path,
    sizeBytes: file.sizeBytes,
    contentType: file.contentType,
    durationSeconds: file.durationMs / 1000,
    place: index + 1,
    audioUrl: media.soundUrl(row, index + 1),
    refusal: null,
  }))
  const others = leftOut.map((file) => ({
    path: file.path,
    sizeBytes: file.sizeBytes,
    contentType: file.contentType,
    durationSeconds: file.durationMs === null ? null : file.durationMs / 1000,
    place: null,
    audioUrl: null,
    refusal: file.refusal,
  }))
  return [...placed, ...others]
}

/** As the book will have them. */
function chaptersView(record: ImportRecord): Chapters {
  const { source, chapters } = chaptersOfRecord(record)
  const starts = startsOf(record.files)
  const end = durationMs(record)
  return {
    version: 0,
    source,
    chapters: chapters.map(({ startMs, title }, index) => ({
      startSeconds: startMs / 1000,
      endSeconds: (chapters[index + 1]?.startMs ?? end) / 1000,
      title,
      trackNumber: Math.max(1, starts.findLastIndex((start) => start <= startMs) + 1),
    })),
  }
}

function coverView({ record: { cover } }: ImportBookRow, url: string | null): ImportBook['cover'] {
  if (cover === null || url === null) return null
  return { url, source: cover.kind === 'File' ? 'Folder' : 'Tags' }
}
