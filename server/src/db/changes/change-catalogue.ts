import type { Database } from '../database.ts'
import type { Connection, Lock } from '../engine/dialect.ts'
import type { Changes } from './changes.ts'
import { type ChangedScope, listOf, type ScopeList, summarizeScopes } from '../engine/scopes.ts'

/** What a change of the catalogue touches, known before it begins. */
export interface CatalogueChange {
  /** Records: no two transactions change the same one at once. What was made from them is void afterwards. */
  readonly changes: readonly ChangedScope[]
  /** Lists of which no record changes meanwhile, in any other transaction. */
  readonly holds?: readonly ScopeList[]
  /** Stored files that the change refers to: nobody gives up their pending media before the commit. */
  readonly files?: readonly (StoredFile | null | undefined)[]
}

interface StoredFile {
  /** Names its bytes. */
  readonly sha256: string
}

type MarkChanged = (...scopes: ChangedScope[]) => void

/**
 * Every change of the catalogue: one transaction. A record is found by its own texts and by the names of its creators,
 * so two changes at once, of a book and of its reader, could each index what the other has just replaced: a change of
 * a record takes its turn with others of that record, a change of a creator holds the lists of what may name them.
 *
 * @param work names with its second argument what else it has changed
 */
export async function changeCatalogue<T>(
  deps: { db: Database; changes: Changes },
  { changes, holds = [], files = [] }: CatalogueChange,
  work: (transaction: Connection, alsoChanged: MarkChanged) => Promise<T>,
): Promise<T> {
  const { connection, dialect } = deps.db
  const changed = new Set(changes)
  try {
    return await connection.transaction().execute(async (transaction) => {
      await dialect.lock(transaction, locksOf(changes, holds, files))
      const result = await work(transaction, (...scopes) => scopes.forEach((scope) => changed.add(scope)))
      await dialect.announceChange(transaction, summarizeScopes(changed))
      return result
    })
  } finally {
    // Also when it failed: a commit may have been made whose answer was lost.
    deps.changes.changed(summarizeScopes(changed))
  }
}

function locksOf(
  changes: readonly ChangedScope[],
  holds: readonly ScopeList[],
  files: readonly (StoredFile | null | undefined)[],
): Lock[] {
  return [
    ...holds.map((name) => ({ name })),
    ...changes.flatMap((scope) => [
      { name: listOf(scope), isShared: true },
      ...(scope.endsWith('/+') ? [] : [{ name: scope }]),
    ]),
    ...files.flatMap((file) => (file ? [fileLock(file)] : [])),
  ]
}

/** Held while rows that refer to a stored file are inserted, and while pending ones are given up. */
export function fileLock({ sha256 }: StoredFile): Lock {
  return { name: `files/${sha256}` }
}
