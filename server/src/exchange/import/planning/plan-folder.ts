import { folderOf } from '@earmark/contract/planner/file-names.ts'
import type { FolderFile, SoundFacts } from '@earmark/contract/planner/plan-input.ts'
import type { ChapterSource } from '@earmark/contract/chapters.ts'
import { planImport } from '@earmark/contract/planner/plan-import.ts'
import type { Plan, PlannedBook } from '@earmark/contract/planner/plan-output.ts'
import type { ImportCounts } from '@earmark/contract/imports.ts'
import type { ImportRecord } from '../import-record.ts'
import { chaptersOfPlayed } from '../import-chapters.ts'
import { noCounts } from '../import-numbers.ts'
import type { ProposedBook } from '../import-books.queries.ts'
import { firstDecision, proposedBook } from '../proposals.ts'
import { buildRecords, factsOf } from './build-records.ts'
import type { FolderBook, PlanFile } from '../plan-files.ts'
import type { PlanQuestion, PlanSummary, Proposals } from './plan-question.ts'
import type { ChaptersText } from './side-chapters.ts'

/** What the side files of a folder say: those for the planner, and those of chapters. */
export interface SideTexts {
  readonly fields: ReadonlyMap<string, string>
  readonly chapters: readonly ChaptersText[]
}

export interface PlannedFolder extends Proposals {
  readonly summary: PlanSummary
}

/** The books of a folder as they are shown for review. */
export function planFolder(
  files: readonly PlanFile[],
  question: PlanQuestion,
  texts: SideTexts,
): PlannedFolder {
  const present = files.filter(({ isMissing }) => !isMissing)
  const { asked, gone } = withoutGone(question.knownBooks, present)
  const plan = withoutStillMissing(
    asked,
    planImport({
      files: present.map((file) => folderFile(file, texts)),
      knownBooks: asked,
      awayBooks: question.awayBooks,
      handGroups: question.handGroups,
      otherPaths: question.otherPaths ?? [],
      knownElsewhere: new Set(question.knownElsewhere),
      ambiguousNames: new Set(question.ambiguousNames),
    }),
  )
  const records = buildRecords(plan, {
    files,
    chaptersTexts: texts.chapters,
    chaptersChoices: question.chaptersChoices,
  })
  const known = new Map(
    [...question.knownBooks, ...question.awayBooks].map((book) => [book.audioBookId, book]),
  )
  const { told, rechaptered, ...proposed } = sortBooks(records, known, question.isRegrouped === true)
  const { books, isManyMissing } = plan
  const counts = countsOf(books)
  const others = gone.length + countWithin(asked, plan)
  const summary = {
    counts: {
      ...counts,
      changed: counts.changed + rechaptered,
      unchanged: counts.unchanged + others - rechaptered,
    },
    books: books.length + others,
    isManyMissing,
    askedFolders: [...new Set(told.flatMap(foldersOf))],
    isSomethingGone: isManyMissing || told.some(({ files }) => files.some(({ isMissing }) => isMissing)),
  }
  return { ...proposed, summary }
}

/** What is proposed, and of which records; how many books have other chapters alone. */
function sortBooks(
  records: ReturnType<typeof buildRecords>,
  known: ReadonlyMap<number, FolderBook>,
  isRegrouped: boolean,
) {
  const proposals: ProposedBook[] = []
  const refreshed: ProposedBook[] = []
  const uncovered: ProposedBook[] = []
  const told: ImportRecord[] = []
  let rechaptered = 0
  for (const [book, record] of records) {
    const before = known.get(book.audioBookId ?? 0)
    const isRechaptered = book.kind === 'Unchanged' && hasOtherChapters(record, before)
    if (isRechaptered) rechaptered += 1
    if (book.kind !== 'Unchanged' || isRegrouped || isRechaptered)
      proposals.push(proposedBook(record, firstDecision(record)))
    else if (isOther(record, before)) refreshed.push(proposedBook(record, 'Take'))
    else {
      if (before?.beside.hasCover === false && record.cover) uncovered.push(proposedBook(record, 'Open'))
      continue
    }
    told.push(record)
  }
  return { proposals, refreshed, uncovered, told, rechaptered }
}

function foldersOf({ files, leftOut }: ImportRecord): string[] {
  return [...files, ...leftOut].map(({ path }) => folderOf(path))
}

/** Known books whose sound has become a part of another one: they stay as they are. */
function countWithin(known: readonly FolderBook[], { books, isManyMissing }: Plan): number {
  const planned = new Set(books.map(({ audioBookId }) => audioBookId))
  return isManyMissing ? 0 : known.filter(({ audioBookId }) => !planned.has(audioBookId)).length
}

/** Books that are known as missing, and are still, are no news. */
function withoutGone(books: readonly FolderBook[], present: readonly PlanFile[]) {
  const prints = new Set(present.map(({ sound }) => sound?.print))
  const isGone = ({ isMissing, files }: FolderBook) =>
    isMissing && !files.some(({ print }) => prints.has(print))
  return { asked: books.filter((book) => !isGone(book)), gone: books.filter(isGone) }
}

/** So are those of which another book has a sound. */
function withoutStillMissing(known: readonly FolderBook[], plan: Plan): Plan {
  const missing = new Set(known.filter(({ isMissing }) => isMissing).map(({ audioBookId }) => audioBookId))
  const isStill = ({ kind, audioBookId = 0 }: PlannedBook) => kind === 'Missing' && missing.has(audioBookId)
  return { ...plan, books: plan.books.filter((book) => !isStill(book)) }
}

function folderFile({ path, sizeBytes, sound }: PlanFile, { fields }: SideTexts): FolderFile {
  const text = fields.get(path)
  if (!sound) return { path, sizeBytes, ...(text !== undefined && { text }) }
  if (sound.refusal) return { path, sizeBytes, refusal: sound.refusal }
  const facts = factsOf(sound)
  if (!facts) return { path, sizeBytes }
  const { contentType, durationMs, tags, joinKey, isCutShort, hasPicture } = facts
  const known: SoundFacts = {
    tags,
    contentType,
    durationSeconds: durationMs / 1000,
    isCutShort,
    hasPicture,
    ...(sound.print !== null && { print: sound.print }),
    ...(joinKey !== null && { joinKey }),
  }
  return { path, sizeBytes, sound: known }
}

/** Whether files of a known book are there again, or are other bytes than when it was applied. */
function isOther({ files }: ImportRecord, known: FolderBook | undefined): boolean {
  if (!known) return false
  const before = JSON.stringify(known.fileKeys)
  const isBack = known.files.some(({ isMissing }, place) => isMissing === true && !files[place]?.isMissing)
  return known.isMissing || isBack || JSON.stringify(files.map(({ fileKey }) => fileKey)) !== before
}

const besideSound: readonly ChapterSource[] = ['Json', 'Cue']

/** Whether files beside the sound of a known book say other chapters than it has; those of an editor stay. */
function hasOtherChapters(record: ImportRecord, known: FolderBook | undefined): boolean {
  if (!known) return false
  const { chaptersSource: source, chapters, playedMs } = known.beside
  if (source === 'Hand' || ![source, record.chaptersSource].some((one) => besideSound.includes(one)))
    return false
  const played = playedMs.map((durationMs) => ({ durationMs }))
  const said = chaptersOfPlayed(record, played)
  return said.source !== source || JSON.stringify(said.chapters) !== JSON.stringify(chapters)
}

function countsOf(books: readonly PlannedBook[]): ImportCounts {
  const counts = { ...noCounts }
  for (const { kind, warnings } of books) {
    counts[countNames[kind]] += 1
    if (kind !== 'Unchanged' && warnings.length > 0) counts.warned += 1
  }
  return counts
}

const countNames = {
  New: 'new',
  Changed: 'changed',
  Moved: 'moved',
  Missing: 'missing',
  Unchanged: 'unchanged',
  Refused: 'refused',
} as const
