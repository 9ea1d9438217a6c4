import Type, { type Static } from 'typebox'
import { Chapters } from './chapters.ts'
import type { Endpoint } from './endpoint.ts'
import { ErrorItem } from './errors.ts'
import {
  BaseVersion,
  Id,
  IdParams,
  Instant,
  NoContent,
  Nullable,
  NullableText,
  Seconds,
  Version,
} from './fields.ts'
import { PagedQuerystring, PagedResult } from './paging.ts'
import {
  fileRefusals,
  fieldNames,
  type FieldName,
  type FieldValue,
  type FileRefusal,
} from './planner/plan-input.ts'
import {
  type FieldSource,
  fieldSources,
  type ImportBookKind,
  importBookKinds,
  type ImportWarning,
  importWarnings,
  type PlannedField,
} from './planner/plan-output.ts'

/** Folders of libraries, and what is made of them: looked through, reviewed, brought in. */

function oneOf<Value extends string>(values: readonly Value[], description?: string) {
  return Type.Unsafe<Value>({ type: 'string', enum: [...values], ...(description && { description }) })
}

export const importStates = [
  'Queued',
  'Walking',
  'Looking',
  'Review',
  'Applying',
  'Done',
  'Cancelled',
  'Failed',
] as const
export type ImportState = (typeof importStates)[number]

const Count = Type.Integer({ minimum: 0 })

/** What an import has come to; `filesLooked` are audio files that were opened. */
export const ImportProgress = Type.Object({
  folders: Count,
  files: Count,
  filesLooked: Count,
  filesUnchanged: Count,
  bytesLooked: Count,
  books: Count,
  applied: Count,
})
export type ImportProgress = Static<typeof ImportProgress>

/** Numbers of books. */
export const ImportCounts = Type.Object({
  new: Count,
  changed: Count,
  moved: Count,
  missing: Count,
  unchanged: Count,
  refused: Count,
  warned: Count,
})
export type ImportCounts = Static<typeof ImportCounts>

export const Import = Type.Object({
  id: Id,
  folderName: NullableText,
  path: { ...NullableText, description: 'A folder below it' } as typeof NullableText,
  batch: { ...NullableText, description: 'Of uploads' } as typeof NullableText,
  state: oneOf(importStates),
  progress: ImportProgress,
  counts: ImportCounts,
  startedAt: Instant,
  endedAt: Nullable(Instant),
  failure: Type.Unsafe<ErrorItem | null>({ ...ErrorItem, type: ['object', 'null'] }),
  version: Version,
})
export type Import = Static<typeof Import>

export const importFolderKinds = ['Folder', 'Bucket'] as const

export const ImportFolder = Type.Object({
  name: Type.String(),
  kind: oneOf(importFolderKinds),
  isAvailable: Type.Boolean(),
  lastImport: Type.Unsafe<Import | null>({ ...Import, type: ['object', 'null'] }),
  booksCount: Count,
})
export type ImportFolder = Static<typeof ImportFolder>

const Value = Type.Unsafe<FieldValue>({
  type: ['array', 'string', 'number', 'null'],
  items: { type: 'string' },
  description: 'A text; of authors and narrators a list of names; of the year a number; null for nothing',
})
export const SourcedValue = Type.Object({ source: oneOf<FieldSource>(fieldSources), value: Value })

/** A field as it is proposed; `now` is what the catalogue says, where that differs. */
export const ImportField = Type.Unsafe<PlannedField>(
  Type.Object({
    ...SourcedValue.properties,
    others: Type.Array(SourcedValue),
    now: Type.Optional(Value),
  }),
)
export type ImportField = PlannedField

export type ImportFields = Readonly<Record<FieldName, ImportField>>
const ImportFields = Type.Unsafe<ImportFields>(
  Type.Object(Object.fromEntries(fieldNames.map((name) => [name, ImportField]))),
)

/** A file without `place` is left out. */
export const ImportFile = Type.Object({
  path: Type.String(),
  sizeBytes: Count,
  contentType: NullableText,
  durationSeconds: Nullable(Seconds),
  place: Nullable(Type.Integer({ minimum: 1 })),
  audioUrl: Type.Unsafe<string | null>({
    type: ['string', 'null'],
    description: 'Where editors hear a file that has a place, until the import is removed',
  }),
  refusal: Type.Unsafe<FileRefusal | null>({ type: ['string', 'null'], enum: [...fileRefusals, null] }),
})
export type ImportFile = Static<typeof ImportFile>

export const importDecisions = ['Take', 'Skip', 'Open'] as const
export type ImportDecision = (typeof importDecisions)[number]

export const ImportBook = Type.Object({
  id: Id,
  kind: oneOf<ImportBookKind>(importBookKinds),
  decision: oneOf(importDecisions, '`Open` until somebody decides'),
  path: Type.String(),
  audioBookId: Nullable(Id),
  fields: ImportFields,
  files: Type.Array(ImportFile),
  chapters: Chapters,
  durationSeconds: Nullable(Seconds),
  isJoinable: Type.Boolean(),
  cover: Type.Unsafe<{ url: string; source: string } | null>({
    type: ['object', 'null'],
    required: ['url', 'source'],
    properties: { url: Type.String(), source: Type.String() },
  }),
  warnings: Type.Array(
    Type.Object({
      code: oneOf<ImportWarning>(importWarnings),
      description: Type.String(),
      paths: Type.Array(Type.String()),
    }),
  ),
  isApplied: Type.Boolean(),
  version: Version,
})
export type ImportBook = Static<typeof ImportBook>

/** The refusal of an import that overlaps with one that runs, or waits for its review. */
export const RunningImport = Type.Object({
  ...ErrorItem.properties,
  current: Type.Optional(Type.Object({ id: Id })),
})

const tags = ['Import']

export const listImportFolders = {
  method: 'GET',
  url: '/import-folders',
  schema: {
    operationId: 'listImportFolders',
    summary: 'The folders that the settings name',
    tags,
    response: { 200: Type.Array(ImportFolder) },
  },
} as const satisfies Endpoint

/** Either `folderName`, maybe with `path`, or `batch`. */
export const NewImport = Type.Object({
  folderName: Type.Optional(Type.String({ maxLength: 200 })),
  path: Type.Optional(Type.String({ maxLength: 4096, description: 'A folder below it' })),
  batch: Type.Optional(Type.String({ maxLength: 64, pattern: '^[^\\u0000]*$' })),
})
export type NewImport = Static<typeof NewImport>

export const startImport = {
  method: 'POST',
  url: '/imports',
  schema: {
    operationId: 'startImport',
    summary: 'Look through a folder, or through a batch of uploads',
    tags,
    description:
      'Nothing is added to the catalogue before it is applied. `ImportRunning` (409) comes with the `current` one.',
    errors: ['UnknownFolder', 'UnknownBatch', 'PathInvalid', 'ImportRunning', 'UploadIncomplete'],
    body: NewImport,
    response: { 201: Import, 409: Type.Array(RunningImport) },
  },
} as const satisfies Endpoint

export const importSortFields = ['id'] as const

export const pageImports = {
  method: 'GET',
  url: '/imports',
  schema: {
    operationId: 'pageImports',
    summary: 'A page of imports, the newest first',
    tags,
    querystring: PagedQuerystring(importSortFields),
    response: { 200: PagedResult(Import, importSortFields) },
  },
} as const satisfies Endpoint

export const getImport = {
  method: 'GET',
  url: '/imports/:id',
  schema: {
    operationId: 'getImport',
    summary: 'An import and how far it has come',
    tags,
    errors: ['NotFound'],
    params: IdParams,
    response: { 200: Import },
  },
} as const satisfies Endpoint

export const importBookSortFields = ['id', 'path', 'title', 'warnings'] as const

const ImportBookFilters = Type.Partial(
  Type.Object({
    kind: oneOf<ImportBookKind>(importBookKinds),
    decision: oneOf(importDecisions),
    warning: oneOf<ImportWarning | 'Any'>([...importWarnings, 'Any'], '`Any`: with one or more'),
  }),
)

export const pageImportBooks = {
  method: 'GET',
  url: '/imports/:id/books',
  schema: {
    operationId: 'pageImportBooks',
    summary: 'A page of the books of an import',
    tags,
    errors: ['NotFound'],
    params: IdParams,
    querystring: PagedQuerystring(importBookSortFields, ImportBookFilters),
    response: { 200: PagedResult(ImportBook, importBookSortFields, ImportBookFilters) },
  },
} as const satisfies Endpoint

const BookParams = Type.Object({ id: Id, bookId: Id })

export const ImportBookChange = Type.Object({
  decision: Type.Optional(oneOf(importDecisions)),
  fields: Type.Optional(
    Type.Unsafe<Partial<Record<FieldName, FieldValue>>>({
      type: 'object',
      properties: Object.fromEntries(fieldNames.map((name) => [name, Value])),
      additionalProperties: false,
      description: 'Plain values; each is a hand edit from then on',
    }),
  ),
  fileOrder: Type.Optional(Type.Array(Type.String(), { description: 'All paths of the book' })),
  chaptersSource: Type.Optional(oneOf(['Embedded', 'Files', 'Cue', 'Json', 'None'] as const)),
  baseVersion: BaseVersion,
})
export type ImportBookChange = Static<typeof ImportBookChange>

const StaleImportBook = Type.Object({ ...ErrorItem.properties, current: Type.Optional(ImportBook) })

export const changeImportBook = {
  method: 'PUT',
  url: '/imports/:id/books/:bookId',
  schema: {
    operationId: 'changeImportBook',
    summary: 'Decide about a book, set its fields and the order of its files',
    tags,
    errors: ['NotFound', 'ImportNotReady', 'StaleRecord', 'InvalidBody'],
    params: BookParams,
    body: ImportBookChange,
    response: { 200: ImportBook, 409: Type.Array(StaleImportBook) },
  },
} as const satisfies Endpoint

export const splitImportBook = {
  method: 'POST',
  url: '/imports/:id/books/split',
  schema: {
    operationId: 'splitImportBook',
    summary: 'Make several books of one',
    tags,
    description: 'Each file once. It is remembered with the files and holds at the next look.',
    errors: ['NotFound', 'ImportNotReady', 'InvalidBody'],
    params: IdParams,
    body: Type.Object({
      bookId: Id,
      paths: Type.Array(Type.Array(Type.String(), { minItems: 1 }), { minItems: 2 }),
    }),
    response: { 200: Type.Array(ImportBook) },
  },
} as const satisfies Endpoint

export const mergeImportBooks = {
  method: 'POST',
  url: '/imports/:id/books/merge',
  schema: {
    operationId: 'mergeImportBooks',
    summary: 'Make one book of several, in the given order',
    tags,
    description: 'It is remembered with the files and holds at the next look.',
    errors: ['NotFound', 'ImportNotReady', 'InvalidBody'],
    params: IdParams,
    body: Type.Object({ bookIds: Type.Array(Id, { minItems: 2, maxItems: 2000 }) }),
    response: { 200: ImportBook },
  },
} as const satisfies Endpoint

export const ImportApplication = Type.Object({
  bookIds: Type.Optional(Type.Array(Id, { maxItems: 100_000 })),
  all: Type.Optional(Type.Boolean({ description: 'All but those that are skipped or refused' })),
  withoutWarningsOnly: Type.Optional(Type.Boolean()),
  publish: Type.Optional(Type.Boolean({ default: false, description: 'Otherwise new books are drafts' })),
})
export type ImportApplication = Static<typeof ImportApplication>

export const applyImport = {
  method: 'POST',
  url: '/imports/:id/apply',
  schema: {
    operationId: 'applyImport',
    summary: 'Bring books in, one by one, each whole; again does what is left',
    tags,
    description:
      'Those of `bookIds`, or `all` but skipped and refused ones, or those with the decision `Take`; of these those without warnings only. ' +
      'An import that has undecided books left waits for its review again.',
    errors: ['NotFound', 'ImportNotReady'],
    params: IdParams,
    body: ImportApplication,
    response: { 202: Import },
  },
} as const satisfies Endpoint

export const cancelImport = {
  method: 'POST',
  url: '/imports/:id/cancel',
  schema: {
    operationId: 'cancelImport',
    summary: 'Stop an import; what was applied stays',
    tags,
    errors: ['NotFound'],
    params: IdParams,
    response: { 202: Import },
  },
} as const satisfies Endpoint

export const deleteImport = {
  method: 'DELETE',
  url: '/imports/:id',
  schema: {
    operationId: 'deleteImport',
    summary: 'Remove an import, one that runs too; what was applied stays',
    tags,
    errors: ['NotFound'],
    params: IdParams,
    response: { 204: NoContent },
  },
} as const satisfies Endpoint
