import type { EpisodeSummary, EpisodeType, PodcastEpisode } from '@earmark/contract/episodes.ts'
import type { Cover } from '@earmark/contract/fields.ts'
import type { Podcast } from '@earmark/contract/podcasts.ts'
import { sql } from 'kysely'
import type { Connection, Dialect, IdSet } from '../../db/engine/dialect.ts'
import { readCredits, selectCredits, shownCreators } from '../creators/credits.queries.ts'
import { insertRecording } from '../editing/recording-files.queries.ts'
import { columnOr, flagColumn } from '../editing/record-fields.ts'
import { instantView, recordingView, selectRecordings } from '../editing/record-rows.queries.ts'
import { coverOf, previewOf } from '../../media/upload/record-media.ts'
import type { CoverIds } from '../../media/upload/record-media.queries.ts'
import { podcastsById } from './podcasts.queries.ts'

export interface NewEpisode extends CoverIds, Partial<ReturnType<typeof newEpisodeColumns>> {
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

function selectEpisodes(connection: Connection) {
  return selectRecordings(connection, 'episodes').select([
    selectCredits('episodes'),
    'episodes.podcast_id',
    'episodes.number',
    'episodes.season',
    'episodes.type',
    'episodes.is_explicit',
    'episodes.published_at',
  ])
}

type EpisodeRow = Awaited<ReturnType<ReturnType<typeof selectEpisodes>['execute']>>[number]

/** Some of a podcast's episodes, by number. */
export interface EpisodeSlice {
  /** The number before the first; none is negative. */
  readonly after: number
  readonly limit: number
}

/** One without a cover of its own shows its podcast's. */
export async function listEpisodes(
  connection: Connection,
  podcast: Cover & { readonly id: number },
  slice: EpisodeSlice,
): Promise<PodcastEpisode[]> {
  const rows = await selectSlice(connection, podcast.id, slice).execute()
  return rows.map((row) => episodeView(row, podcast))
}

function selectSlice(connection: Connection, podcastId: number, { after, limit }: EpisodeSlice) {
  return selectEpisodes(connection)
    .where('episodes.podcast_id', '=', podcastId)
    .where('episodes.number', '>', after)
    .orderBy('episodes.number')
    .limit(limit)
}

/** The episodes among any number of recordings with their podcasts, by the recordings' ids. */
export async function episodesByRecording(
  { connection, dialect }: { readonly connection: Connection; readonly dialect: Dialect },
  recordingIds: IdSet,
): Promise<Map<number, { podcast: Podcast; podcastEpisode: PodcastEpisode }>> {
  const rows = await selectEpisodes(connection).where('recordings.id', 'in', recordingIds).execute()
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
  const row = await selectEpisodes(connection)
    .where('episodes.podcast_id', '=', podcastId)
    .where('episodes.id', '=', id)
    .executeTakeFirst()
  if (!row) return undefined
  return episodeView(row, podcastCover)
}

/** As `listEpisodes`, as much as their neighbours need to know. */
export async function listEpisodeSummaries(
  connection: Connection,
  podcast: Cover & { readonly id: number },
  slice: EpisodeSlice,
): Promise<EpisodeSummary[]> {
  const rows = await selectSlice(connection, podcast.id, slice).execute()
  return rows.map((row) => {
    const episode = episodeView(row, podcast)
    const { id, number, name, audioUrl, durationSeconds } = episode
    return { id, number, name, audioUrl, ...previewOf(episode), durationSeconds }
  })
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
      is_public: 1,
      published_at: episode.published_at ?? now,
      public_at: now,
      created_at: now,
      updated_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await insertRecording(connection, { episode_id: id }, audio_media_id)
  return id
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
