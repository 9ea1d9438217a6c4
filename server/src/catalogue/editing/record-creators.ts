import { maxCredits } from '@earmark/contract/limits.ts'
import type { NewCredit } from '@earmark/contract/credit-edits.ts'
import type { Connection } from '../../db/engine/dialect.ts'
import type { MediaDeps } from '../../media/storage/files/storage.ts'
import type { FailureOf } from '../../errors.ts'
import { trimmedText } from '../../http/input/input.ts'
import { type EditingDeps, lockChangedFields } from '../book-values/hand-edits.ts'
import { deleteCredit, insertCredit, listCredits, replaceCredits } from '../creators/credits.queries.ts'
import { listScopesCounting } from '../creators/creator-details.queries.ts'
import { listCreators } from '../creators/creators.queries.ts'
import { followMerges } from '../creators/merged-creators.queries.ts'
import { changeCatalogue } from '../../db/changes/change-catalogue.ts'
import { prepareTokens, reindexRecords, textsOf } from '../creators/linked-records.ts'
import { indexNewCreators } from '../../db/search/index-records.queries.ts'
import { findRecordMedia, type RecordRef, scopeOf, touchRecord } from './records.queries.ts'

/** Adds a creator behind those that a record has; without effect when it is there. */
export async function addCreatorTo(
  deps: MediaDeps & EditingDeps,
  record: RecordRef,
  creatorId: number,
  failure: FailureOf<'NotFound' | 'InvalidBody'>,
): Promise<void> {
  const change: typeof insertCredit = async (transaction, ...credit) => {
    const isAdded = await insertCredit(transaction, ...credit)
    if (isAdded && (await listCredits(transaction, record)).length > maxCredits)
      throw failure('InvalidBody', { description: `A record has at most ${maxCredits} credits.` })
    return isAdded
  }
  await changeShown(deps, record, { creatorId, change }, failure)
}

/** Without effect when it is not there. */
export async function removeCreatorFrom(
  deps: MediaDeps & EditingDeps,
  record: RecordRef,
  creatorId: number,
  failure: FailureOf<'NotFound'>,
): Promise<void> {
  await changeShown(deps, record, { creatorId, change: deleteCredit }, failure)
}

async function changeShown(
  deps: MediaDeps & EditingDeps,
  record: RecordRef,
  { creatorId, change }: { creatorId: number; change: typeof insertCredit },
  failure: FailureOf<'NotFound'>,
): Promise<void> {
  await changeCredits(deps, record, failure, async (transaction) => {
    const [creator] = await listCreators(transaction, await followMerges(transaction, [creatorId]))
    if (!creator) throw failure('NotFound')
    const isChanged = await change(transaction, record, creator.id)
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
  deps: MediaDeps & EditingDeps,
  record: RecordRef,
  { credits, baseUpdatedAt }: CreditList,
  failure: FailureOf<'NotFound' | 'UnknownItem' | 'StaleRecord'>,
): Promise<void> {
  await changeCredits(deps, record, failure, async (transaction) => {
    const present = await creditsOfPresent(transaction, credits, () =>
      failure('UnknownItem', { field: 'credits' }),
    )
    const isCurrent = await touchRecord(transaction, record, deps.clock(), Date.parse(baseUpdatedAt))
    if (!isCurrent) throw failure('StaleRecord')
    await replaceCredits(transaction, record, distinctCredits(present))
  })
}

/** Adds credits behind those that a record has; one that is equal to an earlier one is left out. */
export async function addCreditsTo(
  deps: MediaDeps & EditingDeps,
  record: RecordRef,
  credits: readonly NewCredit[],
  failure: FailureOf<'NotFound' | 'UnknownItem' | 'InvalidBody'>,
): Promise<void> {
  const field = 'addCredits'
  await changeCredits(deps, record, failure, async (transaction) => {
    const added = await creditsOfPresent(transaction, credits, () => failure('UnknownItem', { field }))
    const present = await listCredits(transaction, record)
    const all = distinctCredits([...present, ...added])
    if (all.length === present.length) return
    if (all.length > maxCredits) throw failure('InvalidBody', { field })
    await replaceCredits(transaction, record, all)
    await touchRecord(transaction, record, deps.clock())
  })
}

/** Credits that name a creator by an id that was merged name the other. */
async function creditsOfPresent(
  connection: Connection,
  credits: readonly NewCredit[],
  failure: () => Error,
): Promise<NewCredit[]> {
  const given = credits.map(({ creatorId }) => creatorId)
  const ids = await followMerges(connection, given)
  const present = await listCreators(connection, [...new Set(ids)])
  if (present.length < new Set(ids).size) throw failure()
  return credits.map((credit, place) => ({ ...credit, creatorId: ids[place] as number }))
}

/** Of equal ones the first. */
function distinctCredits(credits: readonly NewCredit[]): NewCredit[] {
  const distinct = new Map<string, NewCredit>()
  for (const { creatorId, role, as } of credits) {
    const credit = { creatorId, role, as: trimmedText(as) ?? null }
    const key = JSON.stringify(credit)
    if (!distinct.has(key)) distinct.set(key, credit)
  }
  return [...distinct.values()]
}

async function changeCredits(
  deps: MediaDeps & EditingDeps,
  record: RecordRef,
  failure: FailureOf<'NotFound'>,
  change: (transaction: Connection) => Promise<void>,
): Promise<void> {
  const { kind, id } = record
  const records = { kind, ids: [id] }
  const prepared = await prepareTokens(textsOf(deps.db.connection, [records]))
  await changeCatalogue(deps, { changes: [scopeOf(record)] }, async (transaction, alsoChanged) => {
    if (!(await findRecordMedia(transaction, record))) throw failure('NotFound')
    const before = await listScopesCounting(transaction, record)
    await lockChangedFields(deps, transaction, kind === 'audio-book' ? [id] : [], () => change(transaction))
    alsoChanged(...before, ...(await listScopesCounting(transaction, record)))
    await reindexRecords(transaction, deps.db.dialect, records, prepared, indexNewCreators)
  })
}
