import type { ImportBookKind } from '@earmark/contract/planner/plan-output.ts'
import type { Connection } from '../../db/engine/dialect.ts'
import type { MediaDeps } from '../../media/storage/files/storage.ts'
import type { ImportRecord } from './import-record.ts'

/** What a run of an import is given, by a server as by the command beside it. */
export type ImportDeps = MediaDeps

/** A row of `import_books` that is to be applied. */
export interface AppliedRow {
  readonly id: number
  readonly importId: number
  /** Null for uploads. */
  readonly folderId: number | null
  readonly kind: ImportBookKind
  readonly record: ImportRecord
}

export interface ApplyOptions {
  readonly publish: boolean
  readonly userId: string | null
  /**
   * Comes first in the transaction: holds the run's job until the commit.
   *
   * @throws JobEnded when the run has lost it
   */
  readonly hold: (transaction: Connection) => Promise<void>
}
