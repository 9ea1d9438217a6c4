import { foldText } from '@earmark/contract/fold.ts'
import type { EpisodeOrder } from '@earmark/contract/podcasts.ts'
import { laterThanBefore } from '../../../catalogue/creators/creators.queries.ts'
import type { Connection } from '../../../db/engine/dialect.ts'
import type { StatedFeed } from './stated-podcast.ts'
import type { CoverIds } from '../../../media/upload/record-media.queries.ts'

interface StatedColumns {
  readonly name: string
  readonly description: string | null
  readonly language: string | null
  readonly isExplicit: boolean
  readonly link: string | null
  readonly episodeOrder: EpisodeOrder
}

export async function updateStated(
  connection: Connection,
  podcastId: number,
  { isExplicit, episodeOrder, ...columns }: StatedColumns,
  now: number,
): Promise<void> {
  await connection
    .updateTable('podcasts')
    .set({
      ...columns,
      name_sort: foldText(columns.name),
      is_explicit: isExplicit ? 1 : 0,
      episode_order: episodeOrder,
      updated_at: laterThanBefore(now),
    })
    .where('id', '=', podcastId)
    .execute()
}

/** Of cover and preview. */
export async function findCoverIds(connection: Connection, podcastId: number): Promise<number[]> {
  const row = await connection
    .selectFrom('podcasts')
    .where('id', '=', podcastId)
    .select(['cover_media_id', 'preview_media_id'])
    .executeTakeFirst()
  return [row?.cover_media_id, row?.preview_media_id].filter((id) => id != null)
}

export async function setStatedCover(
  connection: Connection,
  podcastId: number,
  cover: CoverIds,
  now: number,
): Promise<void> {
  await connection
    .updateTable('podcasts')
    .set({ ...cover, replaced_preview_url: null, updated_at: laterThanBefore(now) })
    .where('id', '=', podcastId)
    .execute()
}

/** Until an editor sets how the feed of a podcast is written. */
export async function setStatedFeed(
  connection: Connection,
  podcastId: number,
  { copyright, funding, isComplete }: StatedFeed,
  now: number,
): Promise<void> {
  const columns = { copyright, funding, complete_at: isComplete ? now : null }
  await connection
    .insertInto('podcast_feeds')
    .values({ podcast_id: podcastId, ...columns })
    .onConflict((present) =>
      present
        .column('podcast_id')
        .doUpdateSet({
          ...columns,
          complete_at: isComplete
            ? (is) => is.fn.coalesce(is.ref('podcast_feeds.complete_at'), is.ref('excluded.complete_at'))
            : null,
        })
        .where('podcast_feeds.updated_at', '=', 0),
    )
    .execute()
}

/** The name of a podcast in feeds, unless another podcast has it (`podcast:guid`). */
export async function setFeedGuid(connection: Connection, podcastId: number, guid: string): Promise<void> {
  const others = connection.selectFrom('podcast_feeds as other').where('other.guid', '=', guid)
  await connection
    .insertInto('podcast_feeds')
    .columns(['podcast_id', 'guid'])
    .expression((build) =>
      build
        .selectFrom('podcasts')
        .where('podcasts.id', '=', podcastId)
        .where((is) => is.not(is.exists(others.select('other.podcast_id'))))
        .select((is) => ['podcasts.id', is.val(guid).as('guid')]),
    )
    .onConflict((conflict) => conflict.column('podcast_id').doNothing())
    .execute()
}
