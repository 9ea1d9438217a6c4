import { sql } from 'kysely'
import { transcriptsOf } from './transcripts.queries.ts'
import { compiledByNumbers } from '../../db/engine/compiled.ts'
import type { Connection, IdSet } from '../../db/engine/dialect.ts'
import { selectCredits } from '../../catalogue/creators/credits.queries.ts'
import type { PageSlice } from './pages.ts'

const publishedAt = sql<number>`coalesce(episodes.published_at, episodes.created_at)`

/** Public episodes with a sound here or elsewhere, the newest first. */
const selectFed = (connection: Connection, podcastId: number) =>
  connection
    .selectFrom('episodes')
    .innerJoin('recordings', 'recordings.episode_id', 'episodes.id')
    .where('episodes.podcast_id', '=', podcastId)
    .where('episodes.is_public', '=', sql.lit<1>(1))
    .where((is) =>
      is.or([is('recordings.media_id', 'is not', null), is('recordings.relay_key', 'is not', null)]),
    )

const count = compiledByNumbers((connection, [podcastId = 0]) =>
  selectFed(connection, podcastId).select(({ fn }) => fn.countAll<number>().as('count')),
)

export async function countFedEpisodes(connection: Connection, podcastId: number): Promise<number> {
  return (await count(connection, [podcastId]))[0]?.count ?? 0
}

const hasChapters = sql<number>`case when exists (select 1 from chapters
  where chapters.recording_id = recordings.id
    and (audio.duration_ms is null or chapters.start_ms < audio.duration_ms)) then 1 else 0 end`

/** Of a sound elsewhere, as its last answer or its feed said. */
export const originBytes = sql<
  number | null
>`(select coalesce(source_items.relayed_length, source_items.origin_length) from source_items
  where source_items.episode_id = episodes.id)`

const ids = compiledByNumbers((connection, [podcastId = 0, limit = 0, offset = 0]) =>
  selectFed(connection, podcastId)
    .select('episodes.id')
    .orderBy(publishedAt, 'desc')
    .orderBy('episodes.id', 'desc')
    .limit(limit)
    .offset(offset),
)

export async function listFedEpisodeIds(
  connection: Connection,
  podcastId: number,
  { limit, offset }: PageSlice,
): Promise<number[]> {
  return (await ids(connection, [podcastId, limit, offset])).map(({ id }) => id)
}

/** The newest first. */
export async function listEpisodeItems(connection: Connection, episodeIds: IdSet) {
  return await connection
    .selectFrom('episodes')
    .innerJoin('recordings', 'recordings.episode_id', 'episodes.id')
    .leftJoin('media as audio', 'audio.id', 'recordings.media_id')
    .leftJoin('media as cover', 'cover.id', 'episodes.cover_media_id')
    .where('episodes.id', 'in', episodeIds)
    .orderBy(publishedAt, 'desc')
    .orderBy('episodes.id', 'desc')
    .select(['episodes.id', 'episodes.name', 'episodes.description', 'episodes.number', 'episodes.season'])
    .select('episodes.label')
    .select([
      'episodes.type',
      'episodes.is_explicit',
      'episodes.feed_guid',
      'recordings.chapters_version',
      'episodes.notes',
    ])
    .select([publishedAt.as('published_at'), 'audio.duration_ms', selectCredits('episodes')])
    .select(['audio.key', 'audio.content_type', 'audio.size_bytes', 'audio.joined_bytes'])
    .select(['recordings.relay_key', 'recordings.relay_type', 'recordings.relay_duration_ms'])
    .select(['cover.key as cover_key', hasChapters.as('has_chapters'), originBytes.as('origin_bytes')])
    .select(transcriptsOf.as('transcripts'))
    .execute()
}

export type EpisodeItemRow = Awaited<ReturnType<typeof listEpisodeItems>>[number]

export async function findPodcastIdOf(
  connection: Connection,
  episodeId: number,
): Promise<number | undefined> {
  const query = connection.selectFrom('episodes').where('id', '=', episodeId).select('podcast_id')
  return (await query.executeTakeFirst())?.podcast_id
}
