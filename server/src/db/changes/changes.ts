import { type Listen, nobodyElse } from '../engine/listening.ts'

/**
 * The catalogue's change counter. Everything kept in memory about the catalogue (cached answers, orders of
 * lists) remembers the version it was made at and is made anew when that is no longer the current one.
 */
export interface Changes {
  /**
   * Counts every committed change of the catalogue, by other nodes too: at most a second late. NaN, which no version
   * equals, not even itself, while this node cannot tell: nothing is kept then, and nothing that was kept is used.
   */
  readonly catalogueVersion: number
  /** Resolves once `catalogueVersion` counts every change that any node committed before the call. */
  catchUp(): Promise<void>
  /** To be called after the commit of a change, before it is acknowledged. */
  catalogueChanged(): void
  /** Ends listening to other nodes. */
  close(): Promise<void>
}

export function createChanges(listen: Listen = nobodyElse): Changes {
  let version = 1
  const catalogueChanged = (): void => {
    version += 1
  }
  const others = listen(catalogueChanged)
  return {
    get catalogueVersion() {
      return others.areHeard() ? version : Number.NaN
    },
    catchUp: () => others.catchUp(),
    catalogueChanged,
    close: () => others.close(),
  }
}
