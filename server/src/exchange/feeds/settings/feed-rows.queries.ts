import type { DirectoryCategory } from '@earmark/contract/feeds.ts'
import { sql } from 'kysely'
import { isFollowedUnlisted } from '../../../catalogue/podcasts/podcasts.queries.ts'
import { compiledByNumbers } from '../../../db/engine/compiled.ts'
import type { Connection } from '../../../db/engine/dialect.ts'
import type { FeedColumns, PodcastFeedsTable } from '../../../db/schema/feeds.ts'
import type { Selectable } from 'kysely'

export type FedKind = 'podcast' | 'audio-book'

const revisions = {
  podcast: compiledByNumbers((connection, [id = 0]) =>
    connection
      .selectFrom('podcast_feeds as feed')
      .innerJoin('podcasts as record', 'record.id', 'feed.podcast_id')
      .where('feed.podcast_id', '=', id)
      .where('record.is_public', '=', sql.lit<1>(1))
      .select('feed.revision'),
  ),
  'audio-book': compiledByNumbers((connection, [id = 0]) =>
    connection
      .selectFrom('audio_book_feeds as feed')
      .innerJoin('audio_books as record', 'record.id', 'feed.audio_book_id')
      .where('feed.audio_book_id', '=', id)
      .where('record.is_public', '=', sql.lit<1>(1))
      .select('feed.revision'),
  ),
}

/** Of the feed of a public record. */
export async function findRevision(
  connection: Connection,
  kind: FedKind,
  id: number,
): Promise<number | undefined> {
  return (await revisions[kind](connection, [id]))[0]?.revision
}

/** Of the feed of a podcast that is not listed, for one who follows it. */
export async function findFollowedRevision(
  connection: Connection,
  id: number,
  userId: string,
): Promise<number | undefined> {
  if (!(await isFollowedUnlisted(connection, id, userId))) return undefined
  return (await findFeedRow(connection, 'podcast', id))?.revision
}

/** Those of audio books are always paged alike. */
export type FeedRow = Selectable<FeedColumns> &
  Partial<Pick<Selectable<PodcastFeedsTable>, 'first_page_items'>>

/** How a record's feed is written; undefined while it has never been public and nothing has been set. */
export async function findFeedRow(
  connection: Connection,
  kind: FedKind,
  id: number,
): Promise<FeedRow | undefined> {
  return kind === 'podcast'
    ? await connection.selectFrom('podcast_feeds').where('podcast_id', '=', id).selectAll().executeTakeFirst()
    : await connection
        .selectFrom('audio_book_feeds')
        .where('audio_book_id', '=', id)
        .selectAll()
        .executeTakeFirst()
}

export interface FeedLists {
  readonly categories: readonly DirectoryCategory[]
  readonly funding: readonly { readonly url: string; readonly text: string }[]
  readonly verify: readonly string[]
}

export function readFeedLists({
  categories,
  funding,
  verify,
}: Pick<FeedRow, 'categories' | 'funding' | 'verify'>): FeedLists {
  return {
    categories: JSON.parse(categories) as FeedLists['categories'],
    funding: JSON.parse(funding) as FeedLists['funding'],
    verify: JSON.parse(verify) as FeedLists['verify'],
  }
}

const mostChanged = 200

/** Feeds of public records that have changed since `since` (epoch milliseconds), the latest first. */
export async function listChangedFeeds(
  connection: Connection,
  since: number,
): Promise<{ kind: FedKind; id: number }[]> {
  const podcasts = await connection
    .selectFrom('podcast_feeds')
    .innerJoin('podcasts', 'podcasts.id', 'podcast_feeds.podcast_id')
    .where('podcasts.is_public', '=', sql.lit<1>(1))
    .where('podcast_feeds.changed_at', '>=', since)
    .orderBy('podcast_feeds.changed_at', 'desc')
    .limit(mostChanged)
    .select('podcasts.id')
    .execute()
  const books = await connection
    .selectFrom('audio_book_feeds')
    .innerJoin('audio_books', 'audio_books.id', 'audio_book_feeds.audio_book_id')
    .where('audio_books.is_public', '=', sql.lit<1>(1))
    .where('audio_book_feeds.changed_at', '>=', since)
    .orderBy('audio_book_feeds.changed_at', 'desc')
    .limit(mostChanged)
    .select('audio_books.id')
    .execute()
  return [
    ...podcasts.map(({ id }) => ({ kind: 'podcast' as const, id })),
    ...books.map(({ id }) => ({ kind: 'audio-book' as const, id })),
  ]
}
