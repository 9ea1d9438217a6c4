import type { Connection, Dialect } from '../../db/engine/dialect.ts'
import { lockAccount } from '../../people/users/users.queries.ts'
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

/** Before a read of the library, in a transaction of its own where there are any. */
export async function addArrivalsBeforeRead(
  { connection, dialect }: { readonly connection: Connection; readonly dialect: Dialect },
  userId: string,
): Promise<void> {
  if ((await listArrivedPodcasts(connection, userId)).length === 0) return
  await connection.transaction().execute(async (transaction) => {
    // The account may have been deleted since it was admitted.
    if (await lockAccount(transaction, userId))
      await addArrivals({ connection: transaction, dialect }, userId)
  })
}
