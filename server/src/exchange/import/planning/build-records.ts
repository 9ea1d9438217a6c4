import type { FieldName } from '@earmark/contract/planner/plan-input.ts'
import type { Plan, PlannedBook, PlannedField } from '@earmark/contract/planner/plan-output.ts'
import { bestSource, type ChaptersChoice, isChoiceOf } from '../import-chapters.ts'
import type { ImportRecord, LeftOutFile, RecordCover, RecordFile } from '../import-record.ts'
import type { LookedFacts, PlanFile } from '../plan-files.ts'
import { type ChaptersText, readSideChapters } from './side-chapters.ts'

/** What planned books are made whole from. */
export interface PlanMaterial {
  readonly files: readonly PlanFile[]
  readonly chaptersTexts: readonly ChaptersText[]
  readonly chaptersChoices: readonly ChaptersChoice[]
}

const folderOf = (path: string) => path.slice(0, Math.max(0, path.lastIndexOf('/')))

/** The records of planned books, with all that applying them needs. */
export function buildRecords(
  plan: Plan,
  { files, chaptersTexts, chaptersChoices }: PlanMaterial,
): Map<PlannedBook, ImportRecord> {
  const byPath = new Map(files.map((file) => [file.path, file]))
  const sideFiles = Map.groupBy(
    files.filter(({ sound }) => sound === null),
    ({ path }) => folderOf(path),
  )
  const texts = Map.groupBy(chaptersTexts, ({ path }) => folderOf(path))
  const booksIn = countBooks(plan.books)
  const records = plan.books.map((book): [PlannedBook, ImportRecord] => {
    const folders = [...new Set([book.path, ...[...book.files, ...book.leftOut].map(folderOf)])]
    const record = buildRecord(book, byPath, {
      sideFiles: folders.flatMap((folder) => sideFiles.get(folder) ?? []),
      texts: folders.flatMap((folder) => texts.get(folder) ?? []),
      ownsFolders: folders.every((folder) => (booksIn.get(folder) ?? 0) < 2),
      folders,
    })
    return [book, withChoice(record, chaptersChoices)]
  })
  return new Map(records)
}

/** The source of chapters that an editor has chosen, while the sounds of the book are the same. */
function withChoice(record: ImportRecord, choices: readonly ChaptersChoice[]): ImportRecord {
  if (choices.length === 0) return record
  const prints = record.files.map(({ print }) => print)
  const choice = choices.findLast((each) => isChoiceOf(each, prints))
  return choice ? { ...record, chaptersSource: choice.source } : record
}

/** How many books have files in a folder. */
function countBooks(books: readonly PlannedBook[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const { files } of books)
    for (const folder of new Set(files.map(folderOf))) counts.set(folder, (counts.get(folder) ?? 0) + 1)
  return counts
}

interface Beside {
  readonly sideFiles: readonly PlanFile[]
  readonly texts: readonly ChaptersText[]
  /** Its place, and where its files lie. */
  readonly folders: readonly string[]
  /** Whether no other book has files there. */
  readonly ownsFolders: boolean
}

function buildRecord(
  book: PlannedBook,
  byPath: ReadonlyMap<string, PlanFile>,
  { sideFiles, texts, folders, ownsFolders }: Beside,
): ImportRecord {
  const found = book.files.flatMap((path) => byPath.get(path) ?? [])
  const files = found.flatMap((file) => recordFile(file) ?? [])
  const refused = found.filter(({ sound }) => !sound?.facts)
  const leftOut = book.leftOut.flatMap((path) => byPath.get(path) ?? [])
  const chaptered = {
    files,
    sideChapters: readSideChapters(texts, {
      sounds: files.map(({ path }) => path),
      folders,
      ownsFolders,
    }),
  }
  return {
    kind: book.kind === 'Unchanged' ? 'Changed' : book.kind,
    audioBookId: book.audioBookId ?? null,
    path: book.path,
    fields: book.fields,
    moreSeries: book.moreSeries,
    ...chaptered,
    leftOut: [...refused, ...leftOut].map(leftOutFile),
    sideFiles: sideFiles.map(({ path, pathKey, sizeBytes }) => ({ path, pathKey, sizeBytes })),
    isJoinable: book.isJoinable,
    ...findCovers(book, found, byPath),
    chaptersSource: bestSource(chaptered),
    warnings: book.warnings,
  }
}

function recordFile({ sound, ...file }: PlanFile): RecordFile | null {
  const facts = factsOf(sound)
  if (!facts || !sound?.print || !sound.fileKey) return null
  const { path, pathKey, sizeBytes, modifiedSeconds, isMissing, uploadId } = file
  const { contentType, durationMs, needsIndex, joinKey, tags, chapters } = facts
  return {
    path,
    pathKey,
    sizeBytes,
    modifiedSeconds,
    print: sound.print,
    joinKey,
    fileKey: sound.fileKey,
    contentType,
    durationMs,
    needsIndex,
    title: tags.title ?? '',
    chapters,
    isMissing,
    uploadId,
  }
}

export function factsOf(sound: PlanFile['sound']): LookedFacts | null {
  return sound?.facts ? (JSON.parse(sound.facts) as LookedFacts) : null
}

function leftOutFile({ path, sizeBytes, sound }: PlanFile): LeftOutFile {
  const facts = factsOf(sound)
  return {
    path,
    sizeBytes,
    contentType: facts?.contentType ?? null,
    durationMs: facts?.durationMs ?? null,
    refusal: sound?.refusal ?? null,
  }
}

const mostEmbedded = 4

/** Pictures beside the sound, then those within it. */
function findCovers(
  { coverPaths }: PlannedBook,
  files: readonly PlanFile[],
  byPath: ReadonlyMap<string, PlanFile>,
): Pick<ImportRecord, 'cover' | 'otherCovers'> {
  const beside = coverPaths.flatMap((path) => byPath.get(path) ?? [])
  const embedded = files.values().filter(({ sound }) => factsOf(sound)?.hasPicture)
  const [cover = null, ...otherCovers] = [
    ...beside.map((file) => recordCover('File', file)),
    ...embedded.take(mostEmbedded).map((file) => recordCover('Embedded', file)),
  ]
  return { cover, otherCovers }
}

function recordCover(
  kind: RecordCover['kind'],
  { path, pathKey, sizeBytes, uploadId }: PlanFile,
): RecordCover {
  return { kind, path, pathKey, sizeBytes, uploadId }
}

/** What a hand has set in the review stays where the same book is planned again. */
export function keepHandFields(
  fields: ImportRecord['fields'],
  former: ImportRecord['fields'],
  kept: (name: FieldName) => boolean,
): ImportRecord['fields'] {
  const entries = (Object.entries(fields) as [FieldName, PlannedField][]).map(([name, field]) => {
    const hand = former[name]
    if (hand.source !== 'Hand' || !kept(name)) return [name, field]
    const { source, value, others } = field
    const isProposed = source !== 'Hand' && source !== 'None'
    return [
      name,
      {
        ...field,
        source: hand.source,
        value: hand.value,
        others: isProposed ? [{ source, value }, ...others] : others,
      },
    ]
  })
  return Object.fromEntries(entries) as ImportRecord['fields']
}
