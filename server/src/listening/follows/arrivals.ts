import type { Connection, Dialect } from '../../db/engine/dialect.ts'
import { insertArrivals, listArrivedPodcasts } from './arrivals.queries.ts'

/**
 * Episodes of followed podcasts become entries when the library is next read or changed, as of when they became public
 * (0035). The caller holds the lock of the account.
 */
export async function addArrivals(
  db: { readonly connection: Connection; readonly dialect: Dialect },
  userId: string,
): Promise<void> {
  const podcastIds = await listArrivedPodcasts(db.connection, userId)
  if (podcastIds.length === 0) return
  // Nothing becomes public or is deleted between the two statements.
  await db.dialect.lock(
    db.connection,
    podcastIds.map((id) => ({ name: `podcasts/${id}`, isShared: true })),
  )
  await insertArrivals(db, userId, podcastIds)
}
