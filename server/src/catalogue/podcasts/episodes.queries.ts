import type {
  EditedPodcastEpisode,
  EpisodesQuery,
  PublishingStatus,
} from '@earmark/contract/edited-records.ts'
import type { EpisodeSummary, EpisodeType, PodcastEpisode } from '@earmark/contract/episodes.ts'
import type { Cover } from '@earmark/contract/fields.ts'
import type { Podcast } from '@earmark/contract/podcasts.ts'
import { type ExpressionBuilder, sql } from 'kysely'
import type { Tables } from '../../db/engine/schema.ts'
import type { Connection, Dialect, IdSet } from '../../db/engine/dialect.ts'
import { readCredits, selectCredits, shownCreators } from '../creators/credits.queries.ts'
import { insertRecording } from '../editing/recording-files.queries.ts'
import { columnOr, flagColumn } from '../editing/record-fields.ts'
import {
  type Audience,
  inOrderOf,
  instantView,
  type NewPublishing,
  publishingView,
  recordingView,
  selectRecordings,
} from '../editing/record-rows.queries.ts'
import { coverOf, previewOf } from '../../media/upload/record-media.ts'
import type { CoverIds } from '../../media/upload/record-media.queries.ts'
import { podcastsById } from './podcasts.queries.ts'

export interface NewEpisode
  extends CoverIds,
    NewPublishing,
    Partial<Omit<ReturnType<typeof newEpisodeColumns>, 'published_at'>> {
  podcast_id: number
  number: number
  name: string
  description: string | null
  audio_media_id: number | null
}

/** The fields of an episode's form that its row keeps, beside number, name and description. */
export interface EpisodeFields {
  readonly season?: number | null | undefined
  readonly episodeType?: EpisodeType | null | undefined
  readonly isExplicit?: boolean | null | undefined
  readonly publishedAt?: string | null | undefined
}

export function newEpisodeColumns(fields: EpisodeFields) {
  return {
    season: fields.season,
    type: columnOr<EpisodeType>(fields.episodeType, 'Full'),
    is_explicit: columnOr(flagColumn(fields.isExplicit), 0),
    published_at: fields.publishedAt == null ? undefined : Date.parse(fields.publishedAt),
  }
}

/** Without a date of its own, an episode shows when it became public here. */
export function episodeColumns(fields: EpisodeFields) {
  const columns = newEpisodeColumns(fields)
  return fields.publishedAt === null ? { ...columns, published_at: sql<number | null>`public_at` } : columns
}

function selectEpisodes(connection: Connection, audience: Audience) {
  return selectRecordings(connection, 'episodes', audience).select([
    selectCredits('episodes'),
    'episodes.podcast_id',
    'episodes.number',
    'episodes.season',
    'episodes.type',
    'episodes.is_explicit',
  ])
}

type EpisodeRow = Awaited<ReturnType<ReturnType<typeof selectEpisodes>['execute']>>[number]

/** Some of a podcast's episodes, by number. */
export interface EpisodeSlice {
  /** The number before the first; none is negative. */
  readonly after: number
  readonly limit: number
  readonly status?: PublishingStatus | undefined
}

/** A podcast as its episodes need it. */
type EpisodesPodcast = Cover & { readonly id: number }

/** The public ones. One without a cover of its own shows its podcast's. */
export async function listEpisodes(
  connection: Connection,
  podcast: EpisodesPodcast,
  slice: EpisodeSlice,
): Promise<PodcastEpisode[]> {
  const rows = await selectSlice(connection, podcast.id, slice, 'public')
  return rows.map((row) => episodeView(row, podcast))
}

/** As `listEpisodes`, whether public or not. */
export async function listEditedEpisodes(
  connection: Connection,
  podcast: EpisodesPodcast,
  slice: EpisodeSlice,
): Promise<EditedPodcastEpisode[]> {
  const rows = await selectSlice(connection, podcast.id, slice, 'editors')
  return rows.map((row) => editedView(row, podcast))
}

/** In the order of `ids`. */
export async function listEditedEpisodesById(
  connection: Connection,
  podcast: EpisodesPodcast,
  ids: readonly number[],
): Promise<EditedPodcastEpisode[]> {
  if (ids.length === 0) return []
  const query = selectEpisodes(connection, 'editors').where('episodes.id', 'in', ids)
  const rows = await query.where('episodes.podcast_id', '=', podcast.id).execute()
  return inOrderOf(
    ids,
    rows.map((row) => editedView(row, podcast)),
  )
}

/** A page of the ids of a podcast's episodes, whether public or not; those without a value are last. */
export async function pageEditedEpisodeIds(
  connection: Connection,
  podcastId: number,
  { pageNumber, pageSize, sortBy, sortOrder, status }: EpisodesQuery,
): Promise<{ ids: number[]; totalCount: number }> {
  const episodes = connection
    .selectFrom('episodes')
    .where('podcast_id', '=', podcastId)
    .where(hasStatus(status))
  const { count } = await episodes
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  const column = sortBy === 'publishedAt' ? 'published_at' : sortBy
  const rows = await episodes
    .select('id')
    .orderBy((is) => is(column, 'is', null))
    .orderBy(column, sortOrder)
    .orderBy('id', sortOrder)
    .limit(pageSize)
    .offset((pageNumber - 1) * pageSize)
    .execute()
  return { ids: rows.map(({ id }) => id), totalCount: count }
}

function hasStatus(status: PublishingStatus | undefined) {
  return (is: ExpressionBuilder<Tables, 'episodes'>) => {
    if (status === undefined) return is.and([])
    if (status === 'Published') return is('episodes.is_public', '=', 1)
    const scheduled = is('episodes.publish_at', status === 'Scheduled' ? 'is not' : 'is', null)
    return is.and([is('episodes.is_public', '=', 0), scheduled])
  }
}

function editedView(row: EpisodeRow, podcast: Cover): EditedPodcastEpisode {
  return { ...episodeView(row, podcast), ...publishingView(row) }
}

async function selectSlice(
  connection: Connection,
  podcastId: number,
  { after, limit, status }: EpisodeSlice,
  audience: Audience,
): Promise<EpisodeRow[]> {
  return await selectEpisodes(connection, audience)
    .where(hasStatus(status))
    .where('episodes.podcast_id', '=', podcastId)
    .where('episodes.number', '>', after)
    .orderBy('episodes.number')
    .limit(limit)
    .execute()
}

/** The public episodes among any number of recordings with their podcasts, by the recordings' ids. */
export async function episodesByRecording(
  { connection, dialect }: { readonly connection: Connection; readonly dialect: Dialect },
  recordingIds: IdSet,
): Promise<Map<number, { podcast: Podcast; podcastEpisode: PodcastEpisode }>> {
  const query = selectEpisodes(connection, 'public').where('recordings.id', 'in', recordingIds)
  const rows = await query.execute()
  const podcastIds = [...new Set(rows.map((row) => row.podcast_id))]
  const podcasts = await podcastsById(connection, dialect.idSet(podcastIds))
  return new Map(
    rows.flatMap((row) => {
      const podcast = podcasts.get(row.podcast_id)
      if (!podcast) return []
      const podcastEpisode = episodeView(row, podcast)
      return [[row.recording_id, { podcast, podcastEpisode }]]
    }),
  )
}

export async function findEpisode(
  connection: Connection,
  podcastId: number,
  id: number,
  podcastCover: Cover,
): Promise<PodcastEpisode | undefined> {
  const query = selectEpisodes(connection, 'public').where('episodes.podcast_id', '=', podcastId)
  const row = await query.where('episodes.id', '=', id).executeTakeFirst()
  return row && episodeView(row, podcastCover)
}

/** Episodes as much as their neighbours need to know. */
export function listEpisodeSummaries(audience: Audience) {
  return async (
    connection: Connection,
    podcast: EpisodesPodcast,
    slice: EpisodeSlice,
  ): Promise<EpisodeSummary[]> => {
    const rows = await selectSlice(connection, podcast.id, slice, audience)
    return rows.map((row) => {
      const episode = episodeView(row, podcast)
      const { id, number, name, audioUrl, durationSeconds } = episode
      return { id, number, name, audioUrl, ...previewOf(episode), durationSeconds }
    })
  }
}

export async function listEpisodeNumbers(connection: Connection, podcastId: number): Promise<number[]> {
  const query = connection.selectFrom('episodes').select('number').where('podcast_id', '=', podcastId)
  return (await query.orderBy('number').execute()).map((row) => row.number)
}

/** With its recording. */
export async function insertEpisode(
  connection: Connection,
  { audio_media_id, ...episode }: NewEpisode,
  now: number,
): Promise<number> {
  const { id } = await connection
    .insertInto('episodes')
    .values({
      ...episode,
      created_at: now,
      updated_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await insertRecording(connection, { episode_id: id }, audio_media_id)
  await markFirstPublic(connection, episode.podcast_id, now, id)
  return id
}

/**
 * Notes when episodes became public here, of a public podcast and for the first time.
 *
 * @param id one episode instead of all of the podcast
 */
export async function markFirstPublic(
  connection: Connection,
  podcastId: number,
  now: number,
  id?: number,
): Promise<void> {
  const podcast = connection.selectFrom('podcasts').where('id', '=', podcastId).where('is_public', '=', 1)
  const episodes = connection
    .updateTable('episodes')
    .set({
      public_at: now,
      published_at: sql<number>`coalesce(published_at, cast(${now} as bigint))`,
    })
    .where('podcast_id', 'in', podcast.select('id'))
    .where('is_public', '=', 1)
    .where('public_at', 'is', null)
  await (id === undefined ? episodes : episodes.where('id', '=', id)).execute()
}

function episodeView(row: EpisodeRow, podcastCover: Cover): PodcastEpisode {
  const credits = readCredits(row.credits)
  const own = recordingView(row)
  const isMissing = (name: 'coverImageUrl' | 'coverImagePreviewUrl') =>
    own[name] === null && podcastCover[name] !== null
  const coverInherited =
    own.coverImageUrl === null && (isMissing('coverImageUrl') || isMissing('coverImagePreviewUrl'))
  return {
    ...own,
    ...(coverInherited && inheritedCover(podcastCover, own)),
    podcastId: row.podcast_id,
    number: row.number,
    coverInherited,
    voicers: shownCreators('episode', credits),
    credits,
    season: row.season,
    episodeType: row.type,
    isExplicit: row.is_explicit === 1,
    publishedAt: instantView(row.published_at),
  }
}

/** A preview that was chosen for the episode stays its own, also beside its podcast's cover. */
function inheritedCover(podcastCover: Cover, own: Cover): Cover {
  const cover = coverOf(podcastCover)
  return { ...cover, coverImagePreviewUrl: own.coverImagePreviewUrl ?? cover.coverImagePreviewUrl }
}
