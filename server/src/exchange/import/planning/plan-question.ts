import type { HandGroup } from '@earmark/contract/planner/plan-input.ts'
import type { ImportCounts } from '@earmark/contract/imports.ts'
import type { ProposedBook } from '../import-books.queries.ts'
import type { FolderBook, PlanFile } from '../plan-files.ts'
import type { ChaptersChoice } from '../import-chapters.ts'

/** What the planning is asked beside the files. */
export interface PlanQuestion {
  /** Where the side files are read; null for uploads, whose places are told. */
  readonly root: string | null
  readonly places?: Readonly<Record<string, string>>
  readonly knownBooks: readonly FolderBook[]
  /** Missing ones of other folders. */
  readonly awayBooks: readonly FolderBook[]
  readonly handGroups: readonly HandGroup[]
  readonly chaptersChoices: readonly ChaptersChoice[]
  /** Where the other books of the folder lie, if not all of it is planned. */
  readonly otherPaths?: readonly string[]
  readonly knownElsewhere: readonly string[]
  readonly ambiguousNames: readonly string[]
  /** Whether each book is proposed, unchanged ones too. */
  readonly isRegrouped?: boolean
}

export type WorkerInput =
  | { readonly files: readonly PlanFile[] }
  | { readonly question: PlanQuestion }
  | { readonly next: true }

export interface PlanSummary {
  readonly counts: ImportCounts
  /** Planned, unchanged ones too. */
  readonly books: number
  readonly isManyMissing: boolean
  /** Folders with files of proposals, or of books that are refreshed. */
  readonly askedFolders: readonly string[]
  /** Whether files of known books that were there are there no more. */
  readonly isSomethingGone: boolean
}

/** Proposals in pieces, each after the one before was asked for, then the summary. */
export type WorkerOutput = Proposals | { readonly summary: PlanSummary }

export interface Proposals {
  readonly proposals: readonly ProposedBook[]
  /** Known books whose files are other bytes of the same sound, or are there again: no question to anybody. */
  readonly refreshed: readonly ProposedBook[]
  /** Known books without a cover that have pictures, and nothing else that is new; they count as unchanged. */
  readonly uncovered: readonly ProposedBook[]
}
