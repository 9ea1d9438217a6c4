/** What the planner of imports is given: plain data, without clock, disk or database, so that the browser plans, too. */

/** The facts of a tag that is absent or empty are absent. */
export interface FileTags {
  readonly title?: string
  readonly subtitle?: string
  readonly album?: string
  readonly artist?: string
  readonly albumArtist?: string
  readonly composer?: string
  readonly narrator?: string
  readonly series?: string
  readonly seriesPart?: string
  readonly grouping?: string
  readonly movementName?: string
  readonly movementIndex?: string
  /** A year or a date. */
  readonly year?: string
  readonly track?: number
  readonly disc?: number
  readonly description?: string
  readonly publisher?: string
  readonly language?: string
}

export const fileRefusals = ['UnsupportedMedia', 'BrokenMedia', 'UnreadableMedia', 'FileTooLarge'] as const
export type FileRefusal = (typeof fileRefusals)[number]

/** What looking into an audio file has found. */
export interface SoundFacts {
  readonly tags: FileTags
  readonly contentType?: string
  readonly durationSeconds?: number
  /** Of the sound alone, in lower-case hex: the same after re-tagging, renaming and moving. */
  readonly print?: string
  /** Equal for sounds that one decoder plays one after another; absent for those that are never joined. */
  readonly joinKey?: string
  /** Whether the last 1 % at most is missing. */
  readonly isCutShort?: boolean
  readonly hasPicture?: boolean
}

/** A file of a library folder; its path is relative to it, with `/`. */
export interface FolderFile {
  readonly path: string
  readonly sizeBytes?: number
  /** Of an audio file that has been looked into. */
  readonly sound?: SoundFacts
  /** Of an audio file that cannot be taken, or of a folder that is closed. */
  readonly refusal?: FileRefusal
  /** The whole content of a side file: `.opf`, `.nfo`, `metadata.json`, `desc.txt`, `reader.txt`. */
  readonly text?: string
}

/** A book that an earlier import has brought, as the folder had it then and the catalogue has it now. */
export interface KnownBook {
  readonly audioBookId: number
  readonly path: string
  /** In their order. */
  readonly files: readonly KnownFile[]
  /** The fields as the catalogue has them. */
  readonly fields: BookValues
  /** Fields that an editor has set or cleared. */
  readonly handFields: readonly FieldName[]
}

export interface KnownFile {
  readonly path: string
  readonly print: string
  readonly durationSeconds: number
  /** Whether it was not there then. */
  readonly isMissing?: boolean
}

/** Files that an editor has put together as one book, apart from others, or in this order; known by their prints. */
export interface HandGroup {
  readonly prints: readonly string[]
  /** Of files beside them that are no part of the book. */
  readonly leftOut?: readonly string[]
  /** Where they lay: of files of one sound those are meant. */
  readonly folder?: string
}

export interface PlanInput {
  readonly files: readonly FolderFile[]
  readonly knownBooks?: readonly KnownBook[]
  /** Books of other folders that are not there; one whose sounds are all here has been moved to this folder. */
  readonly awayBooks?: readonly KnownBook[]
  readonly handGroups?: readonly HandGroup[]
  /** Where the books of the folder lie whose files are not given. */
  readonly otherPaths?: readonly string[]
  /** Sounds that belong to applied books of other folders, by print. */
  readonly knownElsewhere?: ReadonlySet<string>
  /** Folded names that several creators of the catalogue have. */
  readonly ambiguousNames?: ReadonlySet<string>
}

export const fieldNames = [
  'title',
  'subtitle',
  'authors',
  'narrators',
  'series',
  'sequence',
  'publishedYear',
  'language',
  'publisher',
  'description',
] as const
export type FieldName = (typeof fieldNames)[number]

/** Texts, lists of names, a year; null and empty lists for nothing. */
export type FieldValue = string | readonly string[] | number | null

export type BookValues = Readonly<Record<FieldName, FieldValue>>
