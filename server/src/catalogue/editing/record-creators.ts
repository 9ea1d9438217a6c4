import type { NewCredit } from '@earmark/contract/credit-edits.ts'
import type { Connection } from '../../db/engine/dialect.ts'
import type { MediaDeps } from '../../media/storage/files/storage.ts'
import type { FailureOf } from '../../errors.ts'
import { deleteCredit, insertCredit, replaceCredits } from '../creators/credits.queries.ts'
import { listScopesCounting } from '../creators/creator-details.queries.ts'
import { findCreator, listCreators } from '../creators/creators.queries.ts'
import { changeCatalogue } from '../../db/changes/change-catalogue.ts'
import { prepareTokens, reindexRecords, textsOf } from '../creators/linked-records.ts'
import { indexNewCreators } from '../../db/search/search.queries.ts'
import { findRecordMedia, type RecordRef, scopeOf, touchRecord } from './records.queries.ts'

/** Adds a creator behind those that a record has; without effect when it is there. */
export async function addCreatorTo(
  deps: MediaDeps,
  record: RecordRef,
  creatorId: number,
  failure: FailureOf<'NotFound'>,
): Promise<void> {
  await changeShown(deps, record, { creatorId, change: insertCredit }, failure)
}

/** Without effect when it is not there. */
export async function removeCreatorFrom(
  deps: MediaDeps,
  record: RecordRef,
  creatorId: number,
  failure: FailureOf<'NotFound'>,
): Promise<void> {
  await changeShown(deps, record, { creatorId, change: deleteCredit }, failure)
}

async function changeShown(
  deps: MediaDeps,
  record: RecordRef,
  { creatorId, change }: { creatorId: number; change: typeof insertCredit },
  failure: FailureOf<'NotFound'>,
): Promise<void> {
  await changeCredits(deps, record, failure, async (transaction) => {
    if (!(await findCreator(transaction, creatorId))) throw failure('NotFound')
    const isChanged = await change(transaction, record, creatorId)
    if (isChanged) await touchRecord(transaction, record, deps.clock())
  })
}

interface CreditList {
  readonly credits: readonly NewCredit[]
  /** ISO 8601. */
  readonly baseUpdatedAt: string
}

/** Replaces the credits of a record, unless it was changed after the version that was edited. */
export async function replaceCreditsOf(
  deps: MediaDeps,
  record: RecordRef,
  { credits, baseUpdatedAt }: CreditList,
  failure: FailureOf<'NotFound' | 'UnknownItem' | 'StaleRecord'>,
): Promise<void> {
  const distinct = distinctCredits(credits)
  const creatorIds = [...new Set(distinct.map(({ creatorId }) => creatorId))]
  await changeCredits(deps, record, failure, async (transaction) => {
    const known = await listCreators(transaction, creatorIds)
    if (known.length < creatorIds.length) throw failure('UnknownItem', { field: 'credits' })
    const isCurrent = await touchRecord(transaction, record, deps.clock(), Date.parse(baseUpdatedAt))
    if (!isCurrent) throw failure('StaleRecord')
    await replaceCredits(transaction, record, distinct)
  })
}

/** Of equal ones the first. */
function distinctCredits(credits: readonly NewCredit[]): NewCredit[] {
  const distinct = new Map<string, NewCredit>()
  for (const { creatorId, role, as } of credits) {
    const credit = { creatorId, role, as: as?.trim() || null }
    const key = JSON.stringify(credit)
    if (!distinct.has(key)) distinct.set(key, credit)
  }
  return [...distinct.values()]
}

async function changeCredits(
  deps: MediaDeps,
  record: RecordRef,
  failure: FailureOf<'NotFound'>,
  change: (transaction: Connection) => Promise<void>,
): Promise<void> {
  const { kind, id } = record
  const records = kind === 'episode' ? null : { kind, ids: [id] }
  const prepared = await prepareTokens(textsOf(deps.db.connection, records ? [records] : []))
  await changeCatalogue(deps, { changes: [scopeOf(record)] }, async (transaction, alsoChanged) => {
    if (!(await findRecordMedia(transaction, record))) throw failure('NotFound')
    const before = await listScopesCounting(transaction, record)
    await change(transaction)
    alsoChanged(...before, ...(await listScopesCounting(transaction, record)))
    if (records) await reindexRecords(transaction, deps.db.dialect, records, prepared, indexNewCreators)
  })
}
