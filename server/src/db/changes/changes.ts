import { type SubscribeToChanges, noOtherNodes } from '../engine/change-feed.ts'
import { type ChangedScope, listOf, type Scope, type ScopeList } from '../engine/scopes.ts'

export interface Made {
  readonly scopes: readonly Scope[]
  readonly version: number
}

/** Counts the catalogue's changes by scope; the base of all caches. */
export interface Changes {
  /** Changes of all nodes, at most a second late; NaN, which disables all caches, while this node cannot tell. */
  readonly version: number
  isCurrent(made: Made): boolean
  /** Ids of the records of a list that changed after `version`; undefined when all did, or when it is forgotten. */
  changedSince(list: ScopeList, version: number): number[] | undefined
  /** Resolves once `version` counts every change that any node committed before the call. */
  catchUp(): Promise<void>
  /** Called between commit and acknowledgement. */
  changed(scopes: readonly ChangedScope[]): void
  close(): Promise<void>
}

const rememberedScopes = 10_000

export function createChanges(
  listen: SubscribeToChanges = noOtherNodes,
  remembered = rememberedScopes,
): Changes {
  let version = 1
  let forgotten = 0
  const lastChanges = new Map<Scope, number>()

  function mark(scope: Scope): void {
    lastChanges.delete(scope)
    lastChanges.set(scope, version)
    if (lastChanges.size <= remembered) return
    for (const [oldest, changedAt] of lastChanges) {
      lastChanges.delete(oldest)
      forgotten = Math.max(forgotten, changedAt)
      return
    }
  }

  function changed(scopes: readonly ChangedScope[]): void {
    version += 1
    for (const scope of scopes) {
      mark(listOf(scope))
      mark(scope)
    }
  }

  const lastChange = (scope: Scope): number =>
    Math.max(forgotten, lastChanges.get(scope) ?? 0, lastChanges.get(`${listOf(scope)}/*`) ?? 0)

  const others = listen(changed)
  return {
    get version() {
      return others.isUpToDate() ? version : Number.NaN
    },
    isCurrent: (made) =>
      others.isUpToDate() &&
      made.version <= version &&
      made.scopes.every((scope) => lastChange(scope) <= made.version),
    changedSince(list, since) {
      if (!(since >= forgotten) || (lastChanges.get(`${list}/*`) ?? 0) > since) return undefined
      const prefix = `${list}/`
      const changed = [...lastChanges].filter(([scope, at]) => at > since && scope.startsWith(prefix))
      return changed.map(([scope]) => Number(scope.slice(prefix.length))).filter(Number.isSafeInteger)
    },
    catchUp: () => others.catchUp(),
    changed,
    close: () => others.close(),
  }
}
