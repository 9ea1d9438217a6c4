import { scopeOf } from '../../../catalogue/editing/records.queries.ts'
import { changeCatalogue } from '../../../db/changes/change-catalogue.ts'
import type { MediaDeps } from '../../../media/storage/files/storage.ts'
import type { ImportRecord } from '../import-record.ts'
import { changeBook } from './changed-book.ts'
import type { LookedCover } from './library-cover.ts'
import { markApplied, setMissing } from './library-books.queries.ts'
import { createBook } from './new-book.ts'

/** A book of an import's review. */
export interface BookOfImport {
  readonly id: number
  readonly version: number
  readonly record: ImportRecord
}

export interface Applying {
  /** Null for a batch of uploads. */
  readonly folderId: number | null
  /** Bytes are copied into the storage; otherwise files stay where they are. */
  readonly isCopied: boolean
  /** New books are drafts otherwise. */
  readonly publish: boolean
  readonly userId: string | null
  /** Where a file of the folder or of the batch lies now. */
  placeOf(file: {
    readonly path: string
    readonly pathKey: string
    readonly uploadId: string | null
  }): string | Buffer
  findCover(record: ImportRecord): Promise<LookedCover | null>
  /** Ends a run that has lost its lease, before it writes. */
  holdLease(): Promise<void>
}

/** Another run has applied the book. */
export class AppliedElsewhere extends Error {}

/**
 * Brings one book in: all of it in one transaction, which notes in the review that it is done. Doing it again does nothing.
 *
 * @throws ChangedSinceLook where a file is another one by now; AppliedElsewhere; AppError of the storage and of the probe
 */
export async function applyBook(deps: MediaDeps, book: BookOfImport, applying: Applying): Promise<void> {
  const { kind, audioBookId } = book.record
  if (audioBookId === null) await createBook(deps, book, applying)
  else if (kind === 'Missing') await missBook(deps, { ...book, audioBookId }, applying)
  else await changeBook(deps, { ...book, audioBookId }, applying)
}

async function missBook(
  deps: MediaDeps,
  book: BookOfImport & { readonly audioBookId: number },
  { holdLease }: Applying,
): Promise<void> {
  const record = { kind: 'audio-book', id: book.audioBookId } as const
  await holdLease()
  await changeCatalogue(deps, { changes: [scopeOf(record)] }, async (transaction) => {
    const now = deps.clock()
    await setMissing(transaction, record.id, now)
    if (!(await markApplied(transaction, book, { audioBookId: record.id, now }))) throw new AppliedElsewhere()
  })
}
