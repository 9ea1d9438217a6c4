import { sql } from 'kysely'
import { laterThanBefore } from '../../../catalogue/creators/creators.queries.ts'
import type { Connection, Dialect } from '../../../db/engine/dialect.ts'
import type { CoverIds } from '../../../media/upload/record-media.queries.ts'

/** An item whose picture is another one than its episode was given. */
export interface DueImage {
  readonly id: number
  readonly contentHash: string
  /** Null: it names none. */
  readonly imageUrl: string | null
  /** Of the cover that its episode has from the feed. */
  readonly mediaId: number | null
}

/** Of a source, the newest first. */
export async function listDueImages(
  connection: Connection,
  sourceId: number,
  limit: number,
): Promise<DueImage[]> {
  return await connection
    .selectFrom('source_items')
    .where('source_id', '=', sourceId)
    .where('image_due', '=', 1)
    .where('episode_id', 'is not', null)
    .orderBy('published_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .select(['id', 'content_hash as contentHash', 'image_url as imageUrl', 'image_media_id as mediaId'])
    .execute()
}

/** Those that are not to have a picture, and have none: of a source that is given no more of them, all. */
export async function clearPlainItems(
  connection: Connection,
  {
    id,
    coverUrl,
    hasRoom,
  }: { readonly id: number; readonly coverUrl: string | null; readonly hasRoom: boolean },
): Promise<void> {
  const plain = connection
    .updateTable('source_items')
    .set((is) => ({ image_due: null, shown_image_url: is.ref('image_url') }))
    .where('source_id', '=', id)
    .where('image_due', '=', 1)
    .where('image_media_id', 'is', null)
  await (hasRoom
    ? plain.where((is) => is.or([is('image_url', 'is', null), is('image_url', '=', coverUrl)]))
    : plain
  ).execute()
}

/** Pictures that episodes of a source have from it. */
export async function countItemImages(connection: Connection, sourceId: number): Promise<number> {
  const { count } = await connection
    .selectFrom('source_items')
    .where('source_id', '=', sourceId)
    .where('image_media_id', 'is not', null)
    .select(({ fn }) => fn.count<number>('shown_image_url').distinct().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** Of the cover of a podcast; null without one. */
export async function findCoverHash(connection: Connection, podcastId: number): Promise<string | null> {
  const row = await connection
    .selectFrom('podcasts')
    .innerJoin('media', 'media.id', 'podcasts.cover_media_id')
    .where('podcasts.id', '=', podcastId)
    .select('media.sha256')
    .executeTakeFirst()
  return row?.sha256 ?? null
}

export interface EpisodeCover {
  readonly itemId: number
  readonly episodeId: number
  /** Cover and preview. */
  readonly mediaIds: readonly number[]
}

/** What those episodes show whose items are still as they were, and whose cover is the feed's, or none. */
export async function listFeedCovers(
  { connection, dialect }: { readonly connection: Connection; readonly dialect: Dialect },
  items: readonly DueImage[],
): Promise<EpisodeCover[]> {
  const hashes = new Map(items.map(({ id, contentHash }) => [id, contentHash]))
  const rows = await connection
    .selectFrom('source_items as item')
    .innerJoin('episodes', 'episodes.id', 'item.episode_id')
    .where('item.id', 'in', dialect.idSet([...hashes.keys()]))
    .where((is) =>
      is.or([
        is('episodes.cover_media_id', 'is', null),
        is('episodes.cover_media_id', '=', is.ref('item.image_media_id')),
      ]),
    )
    .orderBy('item.id')
    .select(['item.id', 'item.content_hash', 'episodes.id as episodeId'])
    .select(['episodes.cover_media_id', 'episodes.preview_media_id'])
    .execute()
  return rows
    .filter((row) => hashes.get(row.id) === row.content_hash)
    .map((row) => ({
      itemId: row.id,
      episodeId: row.episodeId,
      mediaIds: [row.cover_media_id, row.preview_media_id].filter((id) => id !== null),
    }))
}

export async function setEpisodeCover(
  connection: Connection,
  { itemId, episodeId }: EpisodeCover,
  cover: CoverIds,
  now: number,
): Promise<void> {
  await connection
    .updateTable('episodes')
    .set({ ...cover, replaced_preview_url: null, updated_at: laterThanBefore(now) })
    .where('id', '=', episodeId)
    .execute()
  await connection
    .updateTable('source_items')
    .set({ image_media_id: cover.cover_media_id })
    .where('id', '=', itemId)
    .execute()
}

/** Those that have changed meanwhile stay due. */
export async function clearDueImages(
  { connection, dialect }: { readonly connection: Connection; readonly dialect: Dialect },
  items: readonly DueImage[],
): Promise<void> {
  const rows = dialect.jsonRows(items.map(({ id, contentHash }) => [id, contentHash]))
  await sql`update source_items set image_due = null, shown_image_url = image_url from ${rows} as done
    where source_items.id = cast(done.value ->> 0 as bigint) and source_items.content_hash = done.value ->> 1`.execute(
    connection,
  )
}
