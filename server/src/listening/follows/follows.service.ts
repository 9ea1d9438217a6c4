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
  const choice = { autoDownload, isGiven: false }
  const isShown = await insertFollow({ db, clock }, { userId, podcastId }, choice, failure)
  if (!isShown) throw failure('NotFound')
}

/**
 * Follows the podcast of a feed whose address the account has told.
 *
 * @returns false for a draft, which stays as it is
 */
export async function followFeed(
  deps: FollowDeps,
  follow: { readonly userId: string; readonly podcastId: number },
  failure: FailureOf<'Unauthorized'>,
): Promise<boolean> {
  return await insertFollow(deps, follow, { autoDownload: null, isGiven: true }, failure)
}

async function insertFollow(
  { db, clock }: FollowDeps,
  { userId, podcastId }: { readonly userId: string; readonly podcastId: number },
  choice: { readonly autoDownload: boolean | null; readonly isGiven: boolean },
  failure: FailureOf<'Unauthorized'>,
): Promise<boolean> {
  return await changeFollows(db, userId, failure, async (transaction) => {
    // An episode becomes public either before or afterwards.
    await db.dialect.lock(transaction, [{ name: `podcasts/${podcastId}`, isShared: true }])
    return await follows.insertFollow(transaction, userId, podcastId, { ...choice, now: clock() })
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
