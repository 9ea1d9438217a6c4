import type { ChapterSource } from '@earmark/contract/chapters.ts'
import type { FileRefusal, FileTags, KnownBook } from '@earmark/contract/planner/plan-input.ts'
import type { FileChapter } from '../../media/chapters/chapter-list.ts'
import type { MediaContentType } from '../../media/content-type.ts'

/** What is kept of looking into an audio file: the JSON of `library_files.facts`. */
export interface LookedFacts {
  readonly contentType: MediaContentType
  readonly durationMs: number
  readonly needsIndex: boolean
  readonly tags: FileTags
  readonly chapters: readonly FileChapter[]
  readonly joinKey: string | null
  readonly hasPicture: boolean
  readonly isCutShort: boolean
}

/** A file as the planning is given it: an audio file has facts or a refusal. */
export interface PlanFile {
  readonly path: string
  readonly pathKey: string
  readonly sizeBytes: number
  readonly modifiedSeconds: number
  readonly sound: PlanSound | null
  /** A file of a known book that is not there any more, which the planner is not given. */
  readonly isMissing: boolean
  readonly uploadId: string | null
}

export interface PlanSound {
  readonly print: string | null
  readonly fileKey: string | null
  /** JSON: `LookedFacts`; null for a file that was refused. */
  readonly facts: string | null
  readonly refusal: FileRefusal | null
}

/** What an audio book has of files beside its sound. */
export interface KnownBeside {
  readonly hasCover: boolean
  readonly chaptersSource: ChapterSource
  /** Of a source beside the sound; else empty, like `playedMs`. */
  readonly chapters: readonly FileChapter[]
  /** What each file plays, in order. */
  readonly playedMs: readonly number[]
}

/** A known book, and what its files were when it was applied. */
export interface FolderBook extends KnownBook {
  readonly isMissing: boolean
  readonly fileKeys: readonly string[]
  readonly beside: KnownBeside
}
