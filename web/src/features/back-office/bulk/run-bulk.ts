import { type BulkChanges, type BulkKind, editInBulk } from '@earmark/contract/bulk-edits.ts'
import { call } from '../../../lib/api.ts'

/** Records of one call: enough to see it go on, few enough to stop soon. */
export const recordsAtOnce = 50

export interface BulkOutcome {
  done: number[]
  /** Why, by the records' ids. */
  failed: Map<number, string>
  /** What a part failed with as a whole; those that come after it are not sent. */
  error?: unknown
}

interface BulkRun {
  kind: BulkKind
  ids: readonly number[]
  changes: BulkChanges
  /** @param count of the records that are through */
  onProgress: (count: number) => void
  /** Asked before each part. */
  isStopped: () => boolean
}

/** Changes records part by part. */
export async function runBulk({ kind, ids, changes, onProgress, isStopped }: BulkRun): Promise<BulkOutcome> {
  const outcome: BulkOutcome = { done: [], failed: new Map() }
  for (let start = 0; start < ids.length && !isStopped(); start += recordsAtOnce) {
    const part = ids.slice(start, start + recordsAtOnce)
    try {
      for (const { id, done, error } of await call(editInBulk, { body: { kind, ids: part, changes } })) {
        if (done) outcome.done.push(id)
        else outcome.failed.set(id, error?.description ?? '')
      }
    } catch (error) {
      return { ...outcome, error }
    }
    onProgress(start + part.length)
  }
  return outcome
}
