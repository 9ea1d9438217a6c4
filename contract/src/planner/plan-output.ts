import type { FieldName, FieldValue } from './plan-input.ts'

/** Whose word a value is, later over earlier; `None` where nobody has one. */
export const fieldSources = ['None', 'Folder', 'Tags', 'Nfo', 'Text', 'Opf', 'MetadataJson', 'Hand'] as const
export type FieldSource = (typeof fieldSources)[number]

export interface SourcedValue {
  readonly source: FieldSource
  readonly value: FieldValue
}

/** A field as it is proposed, and what other sources say, best first. */
export interface PlannedField extends SourcedValue {
  readonly others: readonly SourcedValue[]
  /** What the catalogue says, where that differs. */
  readonly now?: FieldValue
}

export const importBookKinds = ['New', 'Changed', 'Moved', 'Missing', 'Refused'] as const
export type ImportBookKind = (typeof importBookKinds)[number]

export const importWarnings = [
  'LooseFile',
  'OneOrMany',
  'GuessedAuthor',
  'OrderDisagrees',
  'NumbersMissing',
  'OtherVersion',
  'PartsDiffer',
  'CutShort',
  'SameAsAnother',
  'AmbiguousPerson',
  'ReplacedSound',
  'ManyMissing',
] as const
export type ImportWarning = (typeof importWarnings)[number]

export interface PlannedWarning {
  readonly code: ImportWarning
  readonly description: string
  readonly paths: readonly string[]
}

export interface PlannedBook {
  /** `Unchanged` ones are not shown for review. */
  readonly kind: ImportBookKind | 'Unchanged'
  /** Its folder, or its first file by name where the folder holds more than this book. */
  readonly path: string
  readonly audioBookId?: number
  readonly fields: Readonly<Record<FieldName, PlannedField>>
  /** A second and further series, of metadata.json. */
  readonly moreSeries: readonly { readonly name: string; readonly sequence: string | null }[]
  /** Paths in the order of playing, those of missing files of a known book among them. */
  readonly files: readonly string[]
  /** Those of `files` that are not there any more. */
  readonly missingFiles: readonly string[]
  /** Audio files of the same place that belong to no book. */
  readonly leftOut: readonly string[]
  /** Picture files beside the sound, best first: cover, folder, front, then others. */
  readonly coverPaths: readonly string[]
  /** Whether one address can play all files. */
  readonly isJoinable: boolean
  readonly warnings: readonly PlannedWarning[]
}

export interface Plan {
  readonly books: readonly PlannedBook[]
  /** Set where so many known books are missing, or the folder is so empty, that nothing is to be marked missing. */
  readonly isManyMissing: boolean
}
