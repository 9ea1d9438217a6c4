import { changeCatalogue } from '../../../db/changes/change-catalogue.ts'
import { type ItemSlice, writeItems } from '../writing/write-items.ts'
import { leaseMs, type SourceDeps } from '../source/source-deps.ts'
import { renewLease } from '../source/sources.queries.ts'

interface LeasedSource {
  readonly id: number
  readonly podcastId: number
  readonly lease: string
}

/** Each part in a transaction of its own. @returns whether the lease held to the end */
export async function writeSlices(
  deps: SourceDeps,
  { id, podcastId, lease }: LeasedSource,
  slices: readonly ItemSlice[],
): Promise<boolean> {
  for (const slice of slices) {
    const isOwn = await changeCatalogue(deps, { changes: [`podcasts/${podcastId}`] }, async (connection) => {
      const now = deps.clock()
      if (!(await renewLease(connection, { id, lease }, now + leaseMs))) return false
      await writeItems({ connection, dialect: deps.db.dialect, sourceId: id, podcastId, now }, slice)
      return true
    })
    if (!isOwn) return false
  }
  return true
}
