import type { ChapterSource } from '@earmark/contract/chapters.ts'
import type { FieldName, FileRefusal } from '@earmark/contract/planner/plan-input.ts'
import type { ImportBookKind, PlannedField, PlannedWarning } from '@earmark/contract/planner/plan-output.ts'
import type { FileChapter } from '../../media/chapters/chapter-list.ts'
import type { MediaContentType } from '../../media/content-type.ts'

/** A proposal with what an editor has set of it, whole enough to be applied: the JSON of `import_books.record`. */
export interface ImportRecord {
  readonly kind: ImportBookKind
  /** The known book that this one is. */
  readonly audioBookId: number | null
  /** Within the folder, or among the uploads of a batch. */
  readonly path: string
  /** Those that an editor has set in the review have the source `Hand`. */
  readonly fields: Readonly<Record<FieldName, PlannedField>>
  readonly moreSeries: readonly { readonly name: string; readonly sequence: string | null }[]
  /** In the order of playing. */
  readonly files: readonly RecordFile[]
  /** Audio files of its place that belong to no book. */
  readonly leftOut: readonly LeftOutFile[]
  /** Pictures, texts and chapters beside it. */
  readonly sideFiles: readonly SideFile[]
  readonly isJoinable: boolean
  readonly cover: RecordCover | null
  /** The next ones, best first, for where it cannot be read; older proposals have none. */
  readonly otherCovers?: readonly RecordCover[]
  readonly chaptersSource: ChapterSource
  /** What files beside the sound say, best first. */
  readonly sideChapters: readonly SideChapters[]
  readonly warnings: readonly PlannedWarning[]
}

/** An audio file as it was looked into. */
export interface RecordFile {
  readonly path: string
  /** `library_files.path_key` */
  readonly pathKey: string
  readonly sizeBytes: number
  readonly modifiedSeconds: number
  readonly print: string
  /** Equal for sounds that one decoder plays one after another. */
  readonly joinKey: string | null
  /** What media name its bytes by while it stays where it is. */
  readonly fileKey: string
  readonly contentType: MediaContentType
  readonly durationMs: number
  readonly needsIndex: boolean
  /** Of its tags; empty for none. */
  readonly title: string
  readonly chapters: readonly FileChapter[]
  /** A file of a known book that is not in the folder any more. */
  readonly isMissing: boolean
  /** Of the batch that it was uploaded in. */
  readonly uploadId: string | null
}

export interface SideFile {
  readonly path: string
  readonly pathKey: string
  readonly sizeBytes: number
}

export interface LeftOutFile {
  readonly path: string
  readonly sizeBytes: number
  readonly contentType: string | null
  readonly durationMs: number | null
  readonly refusal: FileRefusal | null
}

export interface RecordCover extends SideFile {
  /** A picture beside the sound, or the one within an audio file. */
  readonly kind: 'File' | 'Embedded'
  readonly uploadId: string | null
}

export interface SideChapters {
  readonly source: 'Json' | 'Cue'
  readonly parts: readonly {
    /** The audio file whose times they are; null for the whole book's. */
    readonly path: string | null
    readonly chapters: readonly FileChapter[]
  }[]
}
