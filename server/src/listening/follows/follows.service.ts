import type { Database } from '../../db/database.ts'
import type { Connection } from '../../db/engine/dialect.ts'
import type { MediaDeps } from '../../media/storage/files/storage.ts'
import type { FailureOf } from '../../errors.ts'
import { lockAccount } from '../../people/users/users.queries.ts'
import { addArrivals } from './arrivals.ts'
import * as follows from './follows.queries.ts'

type FollowDeps = Pick<MediaDeps, 'db' | 'clock'>

/** @param autoDownload null: as it is */
export async function followPodcast(
  { db, clock }: FollowDeps,
  { userId, podcastId }: { readonly userId: string; readonly podcastId: number },
  autoDownload: boolean | null,
  failure: FailureOf<'NotFound' | 'Unauthorized'>,
): Promise<void> {
  const isPublic = await followIfPublic({ db, clock }, { userId, podcastId }, autoDownload, failure)
  if (!isPublic) throw failure('NotFound')
}

/** @returns false for a podcast that is not public, which stays as it is */
export async function followIfPublic(
  { db, clock }: FollowDeps,
  { userId, podcastId }: { readonly userId: string; readonly podcastId: number },
  autoDownload: boolean | null,
  failure: FailureOf<'Unauthorized'>,
): Promise<boolean> {
  return await changeFollows(db, userId, failure, async (transaction) => {
    // An episode becomes public either before or afterwards.
    await db.dialect.lock(transaction, [{ name: `podcasts/${podcastId}`, isShared: true }])
    const choice = { autoDownload, now: clock() }
    return await follows.insertFollow(transaction, userId, podcastId, choice)
  })
}

/** What has arrived stays in the library. */
export async function unfollowPodcast(
  { db }: FollowDeps,
  { userId, podcastId }: { readonly userId: string; readonly podcastId: number },
  failure: FailureOf<'Unauthorized'>,
): Promise<void> {
  await changeFollows(db, userId, failure, async (transaction) => {
    await addArrivals({ connection: transaction, dialect: db.dialect }, userId)
    await follows.deleteFollow(transaction, userId, podcastId)
  })
}

/** The account may have been deleted since it was admitted. */
async function changeFollows<T>(
  { connection }: Database,
  userId: string,
  failure: FailureOf<'Unauthorized'>,
  change: (transaction: Connection) => Promise<T>,
): Promise<T> {
  return await connection.transaction().execute(async (transaction) => {
    if (!(await lockAccount(transaction, userId))) throw failure('Unauthorized')
    return await change(transaction)
  })
}
