import type { MediaDeps } from '../../media/storage/files/storage.ts'
import type { FailureOf } from '../../errors.ts'
import { deleteCredit, insertCredit } from '../creators/credits.queries.ts'
import { findCreator } from '../creators/creators.queries.ts'
import { changeCatalogue } from '../../db/changes/change-catalogue.ts'
import { prepareTokens, reindexRecords, textsOf } from '../creators/linked-records.ts'
import { indexNewCreators } from '../../db/search/search.queries.ts'
import { findRecordMedia, type RecordRef, scopeOf } from './records.queries.ts'

/**
 * Credits have calls of their own: they leave the record's `updatedAt` as it is, so that adding a reader does not make
 * stale what is being typed into the record's form beside it.
 */

/** Adds a creator behind those that a record has; without effect when it is there. */
export async function addCreatorTo(
  deps: MediaDeps,
  record: RecordRef,
  creatorId: number,
  failure: FailureOf<'NotFound'>,
): Promise<void> {
  await changeCredit(deps, record, { creatorId, change: insertCredit }, failure)
}

/** Without effect when it is not there. */
export async function removeCreatorFrom(
  deps: MediaDeps,
  record: RecordRef,
  creatorId: number,
  failure: FailureOf<'NotFound'>,
): Promise<void> {
  await changeCredit(deps, record, { creatorId, change: deleteCredit }, failure)
}

async function changeCredit(
  deps: MediaDeps,
  record: RecordRef,
  { creatorId, change }: { creatorId: number; change: typeof insertCredit },
  failure: FailureOf<'NotFound'>,
): Promise<void> {
  const { kind, id } = record
  const records = kind === 'episode' ? null : { kind, ids: [id] }
  const prepared = await prepareTokens(textsOf(deps.db.connection, records ? [records] : []))
  await changeCatalogue(deps, { changes: [scopeOf(record)] }, async (transaction) => {
    const isKnown = await findRecordMedia(transaction, record)
    if (!isKnown || !(await findCreator(transaction, creatorId))) throw failure('NotFound')
    await change(transaction, record, creatorId)
    if (records) await reindexRecords(transaction, deps.db.dialect, records, prepared, indexNewCreators)
  })
}
