import { foldText } from '../fold.ts'
import { maxBookFiles } from '../limits.ts'
import { replacedSound, warningOf } from './book-warnings.ts'
import { isSameValue } from './field-values.ts'
import { compareTexts } from './file-names.ts'
import type { GroupedFile } from './grouping.ts'
import { type FieldName, fieldNames, type FolderFile, type KnownBook, type PlanInput } from './plan-input.ts'
import type { ImportBookKind, Plan, PlannedBook, PlannedField, PlannedWarning } from './plan-output.ts'

/** Which books are known already: by their sound, under whatever path (import.md, 4.2). */

/** A book before it is known whether it is one of those that are there. */
export interface Draft
  extends Omit<PlannedBook, 'kind' | 'audioBookId' | 'files' | 'missingFiles' | 'leftOut'> {
  readonly sounds: readonly GroupedFile[]
  readonly leftOut: readonly FolderFile[]
  readonly isRefused: boolean
}

export function recognizeBooks(drafts: readonly Draft[], input: PlanInput): Plan {
  const { knownBooks = [], awayBooks = [] } = input
  const sorted = [...drafts].sort((one, other) => compareTexts(one.path, other.path))
  const isThere = presence(sorted, knownBooks)
  const prints = new Set(sorted.flatMap(({ sounds }) => sounds.flatMap(printOf)))
  const arrived = awayBooks.filter(({ files }) => files.every(({ print }) => prints.has(print)))
  const known = matchKnown(sorted, knownBooks, arrived)
  const matched = new Set(known.values())
  // What lies where a book was may be another one that is known.
  const others = sorted.filter((draft) => !known.has(draft))
  const otherPaths = new Set(others.flatMap(({ sounds }) => sounds.map(({ path }) => path)))
  const isGone = ({ files }: KnownBook) =>
    shareOf(files, (file) => isThere(file) || otherPaths.has(file.path)) < 0.5
  const gone = knownBooks.filter((book) => !matched.has(book) && isGone(book))
  const isEmpty = sorted.every(({ sounds }) => sounds.length === 0)
  const isManyMissing =
    gone.length > 0 && (isEmpty || (gone.length > 10 && gone.length > knownBooks.length / 5))
  const originals = firstPlaces(sorted, known)
  const books = sorted.map((draft) => {
    const book = known.get(draft)
    return book ? knownBook(draft, book, { isThere, input }) : newBook(draft, { originals, input })
  })
  const missing = isManyMissing ? [] : gone.map(missingBook)
  const all = [...books, ...missing].sort((one, other) => compareTexts(one.path, other.path))
  return { books: all, isManyMissing }
}

function printOf({ sound }: FolderFile): string[] {
  return sound?.print === undefined ? [] : [sound.print]
}

type KnownFile = KnownBook['files'][number]

/** Whether a known file is where it was, or moved. A file of the same sound that another one is known as is not it. */
function presence(drafts: readonly Draft[], knownBooks: readonly KnownBook[]): (file: KnownFile) => boolean {
  const sounds = drafts.flatMap((draft) => draft.sounds)
  const keys = new Set(sounds.flatMap((file) => printOf(file).map((print) => keyOf({ ...file, print }))))
  const moved = movedPrints(
    sounds,
    knownBooks.flatMap(({ files }) => files),
  )
  return (file) => keys.has(keyOf(file)) || moved.has(file.print)
}

function keyOf({ path, print }: Pick<KnownFile, 'path' | 'print'>): string {
  return JSON.stringify([path, print])
}

/** Of sounds that are at another place than known files. */
function movedPrints(sounds: readonly GroupedFile[], known: readonly KnownFile[]): ReadonlySet<string> {
  const keys = new Set(known.map(keyOf))
  return new Set(
    sounds.flatMap((file) => printOf(file).filter((print) => !keys.has(keyOf({ ...file, print })))),
  )
}

/** Half of a book's time or more is the book, of this folder before another one; what is left is known by its paths. */
function matchKnown(
  drafts: readonly Draft[],
  knownBooks: readonly KnownBook[],
  arrived: readonly KnownBook[],
): Map<Draft, KnownBook> {
  const matches = new Map<Draft, KnownBook>()
  const matched = new Set<KnownBook>()
  const match = (shares: readonly Share[]) => {
    for (const { draft, book } of [...shares].sort(compareShares))
      if (!matches.has(draft) && !matched.has(book)) {
        matches.set(draft, book)
        matched.add(book)
      }
  }
  const byPrint: Keys = { of: printOf, ofKnown: ({ print }) => print, isByPrint: true }
  match(shared(drafts, knownBooks, byPrint))
  match(shared(drafts, arrived, byPrint))
  const left = drafts.filter((draft) => !matches.has(draft))
  const unknown = knownBooks.filter((book) => !matched.has(book))
  match(shared(left, unknown, { of: ({ path }) => [path], ofKnown: ({ path }) => path, isByPrint: false }))
  return matches
}

interface Share {
  readonly draft: Draft
  readonly book: KnownBook
  /** Of the known book's time. */
  readonly part: number
}

function compareShares(one: Share, other: Share): number {
  const isSamePath = ({ draft, book }: Share) => (draft.path === book.path ? 0 : 1)
  return (
    other.part - one.part ||
    isSamePath(one) - isSamePath(other) ||
    compareTexts(one.draft.path, other.draft.path) ||
    one.book.audioBookId - other.book.audioBookId
  )
}

interface Keys {
  of(file: FolderFile): readonly string[]
  ofKnown(file: KnownFile): string
  readonly isByPrint: boolean
}

function shared(drafts: readonly Draft[], knownBooks: readonly KnownBook[], keys: Keys): Share[] {
  const draftsByKey = new Map<string, Set<Draft>>()
  for (const draft of drafts)
    for (const key of draft.sounds.flatMap((file) => keys.of(file)))
      draftsByKey.set(key, (draftsByKey.get(key) ?? new Set()).add(draft))
  return knownBooks.flatMap((book) => {
    const whole = timeOf(book.files)
    const found = new Map<Draft, number>()
    for (const file of book.files)
      for (const draft of draftsByKey.get(keys.ofKnown(file)) ?? [])
        found.set(draft, (found.get(draft) ?? 0) + weight(file.durationSeconds))
    const shares = [...found].map(([draft, seconds]) => ({ draft, book, part: seconds / whole }))
    return shares.filter(({ part, draft }) => part >= 0.5 || (!keys.isByPrint && draft.path === book.path))
  })
}

/** Seconds that count among others, of files without a length too. */
function weight(seconds = 0): number {
  return Math.max(seconds, 0.001)
}

function timeOf(files: readonly KnownFile[]): number {
  return files.reduce((sum, { durationSeconds }) => sum + weight(durationSeconds), 0)
}

/** Of the time of files, that of some. */
function shareOf(files: readonly KnownFile[], isOne: (file: KnownFile) => boolean): number {
  return timeOf(files.filter(isOne)) / timeOf(files)
}

function weightOf(sounds: readonly GroupedFile[]): number {
  return sounds.reduce((sum, { sound }) => sum + weight(sound?.durationSeconds), 0)
}

interface Present {
  readonly isThere: (file: KnownFile) => boolean
  readonly input: PlanInput
}

function knownBook(draft: Draft, book: KnownBook, { isThere, input }: Present): PlannedBook {
  const fields = fieldsBeside(draft.fields, book)
  const order = withMissing(draft, book, isThere)
  const replaced = replacedPaths(draft, book)
  const knownAsMissing = new Set(book.files.flatMap(({ path, isMissing }) => (isMissing ? [path] : [])))
  const changes = {
    isSound: !isSameList(
      order.prints,
      book.files.map(({ print }) => print),
    ),
    isPlace:
      draft.path !== book.path ||
      !isSameList(
        order.files,
        book.files.map(({ path }) => path),
      ),
    isPartlyGone: order.missingFiles.some((path) => !knownAsMissing.has(path)),
    isField: fieldNames.some((name) => 'now' in fields[name] && fields[name].source !== 'Hand'),
  }
  const kind =
    changes.isSound || changes.isPartlyGone
      ? 'Changed'
      : changes.isPlace
        ? 'Moved'
        : changes.isField
          ? 'Changed'
          : 'Unchanged'
  const warnings = [...draft.warnings, ...ambiguous(fields, draft, input)]
  if (replaced.length > 0) warnings.push(replacedSound(secondsOf(book.files), soundSeconds(draft), replaced))
  return finished(draft, { kind, fields, warnings, audioBookId: book.audioBookId, ...order })
}

function isSameList(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((value, place) => value === other[place])
}

/** Those at a path of the book that sound otherwise now. */
function replacedPaths(draft: Draft, { files }: KnownBook): string[] {
  const known = new Map(files.map(({ path, print }) => [path, print]))
  const prints = new Set(files.map(({ print }) => print))
  return draft.sounds.flatMap((file) => {
    const [print] = printOf(file)
    const before = known.get(file.path)
    return before !== undefined && print !== undefined && before !== print && !prints.has(print)
      ? [file.path]
      : []
  })
}

/** A book that is partly missing keeps its files, in their places. */
function withMissing(draft: Draft, { files }: KnownBook, isThere: Present['isThere']) {
  const paths = new Set(draft.sounds.map(({ path }) => path))
  const order = draft.sounds.map((file) => ({ path: file.path, print: printOf(file)[0] ?? '' }))
  const moved = movedPrints(draft.sounds, files)
  const missing = files.filter((file) => !paths.has(file.path) && !moved.has(file.print) && !isThere(file))
  for (const file of missing) {
    const before = files.slice(0, files.indexOf(file)).map(({ print }) => print)
    const place = order.findLastIndex(({ print }) => before.includes(print)) + 1
    order.splice(place, 0, file)
  }
  return {
    files: order.map(({ path }) => path),
    prints: order.map(({ print }) => print),
    missingFiles: missing.map(({ path }) => path),
  }
}

/** A field that an editor has set stays; others show what the catalogue says where that differs. */
function fieldsBeside(
  planned: Readonly<Record<FieldName, PlannedField>>,
  book: KnownBook,
): Record<FieldName, PlannedField> {
  const beside = (name: FieldName): PlannedField => {
    const field = planned[name]
    const now = book.fields[name]
    if (!book.handFields.includes(name))
      return isSameValue(name, field.value, now) ? field : { ...field, now }
    const { source, value, others } = field
    const said = source === 'None' ? others : [{ source, value }, ...others]
    return { source: 'Hand', value: now, others: said }
  }
  return Object.fromEntries(fieldNames.map((name) => [name, beside(name)])) as Record<FieldName, PlannedField>
}

interface Others {
  readonly originals: ReadonlyMap<string, Draft>
  readonly input: PlanInput
}

/** The book that a sound belongs to first: a known one, else the first by path. */
function firstPlaces(drafts: readonly Draft[], known: ReadonlyMap<Draft, KnownBook>): Map<string, Draft> {
  const first = new Map<string, Draft>()
  for (const draft of [...drafts.filter((one) => known.has(one)), ...drafts])
    for (const print of draft.sounds.flatMap(printOf)) if (!first.has(print)) first.set(print, draft)
  return first
}

function newBook(draft: Draft, { originals, input }: Others): PlannedBook {
  const same = draft.sounds.filter((file) =>
    printOf(file).some((print) => input.knownElsewhere?.has(print) || originals.get(print) !== draft),
  )
  const warnings = [...draft.warnings, ...ambiguous(draft.fields, draft, input)]
  const isSame = same.length > 0 && weightOf(same) * 2 >= weightOf(draft.sounds)
  if (isSame)
    warnings.push(
      warningOf(
        'SameAsAnother',
        same.map(({ path }) => path),
      ),
    )
  const { fields, sounds } = draft
  const isTooLong = sounds.length > maxBookFiles
  const kind = draft.isRefused || isTooLong ? 'Refused' : 'New'
  const files = isTooLong ? [] : sounds.map(({ path }) => path)
  const whole = isTooLong ? { ...draft, leftOut: [...sounds, ...draft.leftOut] } : draft
  return finished(whole, { kind, fields, warnings, files, missingFiles: [] })
}

function ambiguous(
  { authors, narrators }: Readonly<Record<FieldName, PlannedField>>,
  draft: Draft,
  { ambiguousNames }: PlanInput,
): PlannedWarning[] {
  const names = [authors.value, narrators.value].flat()
  const isDoubtful = names.some((name) => typeof name === 'string' && ambiguousNames?.has(foldText(name)))
  return isDoubtful
    ? [
        warningOf(
          'AmbiguousPerson',
          draft.sounds.map(({ path }) => path),
        ),
      ]
    : []
}

interface Finished {
  readonly kind: ImportBookKind | 'Unchanged'
  readonly fields: PlannedBook['fields']
  readonly warnings: readonly PlannedWarning[]
  readonly audioBookId?: number
  readonly files: readonly string[]
  readonly missingFiles: readonly string[]
}

function finished(
  draft: Draft,
  { kind, fields, warnings, audioBookId, files, missingFiles }: Finished,
): PlannedBook {
  const { path, moreSeries, leftOut, coverPaths, isJoinable } = draft
  return {
    kind,
    path,
    ...(audioBookId !== undefined && { audioBookId }),
    fields,
    moreSeries,
    files,
    missingFiles,
    leftOut: leftOut.map((file) => file.path),
    coverPaths,
    isJoinable,
    warnings,
  }
}

function missingBook({ audioBookId, path, files, fields }: KnownBook): PlannedBook {
  const paths = files.map((file) => file.path)
  const now = (name: FieldName): PlannedField => ({ source: 'None', value: fields[name], others: [] })
  return {
    kind: 'Missing',
    path,
    audioBookId,
    fields: Object.fromEntries(fieldNames.map((name) => [name, now(name)])) as PlannedBook['fields'],
    moreSeries: [],
    files: paths,
    missingFiles: paths,
    leftOut: [],
    coverPaths: [],
    isJoinable: true,
    warnings: [],
  }
}

function secondsOf(files: readonly { readonly durationSeconds: number }[]): number {
  return files.reduce((sum, { durationSeconds }) => sum + durationSeconds, 0)
}

function soundSeconds({ sounds }: Draft): number {
  return sounds.reduce((sum, { sound }) => sum + (sound?.durationSeconds ?? 0), 0)
}
