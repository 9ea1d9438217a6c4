import { sql } from 'kysely'
import type { Connection } from '../../db/engine/dialect.ts'

/** A cover of a record, and the square picture that has been made of it, if any. */
export interface FedCover {
  readonly id: number
  readonly sha256: string
  readonly sizeBytes: number
  readonly color: string | null
  readonly imageKey: string | null
}

export async function findFedCover(connection: Connection, key: string): Promise<FedCover | undefined> {
  return await connection
    .selectFrom('media')
    .leftJoin('feed_images', 'feed_images.cover_media_id', 'media.id')
    .leftJoin('media as image', 'image.id', 'feed_images.media_id')
    .where('media.key', '=', key)
    .where((is) =>
      is.or(
        (['audio_books', 'podcasts', 'episodes'] as const).map((table) =>
          is.exists(
            is
              .selectFrom(table)
              .whereRef('cover_media_id', '=', 'media.id')
              .select(sql.lit(1).as('one')) as never,
          ),
        ),
      ),
    )
    .select(['media.id', 'media.sha256', 'media.size_bytes as sizeBytes', 'media.color'])
    .select('image.key as imageKey')
    .executeTakeFirst()
}

/** The one that another node has made first stays. */
export async function insertFeedImage(
  connection: Connection,
  coverId: number,
  mediaId: number,
): Promise<void> {
  await connection
    .insertInto('feed_images')
    .values({ cover_media_id: coverId, media_id: mediaId })
    .onConflict((present) => present.column('cover_media_id').doNothing())
    .execute()
}
