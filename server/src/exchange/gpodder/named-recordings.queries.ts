import { sql } from 'kysely'
import { recordingDuration } from '../../catalogue/editing/recording-files.queries.ts'
import { isPodcastShownTo } from '../../catalogue/editing/record-rows.queries.ts'
import type { Connection, Dialect } from '../../db/engine/dialect.ts'

interface Db {
  readonly connection: Connection
  readonly dialect: Dialect
}

/** Public recordings by the keys of the media that they serve, and the part of several files. */
export async function listByMediaKeys(
  { connection, dialect }: Db,
  keys: readonly string[],
): Promise<{ key: string; recording_id: number; ordinal: number | null }[]> {
  if (keys.length === 0) return []
  const whole = connection
    .selectFrom('media')
    .innerJoin('recordings', 'recordings.media_id', 'media.id')
    .where('media.key', 'in', dialect.textSet(keys))
    .select(['media.key', 'recordings.id as recording_id', sql<number | null>`null`.as('ordinal')])
  const relayed = connection
    .selectFrom('recordings')
    .where('relay_key', 'in', dialect.textSet(keys))
    .select([sql<string>`relay_key`.as('key'), 'id as recording_id', sql<number | null>`null`.as('ordinal')])
  const parts = connection
    .selectFrom('media')
    .innerJoin('recording_files', 'recording_files.media_id', 'media.id')
    .where('media.key', 'in', dialect.textSet(keys))
    .select(['media.key', 'recording_files.recording_id', 'recording_files.ordinal'])
  return [...(await parts.execute()), ...(await whole.execute()), ...(await relayed.execute())]
}

export interface GuidRow {
  readonly recording_id: number
  readonly podcast_id: number
  readonly feed_guid: string | null
}

/** Episodes by the guids that they have in our feeds, the oldest first: of these podcasts, or of all. */
export async function listByFeedGuids(
  { connection, dialect }: Db,
  guids: readonly string[],
  podcastIds: readonly number[] | 'all',
): Promise<GuidRow[]> {
  if (guids.length === 0) return []
  const episodes = connection
    .selectFrom('episodes')
    .innerJoin('recordings', 'recordings.episode_id', 'episodes.id')
    .where('episodes.feed_guid', 'in', dialect.textSet(guids))
    .orderBy('episodes.id')
    .select(['recordings.id as recording_id', 'episodes.podcast_id', 'episodes.feed_guid'])
  if (podcastIds === 'all') return await episodes.execute()
  return await episodes.where('episodes.podcast_id', 'in', dialect.idSet([...new Set(podcastIds)])).execute()
}

export interface SourceItemRow {
  readonly recording_id: number
  readonly guid_key: string
  readonly origin_url: string | null
  /** Of the source. */
  readonly url_key: string
}

/** Items of feeds elsewhere: by the keys of their feeds and guids, or by the addresses of their files. */
export async function listBySourceItems(
  { connection, dialect }: Db,
  { urlKeys, guids, urls }: Readonly<Record<'urlKeys' | 'guids' | 'urls', readonly string[]>>,
): Promise<SourceItemRow[]> {
  const items = connection
    .selectFrom('source_items')
    .innerJoin('sources', 'sources.id', 'source_items.source_id')
    .innerJoin('recordings', 'recordings.episode_id', 'source_items.episode_id')
    .select(['recordings.id as recording_id', 'source_items.guid_key', 'source_items.origin_url'])
    .select('sources.url_key')
  const byGuid = items
    .where('sources.url_key', 'in', dialect.textSet(urlKeys))
    .where('source_items.guid_key', 'in', dialect.textSet(guids))
  const byUrl = items.where('source_items.origin_url', 'in', dialect.textSet(urls))
  return [...(await byGuid.execute()), ...(await byUrl.execute())]
}

/** Items of feeds elsewhere whose files had one of the addresses before. */
export async function listByFormerAddresses(
  { connection, dialect }: Db,
  urlKeys: readonly string[],
  urls: readonly string[],
): Promise<FormerItemRow[]> {
  if (urlKeys.length === 0 || urls.length === 0) return []
  const patterns = urls.map((url) => [`%${JSON.stringify(url).replaceAll(/[\\%_]/g, '\\$&')}%`])
  const rows = await connection
    .selectFrom('source_items')
    .innerJoin('sources', 'sources.id', 'source_items.source_id')
    .innerJoin('recordings', 'recordings.episode_id', 'source_items.episode_id')
    .where('sources.url_key', 'in', dialect.textSet(urlKeys))
    .where('source_items.previous_urls', '!=', '[]')
    .where(
      sql<boolean>`exists (select 1 from ${dialect.jsonRows(patterns)}
        where source_items.previous_urls like (value ->> 0) escape '\\')`,
    )
    .select(['recordings.id as recording_id', 'sources.url_key', 'source_items.previous_urls'])
    .execute()
  return rows.map(({ previous_urls, ...row }) => ({ ...row, urls: JSON.parse(previous_urls) as string[] }))
}

export interface FormerItemRow {
  readonly recording_id: number
  /** Of the source. */
  readonly url_key: string
  readonly urls: readonly string[]
}

/** By the ids of episodes and audio books that guids name. */
export async function listByRecords(
  { connection, dialect }: Db,
  {
    episodeIds,
    audioBookIds,
  }: { readonly episodeIds: readonly number[]; readonly audioBookIds: readonly number[] },
): Promise<{ id: number; episode_id: number | null; audio_book_id: number | null }[]> {
  if (episodeIds.length === 0 && audioBookIds.length === 0) return []
  const columns = ['id', 'episode_id', 'audio_book_id'] as const
  const episodes = connection
    .selectFrom('recordings')
    .where('episode_id', 'in', dialect.idSet(episodeIds))
    .select(columns)
  const books = connection
    .selectFrom('recordings')
    .where('audio_book_id', 'in', dialect.idSet(audioBookIds))
    .select(columns)
  return [...(await episodes.execute()), ...(await books.execute())]
}

export interface NamedRecording {
  readonly id: number
  readonly duration_ms: number | null
  readonly audio_book_id: number | null
  readonly episode_id: number | null
  readonly podcast_id: number | null
  /** Of the podcast. */
  readonly is_public: 0 | 1 | null
  readonly media_key: string | null
  readonly media_type: string | null
  readonly relay_key: string | null
  readonly relay_type: string | null
  /** In the feed that it comes from. */
  readonly origin_url: string | null
  /** As the feeds have them once they were public. */
  readonly feed_guid: string | null
  readonly feed_host: string | null
}

function selectNamed(connection: Connection, userId: string) {
  return connection
    .selectFrom('recordings')
    .leftJoin('media as audio', 'audio.id', 'recordings.media_id')
    .leftJoin('audio_books', 'audio_books.id', 'recordings.audio_book_id')
    .leftJoin('audio_book_feeds', 'audio_book_feeds.audio_book_id', 'recordings.audio_book_id')
    .leftJoin('episodes', 'episodes.id', 'recordings.episode_id')
    .leftJoin('podcasts', 'podcasts.id', 'episodes.podcast_id')
    .leftJoin('source_items', 'source_items.episode_id', 'recordings.episode_id')
    .where((is) =>
      is.or([
        is('audio_books.is_public', '=', 1),
        is.and([is('episodes.is_public', '=', 1), isPodcastShownTo(userId)]),
      ]),
    )
    .select(['recordings.id', 'recordings.audio_book_id', 'recordings.episode_id', 'episodes.podcast_id'])
    .select('podcasts.is_public')
    .select(['audio.key as media_key', 'audio.content_type as media_type'])
    .select(['recordings.relay_key', 'recordings.relay_type', 'source_items.origin_url'])
    .select(['episodes.feed_guid', 'audio_book_feeds.host as feed_host'])
    .select(recordingDuration.as('duration_ms'))
}

/** Those alone that the account sees. */
export async function listNamedRecordings(
  { connection, dialect }: Db,
  userId: string,
  ids: readonly number[],
): Promise<NamedRecording[]> {
  if (ids.length === 0) return []
  return await selectNamed(connection, userId).where('recordings.id', 'in', dialect.idSet(ids)).execute()
}

export interface PartRow {
  readonly recording_id: number
  readonly ordinal: number
  readonly duration_ms: number
  readonly media_key: string
  readonly media_type: string
}

/** The files of those audio books that have several, in order. */
export async function listParts(
  { connection, dialect }: Db,
  recordingIds: readonly number[],
): Promise<PartRow[]> {
  if (recordingIds.length === 0) return []
  return await connection
    .selectFrom('recording_files')
    .innerJoin('recordings', 'recordings.id', 'recording_files.recording_id')
    .innerJoin('media', 'media.id', 'recording_files.media_id')
    .where('recording_files.recording_id', 'in', dialect.idSet(recordingIds))
    .where('recordings.audio_book_id', 'is not', null)
    .orderBy('recording_files.recording_id')
    .orderBy('recording_files.ordinal')
    .select(['recording_files.recording_id', 'recording_files.ordinal', 'recording_files.duration_ms'])
    .select(['media.key as media_key', 'media.content_type as media_type'])
    .execute()
}

export interface PlaceRow {
  readonly recording_id: number
  readonly position_ms: number
  readonly finished_at: number | null
  readonly version: number
  readonly device_id: string | null
  readonly updated_at: number
  readonly known_version: number | null
  readonly told_version: number | null
  readonly again_at: number | null
}

function selectPlaces(connection: Connection, userId: string, deviceId: string) {
  return connection
    .selectFrom('positions')
    .leftJoin('device_places', (join) =>
      join
        .onRef('device_places.recording_id', '=', 'positions.recording_id')
        .on('device_places.device_id', '=', deviceId),
    )
    .where('positions.user_id', '=', userId)
    .select(['positions.recording_id', 'positions.position_ms', 'positions.finished_at'])
    .select(['positions.version', 'positions.device_id', 'positions.updated_at'])
    .select(['device_places.known_version', 'device_places.told_version', 'device_places.again_at'])
}

/** The positions of an account with what a device knows of them, oldest first. */
export async function listPlaces(
  connection: Connection,
  userId: string,
  deviceId: string,
): Promise<PlaceRow[]> {
  return await selectPlaces(connection, userId, deviceId).orderBy('positions.updated_at').execute()
}

export async function listPlacesOf(
  { connection, dialect }: Db,
  { userId, deviceId }: { readonly userId: string; readonly deviceId: string },
  recordingIds: readonly number[],
): Promise<PlaceRow[]> {
  return await selectPlaces(connection, userId, deviceId)
    .where('positions.recording_id', 'in', dialect.idSet(recordingIds))
    .execute()
}
