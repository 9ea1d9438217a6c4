/**
 * The catalogue's change counter. Everything kept in memory about the catalogue (cached answers, orders of
 * lists) remembers the version it was made at and is made anew when that is no longer the current one.
 */
export interface Changes {
  /** Counts every committed change of the catalogue. */
  readonly catalogueVersion: number
  /** To be called after the commit of a change, before it is acknowledged. */
  catalogueChanged(): void
}

export function createChanges(): Changes {
  let version = 1
  return {
    get catalogueVersion() {
      return version
    },
    catalogueChanged() {
      version += 1
    },
  }
}
