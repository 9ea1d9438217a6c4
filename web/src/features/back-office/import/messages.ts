import type { FieldSource, ImportBookKind } from '@earmark/contract/planner/plan-output.ts'
import type { FieldName, FileRefusal } from '@earmark/contract/planner/plan-input.ts'
import type { ImportCounts, ImportProgress } from '@earmark/contract/imports.ts'
import { maxBookFiles } from '@earmark/contract/limits.ts'
import { grouped } from './calls/grouped.ts'

const counted = (count: number, one: string, many: string) =>
  count === 1 ? `1 ${one}` : `${grouped(count)} ${many}`
const books = (count: number) => counted(count, 'book', 'books')
const files = (count: number) => counted(count, 'file', 'files')

export const kindNames: Record<ImportBookKind, string> = {
  New: 'New',
  Changed: 'Changed',
  Moved: 'Moved',
  Missing: 'Missing',
  Refused: 'Refused',
}

export const refusals: Record<FileRefusal, string> = {
  UnsupportedMedia: 'This kind of sound cannot be played.',
  BrokenMedia: 'This file is broken or cut off.',
  UnreadableMedia: 'This file cannot be read.',
  FileTooLarge: 'This file is too large.',
}

const sources: Record<FieldSource, string> = {
  Hand: 'yours',
  MetadataJson: 'from metadata.json',
  Opf: 'from the .opf',
  Text: 'from a text file',
  Nfo: 'from the .nfo',
  Tags: 'from the tags',
  Folder: 'from the folder',
  None: 'none',
}

/** Each of these two has its own text file. */
const textFiles: Partial<Record<FieldName, string>> = {
  description: 'from desc.txt',
  narrators: 'from reader.txt',
}

export function sourceOf(name: FieldName, source: FieldSource): string {
  return (source === 'Text' ? textFiles[name] : undefined) ?? sources[source]
}

export const fieldLabels: Record<FieldName, string> = {
  title: 'Title',
  subtitle: 'Subtitle',
  authors: 'Authors',
  narrators: 'Readers',
  series: 'Series',
  sequence: 'Number in the series',
  publishedYear: 'Year',
  language: 'Language',
  publisher: 'Publisher',
  description: 'Description',
}

const date = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long' })

const away = 'This folder is not there just now. Nothing was changed.'

export const importMessages = {
  title: 'Bring in books',
  folders: 'Folders',
  foldersFailed: 'Get Folders failed',
  about: (count: number, looked: string | null) =>
    `${books(count)}${looked === null ? ' · never looked through' : ` · looked through ${looked}`}`,
  look: 'Look',
  lookAt: (name: string) => `Look through ${name}`,
  review: 'Review',
  away,
  noFolders: 'No folder of books is known yet.',
  noFoldersHow:
    'Whoever runs this server can name one in its settings, and the books stay where they are. Files and folders of this device can be dropped below.',
  noFoldersExample: 'IMPORT_FOLDERS=books=/srv/audiobooks',
  startFailed: 'The import did not start',
  alreadyRunning: 'An import of this folder is on its way already',
  imports: 'Imports',
  importsFailed: 'Get Imports failed',
  importsPages: 'Pages of imports',
  noImports: 'Nothing has been brought in yet.',
  uploads: 'Uploaded files',
  states: {
    Queued: 'Waits for its turn',
    Walking: 'Looks for files',
    Looking: 'Looks into files',
    Review: 'Waits for your review',
    Applying: 'Brings books in',
    Done: 'Done',
    Cancelled: 'Cancelled',
    Failed: 'Failed',
  },
  remove: (name: string) => `Remove the import of ${name}`,
  removeQuestion: {
    title: 'Remove this import?',
    text: 'Books that were brought in stay. What was not goes from the review.',
    confirmLabel: 'Remove',
  },
  removeFailed: 'Import delete failed',
  removed: 'Import deleted',
  startedAt: (day: string) => `begun ${day}`,
} as const

export const reviewMessages = {
  title: 'Review',
  ofFolder: (name: string) => `Bring in ${name}`,
  run: (name: string, startedAt: string) => `${name}, ${date.format(new Date(startedAt))}`,
  waiting: 'Waits for its turn. You can close this page.',
  walking: ({ folders, files: found }: ImportProgress) =>
    `${counted(folders, 'folder', 'folders')} and ${files(found)} found so far. You can close this page.`,
  looking: ({ files: all, filesLooked, filesUnchanged, books: found }: ImportProgress) =>
    `${grouped(Math.min(filesLooked + filesUnchanged, all))} of ${files(all)} looked at, ${books(found)} so far. You can close this page.`,
  applying: ({ applied }: ImportProgress) => `${books(applied)} brought in so far. You can close this page.`,
  applied: (applied: number) => `${books(applied)} brought in.`,
  review: ({ files: found, applied }: ImportProgress, proposed: number) =>
    [
      ...(found > 0 && proposed > 0 ? [`${files(found)} became ${books(proposed)}.`] : []),
      applied === 0 ? 'Nothing is in the catalogue yet.' : `${books(applied)} brought in so far.`,
    ].join(' '),
  nothing: (unchanged: number) =>
    unchanged === 0 ? 'There is nothing to bring in.' : `Nothing has changed: ${books(unchanged)} as before.`,
  cancelled: 'Cancelled. What was brought in before stays.',
  failed: (why: string | undefined) => why ?? 'This import has failed. Nothing was changed.',
  failures: {
    FolderUnavailable: away,
    ManyMissing:
      'So many books are missing that the folder is probably not all there. None is marked as missing.',
  } as Partial<Record<string, string>>,
  cancel: 'Cancel',
  cancelQuestion: {
    title: 'Cancel this import?',
    text: 'What was brought in stays. What was found so far is forgotten.',
    confirmLabel: 'Cancel import',
  },
  cancelFailed: 'Import cancel failed',
  again: 'Look again',
  loadFailed: 'Get Import failed',
  booksFailed: 'Get Books failed',
  reload: 'Reload',
  tabs: 'Kinds of books',
  all: 'All',
  withQuestions: 'With questions',
  narrowed: 'Which books',
  search: 'Search these books',
  sort: 'Sort by',
  sorts: {
    'path-asc': 'Folder',
    'title-asc': 'Title',
    'title-desc': 'Title, Z first',
    'warnings-desc': 'Questions first',
  },
  pages: 'Pages of books',
  books: 'Books',
  none: 'Nothing here matches that.',
  showAll: 'Show all',
  found: (count: number) => `${books(count)} found`,
  bringAll: (count: number | undefined) =>
    `Bring in all without questions${count === undefined ? '' : ` (${grouped(count)})`}`,
  bring: (count: number) => `Bring in ${grouped(count)}`,
  asDrafts: 'as drafts',
  applyFailed: 'Bringing in failed',
  selection: 'Selected books',
  selected: (count: number) => `${grouped(count)} selected`,
  skipping: (count: number, total: number) => `${grouped(count)} of ${grouped(total)}`,
  clear: 'Clear selection',
  select: (name: string) => `Select ${name}`,
  selectPage: 'Select this page',
  skip: 'Skip',
  take: 'Take',
  skipped: 'Skipped',
  skipBook: (name: string) => `Skip ${name}`,
  takeBook: (name: string) => `Take ${name}`,
  inLibrary: 'In the library',
  untitled: 'Without a title',
  by: (names: string) => `read by ${names}`,
  readers: (count: number) => `${count} readers`,
  noAuthor: 'no author',
  noReader: 'no reader',
  ofSeries: (series: string, sequence: string | null) =>
    sequence === null ? series : `${series} #${sequence}`,
  filesUnit: (count: number) => (count === 1 ? 'file' : 'files'),
  columns: { book: 'Book', questions: 'Questions', length: 'Length', files: 'Files' },
  open: (name: string) => `Look at ${name}`,
  changeFailed: 'Book update failed',
  notReady: 'The import is no longer in its review',
  fields: 'What it is',
  filesTitle: 'Files in order',
  chapters: 'Chapters',
  chaptersOf: (count: number, source: string) =>
    `${count === 0 ? 'None' : counted(count, 'chapter', 'chapters')} · ${source}`,
  chaptersFrom: 'Chapters from',
  chapterSources: {
    Embedded: 'the file',
    Files: 'one for each file',
    Cue: 'the cue sheet',
    Json: 'JSON chapters',
    None: 'no chapters',
  },
  handChapters: 'by hand',
  showChapters: 'Show chapters',
  leftOut: 'Left out',
  others: (label: string) => `Other values of ${label}`,
  takeOther: (label: string, value: string) => `Take “${value}” for ${label}`,
  now: 'Now in the library',
  pinned: (value: string) => `You set this. The file says “${value}”.`,
  pinnedNothing: 'You set this. The file says nothing.',
  namesHint: 'Several names with ; between them.',
  yearInvalid: 'A year is a whole number.',
  move: (name: string) => `Move ${name}`,
  moveKeys: 'With arrow up and down it moves by one place, with Home and End to the ends.',
  movedTo: (place: number, count: number) => `Place ${place} of ${count}`,
  listenTo: (name: string) => `Listen to ${name}`,
  splitHere: 'Split here',
  splitBefore: (name: string) => `Split here, before ${name}`,
  splitFailed: 'Split failed',
  split: (count: number) => `Now ${count} books`,
  joinSelected: 'Join',
  join: 'Join with the next',
  joinWith: (name: string) => `Join with the next, ${name}`,
  joinFailed: 'Join failed',
  joined: 'Now one book',
  save: 'Save',
  discard: 'Discard',
  saved: 'Book updated',
  changes: (count: number) => counted(count, 'change', 'changes'),
  missing: (day: string) => `Not there since ${day}. Nothing is lost.`,
  moved: 'Its files lie at another place now.',
  tooManyFiles: `A book has at most ${grouped(maxBookFiles)} files.`,
} as const

/** `yesterday`; weekdays and dates stay. */
export function inSentence(day: string): string {
  return day === 'Today' || day === 'Yesterday' ? day.toLowerCase() : day
}

/** What an import came to. */
export function summaryOf(counts: ImportCounts): string {
  const parts = [
    [counts.new, 'new'],
    [counts.changed, 'changed'],
    [counts.moved, 'moved'],
    [counts.missing, 'missing'],
    [counts.refused, 'refused'],
    [counts.unchanged, 'unchanged'],
  ] as const
  return parts.flatMap(([count, word]) => (count > 0 ? `${grouped(count)} ${word}` : [])).join(' · ')
}
