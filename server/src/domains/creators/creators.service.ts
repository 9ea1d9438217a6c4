import type { Creator } from '@earmark/contract/creators.ts'
import type { CatalogueDeps } from '../../deps.ts'
import { indexRecord } from '../search/search.queries.ts'
import { insertCreator, type NewCreator } from './creators.queries.ts'

/** @returns the new creator's id */
export async function createCreator(deps: CatalogueDeps, creator: NewCreator): Promise<number> {
  const { connection, dialect } = deps.db
  const id = await connection.transaction().execute(async (transaction) => {
    const newId = await insertCreator(transaction, creator, deps.clock())
    const { nickname, name, surname } = creator
    await indexRecord(transaction, dialect, 'creator', newId, { name: nickname, creators: [name, surname] })
    return newId
  })
  deps.changes.catalogueChanged()
  return id
}

/** What of its creators a record is found by. */
export function creatorTexts(creators: readonly Creator[]): (string | null)[] {
  return creators.flatMap(({ nickname, name, surname }) => [nickname, name, surname])
}
