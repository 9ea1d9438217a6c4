import { folderOf } from '@earmark/contract/planner/file-names.ts'
import { findSource } from '../apply/book-source.ts'
import { openFirstCover } from '../apply/library-cover.ts'
import type { ProposedBook } from '../import-books.queries.ts'
import type { ImportDeps } from '../import-deps.ts'
import type { ImportRecord } from '../import-record.ts'
import type { ImportRow } from '../imports.queries.ts'
import type { PlanFile } from '../plan-files.ts'
import { planInWorker } from '../planning/planning.ts'
import type { PlanQuestion, PlanSummary, Proposals } from '../planning/plan-question.ts'

interface Planned {
  readonly files: AsyncIterable<readonly PlanFile[]>
  readonly question: PlanQuestion
}

/** As `planInWorker`; a book that has nothing new but a picture is proposed if that can be read. */
export async function planWithCovers(
  deps: ImportDeps,
  row: ImportRow,
  { files, question }: Planned,
  signal: AbortSignal,
  keep: (proposed: Omit<Proposals, 'uncovered'>) => Promise<void>,
): Promise<PlanSummary> {
  const covered: ImportRecord[] = []
  const summary = await planInWorker(files, question, signal, async ({ proposals, refreshed, uncovered }) => {
    const taken: ProposedBook[] = []
    for (const book of uncovered) {
      const record = JSON.parse(book.record) as ImportRecord
      if (!(await hasReadableCover(deps, row, record))) continue
      covered.push(record)
      taken.push(book)
    }
    await keep({ proposals: [...proposals, ...taken], refreshed })
  })
  const { changed, unchanged } = summary.counts
  const folders = covered.flatMap(({ files: own }) => own.map(({ path }) => folderOf(path)))
  return {
    ...summary,
    counts: { ...summary.counts, changed: changed + covered.length, unchanged: unchanged - covered.length },
    askedFolders: [...new Set([...summary.askedFolders, ...folders])],
  }
}

async function hasReadableCover(
  deps: ImportDeps,
  { id: importId, folderId }: ImportRow,
  record: ImportRecord,
): Promise<boolean> {
  const source = await findSource(deps, { id: 0, importId, folderId, kind: 'Changed', record })
  await using opened = await openFirstCover(deps, source.coversOf(record))
  return opened.cover !== null
}
