import type { Series } from '@earmark/contract/series.ts'
import type { CoreDeps } from '../../deps.ts'
import { changeCatalogue } from '../../db/changes/change-catalogue.ts'
import { DuplicateKeyError, failOn } from '../../db/engine/database-errors.ts'
import type { Connection, Dialect } from '../../db/engine/dialect.ts'
import type { ChangedScope } from '../../db/engine/scopes.ts'
import { indexRecord, indexRecords, removeFromIndex } from '../../db/search/index-records.queries.ts'
import type { FailureOf } from '../../errors.ts'
import { listBooksOf } from '../audio-books/series-parts.queries.ts'
import type { PreparedTokens, RecordsOfKind } from '../creators/linked-records.ts'
import { type EditingDeps, lockChangedFields } from '../book-values/hand-edits.ts'
import { type LinkedDeps, linkedJob, prepareLinked, reindexLinked } from '../creators/reindex-linked.ts'
import * as series from './series.queries.ts'

type NewSeriesDeps = Pick<CoreDeps, 'config' | 'db' | 'changes' | 'clock'>
type SeriesDeps = NewSeriesDeps & LinkedDeps & EditingDeps

/** A series as it is written: an undefined description stays as it is. */
export interface SeriesInput {
  readonly name: string
  readonly description?: string | null | undefined
}

export async function createSeries(
  deps: NewSeriesDeps,
  { name, description = null }: SeriesInput,
  failure: FailureOf<'DuplicateName'>,
): Promise<Series> {
  return await changeCatalogue(deps, { changes: ['series/+'] }, async (transaction) => {
    const created = { name, description }
    const id = await series
      .insertSeries(transaction, created, deps.clock())
      .catch(failOn(DuplicateKeyError, () => failure('DuplicateName', { field: 'name' })))
    await indexRecord(transaction, deps.db.dialect, 'series', id, created)
    return (await series.findSeries(transaction, id)) as Series
  })
}

/** @param base the last change that the form was filled in over, in epoch milliseconds; undefined, any */
export async function changeSeries(
  deps: SeriesDeps,
  id: number,
  { name, description, base }: SeriesInput & { readonly base: number | undefined },
  failure: FailureOf<'NotFound' | 'StaleRecord' | 'DuplicateName'>,
): Promise<Series> {
  const prepared = await prepareBooks(deps, id)
  const after = await changeCatalogue(deps, changeOf(id), async (transaction, alsoChanged) => {
    const before = await series.findSeries(transaction, id)
    if (!before) throw failure('NotFound')
    const changed = { name, description: description === undefined ? before.description : description }
    const books = await listBooksOf(transaction, id)
    const isCurrent = await lockChangedFields(deps, transaction, books, () =>
      series
        .updateSeries(transaction, id, changed, { now: deps.clock(), base })
        .catch(failOn(DuplicateKeyError, () => failure('DuplicateName', { field: 'name' }))),
    )
    if (!isCurrent) throw failure('StaleRecord')
    if (name !== before.name) alsoChanged(...(await renameIn(deps, transaction, books, prepared)))
    await indexRecord(transaction, deps.db.dialect, 'series', id, changed)
    return (await series.findSeries(transaction, id)) as Series
  })
  deps.jobs.wake(linkedJob)
  return after
}

/** Its audio books go on without. */
export async function removeSeries(
  deps: SeriesDeps,
  id: number,
  failure: FailureOf<'NotFound'>,
): Promise<void> {
  const prepared = await prepareBooks(deps, id)
  await changeCatalogue(deps, changeOf(id), async (transaction, alsoChanged) => {
    const books = await listBooksOf(transaction, id)
    const isGone = await lockChangedFields(deps, transaction, books, () =>
      series.deleteSeries(transaction, id, deps.clock()),
    )
    if (!isGone) throw failure('NotFound')
    await removeFromIndex(transaction, deps.db.dialect, 'series', id)
    alsoChanged(...(await renameIn(deps, transaction, books, prepared)))
  })
  deps.jobs.wake(linkedJob)
}

/** Its name is in the index and the answers of its audio books, of which none may be added meanwhile. */
function changeOf(id: number) {
  return { changes: [`series/${id}`], holds: ['audio-books'] } as const
}

async function prepareBooks(deps: SeriesDeps, id: number): Promise<PreparedTokens> {
  return await prepareLinked(deps, [booksOf(await listBooksOf(deps.db.connection, id))])
}

const booksOf = (ids: readonly number[]): RecordsOfKind => ({ kind: 'audio-book', ids })

/** Makes audio books findable by the present names of their series. @returns the scopes of these */
async function renameIn(
  deps: SeriesDeps,
  transaction: Connection,
  ids: readonly number[],
  prepared: PreparedTokens,
): Promise<ChangedScope[]> {
  await reindexLinked(deps, transaction, [booksOf(ids)], prepared)
  return ids.map((id) => `audio-books/${id}` as const)
}

/** Makes series findable. */
export async function reindexSeries(
  transaction: Connection,
  dialect: Dialect,
  ids: readonly number[],
): Promise<void> {
  await indexRecords(transaction, dialect, 'series', await series.listSeriesTexts(transaction, ids))
}
