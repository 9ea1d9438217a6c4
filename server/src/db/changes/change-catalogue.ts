import type { Database } from '../database.ts'
import type { Connection, Lock } from '../engine/dialect.ts'
import type { Changes } from './changes.ts'
import { raiseFeedRevisions, type RevisionDeps } from './feed-revisions.ts'
import { raiseLibraryRevisions } from './library-revisions.ts'
import { type ChangedScope, listOf, type ScopeList, summarizeScopes } from '../engine/scopes.ts'

export interface CatalogueChange {
  /** Changed records: locked against each other, and void afterwards. */
  readonly changes: readonly ChangedScope[]
  readonly holds?: readonly ScopeList[]
  /** Files that new media refer to: locked against the release of pending media. */
  readonly files?: readonly (StoredFile | null | undefined)[]
}

interface StoredFile {
  readonly sha256: string
}

export interface CatalogueDeps extends RevisionDeps {
  readonly db: Database
  readonly changes: Changes
}

type MarkChanged = (...scopes: ChangedScope[]) => void

/**
 * Runs a change of the catalogue in one transaction under its locks: the index of a record includes its creators'
 * names. `work` names with its second argument what else it has changed. On a transaction it is a part of that.
 */
export async function changeCatalogue<T>(
  deps: CatalogueDeps,
  { changes, holds = [], files = [] }: CatalogueChange,
  work: (transaction: Connection, alsoChanged: MarkChanged) => Promise<T>,
): Promise<T> {
  const { connection, dialect } = deps.db
  const changed = new Set(changes)
  const change = async (transaction: Connection): Promise<T> => {
    await dialect.lock(transaction, locksOf(changes, holds, files))
    const result = await work(transaction, (...scopes) => scopes.forEach((scope) => changed.add(scope)))
    const scopes = summarizeScopes(changed)
    await raiseFeedRevisions(transaction, deps, scopes)
    await raiseLibraryRevisions(transaction, dialect, scopes)
    await dialect.announceChange(transaction, scopes)
    return result
  }
  try {
    return connection.isTransaction
      ? await change(connection)
      : await connection.transaction().execute(change)
  } finally {
    // Also after a failure: the commit may have succeeded.
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

/** Taken where rows that refer to a file are inserted or deleted. */
export function fileLock({ sha256 }: StoredFile): Lock {
  return { name: `files/${sha256}` }
}
