import { type SubscribeToChanges, noOtherNodes } from '../engine/change-feed.ts'
import { type ChangedScope, listOf, type Scope } from '../engine/scopes.ts'

/** What was made of the catalogue's state at a version, and from which parts of it. */
export interface Made {
  readonly scopes: readonly Scope[]
  readonly version: number
}

/**
 * The catalogue's changes, counted. What is kept in memory about the catalogue (responses, orders of lists, media)
 * remembers the version at which its making began, and is made anew when one of its scopes has changed since.
 */
export interface Changes {
  /**
   * Counts every committed change of the catalogue, by other nodes too: at most a second late. NaN, which no version
   * equals, not even itself, while this node cannot tell: nothing is kept then, and nothing that was kept is used.
   */
  readonly version: number
  /** Whether none of its scopes has changed since it was made. */
  isCurrent(made: Made): boolean
  /** Resolves once `version` counts every change that any node committed before the call. */
  catchUp(): Promise<void>
  /** To be called after the commit of a change, before it is acknowledged. */
  changed(scopes: readonly ChangedScope[]): void
  /** Ends listening to other nodes. */
  close(): Promise<void>
}

/** Scopes whose last change is known; of the others it counts as that of the last one forgotten. */
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
    catchUp: () => others.catchUp(),
    changed,
    close: () => others.close(),
  }
}
