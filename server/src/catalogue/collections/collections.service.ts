import type { EditedCollection, NewCollectionItem } from '@earmark/contract/collection-edits.ts'
import type { CoreDeps } from '../../deps.ts'
import { changeCatalogue } from '../../db/changes/change-catalogue.ts'
import { failOn, MissingRowError } from '../../db/engine/database-errors.ts'
import type { Connection } from '../../db/engine/dialect.ts'
import type { FailureOf } from '../../errors.ts'
import { findEditedCollection } from './collection-items.ts'
import * as collections from './collections.queries.ts'

type CollectionDeps = Pick<CoreDeps, 'config' | 'db' | 'changes' | 'clock'>

/** A collection as it is written: what is undefined stays as it is. */
interface CollectionInput {
  readonly name: string
  readonly description?: string | null | undefined
  readonly place?: number | undefined
  readonly isOnHome?: boolean | undefined
}

export async function createCollection(
  deps: CollectionDeps,
  { description = null, isOnHome = false, place, name }: CollectionInput,
): Promise<EditedCollection> {
  return await changeCatalogue(deps, { changes: ['collections/+'] }, async (transaction) => {
    const created = { name, description, isOnHome, place }
    const id = await collections.insertCollection(transaction, created, deps.clock())
    return (await findEditedCollection(transaction, id)) as EditedCollection
  })
}

type ChangeFailure = FailureOf<'NotFound' | 'StaleRecord'>

/** @param base the last change that the form was filled in over, in epoch milliseconds; undefined, any */
export async function changeCollection(
  deps: CollectionDeps,
  id: number,
  { base, ...input }: CollectionInput & { readonly base: number | undefined },
  failure: ChangeFailure,
): Promise<EditedCollection> {
  return await changeFrom(deps, id, { base, input }, failure, async () => {})
}

/** @param base as that of `changeCollection` */
export async function replaceCollectionItems(
  deps: CollectionDeps,
  id: number,
  { items, base }: { readonly items: readonly NewCollectionItem[]; readonly base: number },
  failure: ChangeFailure & FailureOf<'UnknownItem' | 'InvalidBody'>,
): Promise<EditedCollection> {
  const distinct = distinctItems(items, failure)
  return await changeFrom(deps, id, { base, input: {} }, failure, async (transaction) => {
    await collections
      .replaceItems(transaction, id, distinct)
      .catch(failOn(MissingRowError, () => failure('UnknownItem', { field: 'items' })))
  })
}

async function changeFrom(
  deps: CollectionDeps,
  id: number,
  { base, input }: { readonly base: number | undefined; readonly input: Partial<CollectionInput> },
  failure: ChangeFailure,
  change: (transaction: Connection) => Promise<void>,
): Promise<EditedCollection> {
  return await changeCatalogue(deps, { changes: [`collections/${id}`] }, async (transaction) => {
    const [present] = await collections.listCollectionTexts(transaction, { id })
    if (!present) throw failure('NotFound')
    const changed = { now: deps.clock(), base }
    if (!(await collections.updateCollection(transaction, id, input, changed))) throw failure('StaleRecord')
    await change(transaction)
    return (await findEditedCollection(transaction, id)) as EditedCollection
  })
}

/** Of equal ones the first. */
function distinctItems(
  items: readonly NewCollectionItem[],
  failure: FailureOf<'InvalidBody'>,
): collections.ItemIds[] {
  const distinct = new Map<string, collections.ItemIds>()
  for (const { audioBookId = null, podcastId = null } of items) {
    if ((audioBookId === null) === (podcastId === null))
      throw failure('InvalidBody', {
        field: 'items',
        description: 'items have either audioBookId or podcastId each.',
      })
    const key = `${audioBookId}/${podcastId}`
    if (!distinct.has(key)) distinct.set(key, { audioBookId, podcastId })
  }
  return [...distinct.values()]
}

/** Its items stay where they are. */
export async function removeCollection(
  deps: CollectionDeps,
  id: number,
  failure: FailureOf<'NotFound'>,
): Promise<void> {
  await changeCatalogue(deps, { changes: [`collections/${id}`] }, async (transaction) => {
    if (!(await collections.deleteCollection(transaction, id))) throw failure('NotFound')
  })
}
