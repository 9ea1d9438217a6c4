import { maxEpisodeNumber } from '@earmark/contract/limits.ts'
import type { EditedPodcastEpisode, PublishingStatus } from '@earmark/contract/edited-records.ts'
import type { EpisodeOverview, EpisodeSummary, PodcastEpisode } from '@earmark/contract/episodes.ts'
import type { Cover } from '@earmark/contract/fields.ts'
import type { Notes } from '@earmark/contract/notes.ts'
import type { Podcast } from '@earmark/contract/podcasts.ts'
import type { FoundEpisode } from '@earmark/contract/search.ts'
import { type ExpressionBuilder, sql } from 'kysely'
import { compiledByNumbers } from '../../db/engine/compiled.ts'
import type { Tables } from '../../db/schema/tables.ts'
import type { Connection, Dialect, IdSet } from '../../db/engine/dialect.ts'
import { readCredits, selectCredits, shownCreators } from '../creators/credits.queries.ts'
import {
  type Audience,
  inOrderOf,
  instantView,
  publishingView,
  recordingView,
  selectRecordings,
} from '../editing/record-rows.queries.ts'
import { coverOf, previewOf } from '../../media/upload/record-media.ts'
import { podcastsById } from './podcasts.queries.ts'

function selectEpisodes(connection: Connection, audience: Audience) {
  return selectRecordings(connection, 'episodes', audience).select([
    selectCredits('episodes'),
    'episodes.podcast_id',
    'episodes.number',
    'episodes.season',
    'episodes.label',
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

const selectByIds = (audience: Audience) =>
  compiledByNumbers((connection, ids) => selectEpisodes(connection, audience).where('episodes.id', 'in', ids))
const selectPublic = selectByIds('public')
const selectEdited = selectByIds('editors')

/** The public ones of the podcast's, in the order of `ids`. */
export async function listEpisodesById(
  connection: Connection,
  podcast: EpisodesPodcast,
  ids: readonly number[],
): Promise<PodcastEpisode[]> {
  if (ids.length === 0) return []
  const rows = (await selectPublic(connection, ids)).filter((row) => row.podcast_id === podcast.id)
  return inOrderOf(
    ids,
    rows.map((row) => episodeView(row, podcast)),
  )
}

/** As `listEpisodesById`, whether public or not. */
export async function listEditedEpisodesById(
  connection: Connection,
  podcast: EpisodesPodcast,
  ids: readonly number[],
): Promise<EditedPodcastEpisode[]> {
  if (ids.length === 0) return []
  const rows = (await selectEdited(connection, ids)).filter((row) => row.podcast_id === podcast.id)
  return inOrderOf(
    ids,
    rows.map((row) => editedView(row, podcast)),
  )
}

export function hasStatus(status: PublishingStatus | undefined) {
  return (is: ExpressionBuilder<Tables, 'episodes'>) => {
    if (status === undefined) return is.and([])
    if (status === 'Published') return is('episodes.is_public', '=', sql.lit<1>(1))
    const scheduled = is('episodes.publish_at', status === 'Scheduled' ? 'is not' : 'is', null)
    return is.and([is('episodes.is_public', '=', sql.lit<0>(0)), scheduled])
  }
}

function editedView(row: EpisodeRow, podcast: Cover): EditedPodcastEpisode {
  return { ...episodeView(row, podcast), ...publishingView(row) }
}

const selectSlices = (audience: Audience, status?: PublishingStatus) =>
  compiledByNumbers((connection, [podcastId = 0, after = 0, limit = 0]) =>
    selectEpisodes(connection, audience)
      .where(hasStatus(status))
      .where('episodes.podcast_id', '=', podcastId)
      .where('episodes.number', '>', after)
      .orderBy('episodes.number')
      .limit(limit),
  )
const slices = {
  public: selectSlices('public'),
  editors: selectSlices('editors'),
  Published: selectSlices('editors', 'Published'),
  Draft: selectSlices('editors', 'Draft'),
  Scheduled: selectSlices('editors', 'Scheduled'),
}

function selectSlice(
  connection: Connection,
  podcastId: number,
  { after, limit, status }: EpisodeSlice,
  audience: Audience,
): Promise<EpisodeRow[]> {
  return slices[status ?? audience](connection, [podcastId, after, limit])
}

/** The episodes among any number of recordings that somebody has, with their podcasts, by the recordings' ids; without drafts. */
export async function episodesByRecording(
  { connection, dialect }: { readonly connection: Connection; readonly dialect: Dialect },
  recordingIds: IdSet,
): Promise<Map<number, { podcast: Podcast; podcastEpisode: PodcastEpisode }>> {
  const query = selectEpisodes(connection, 'public').where('recordings.id', 'in', recordingIds)
  const rows = await query.execute()
  const podcastIds = [...new Set(rows.map((row) => row.podcast_id))]
  const podcasts = await podcastsById(connection, dialect.idSet(podcastIds), 'followers')
  return new Map(
    rows.flatMap((row) => {
      const podcast = podcasts.get(row.podcast_id)
      if (!podcast) return []
      const podcastEpisode = episodeView(row, podcast)
      return [[row.recording_id, { podcast, podcastEpisode }]]
    }),
  )
}

/** The public ones with the names of their podcasts, in the order of `ids`. */
export async function listFoundEpisodes(
  { connection, dialect }: { readonly connection: Connection; readonly dialect: Dialect },
  ids: readonly number[],
): Promise<FoundEpisode[]> {
  if (ids.length === 0) return []
  const rows = await selectEpisodes(connection, 'public').where('episodes.id', 'in', ids).execute()
  const podcasts = await podcastsById(connection, dialect.idSet(rows.map((row) => row.podcast_id)), 'public')
  const episodes = rows.flatMap((row) => {
    const podcast = podcasts.get(row.podcast_id)
    return podcast ? [{ ...episodeView(row, podcast), podcastName: podcast.name }] : []
  })
  return inOrderOf(ids, episodes)
}

/** Episodes as much as their neighbours need to know. */
export function listEpisodeSummaries(audience: Audience) {
  return async (
    connection: Connection,
    podcast: EpisodesPodcast,
    slice: EpisodeSlice,
  ): Promise<EpisodeSummary[]> => {
    const rows = await selectSlice(connection, podcast.id, slice, audience)
    return rows.map((row) => summaryView(row, podcast))
  }
}

const selectNumbered = (audience: Audience) =>
  compiledByNumbers((connection, [podcastId = 0, ...numbers]) =>
    selectEpisodes(connection, audience)
      .where('episodes.podcast_id', '=', podcastId)
      .where('episodes.number', 'in', numbers),
  )
const numbered = { public: selectNumbered('public'), editors: selectNumbered('editors') }

/** Those of a podcast's episodes that have these numbers, in any order. */
export async function listNumberedEpisodes(
  connection: Connection,
  podcast: EpisodesPodcast,
  numbers: readonly number[],
  audience: Audience,
): Promise<EpisodeSummary[]> {
  const rows = await numbered[audience](connection, [podcast.id, ...numbers])
  return rows.map((row) => summaryView(row, podcast))
}

const selectFeedFacts = compiledByNumbers((connection, ids) =>
  connection
    .selectFrom('episodes')
    .innerJoin('recordings', 'recordings.episode_id', 'episodes.id')
    .where('episodes.id', 'in', ids)
    .select(['episodes.notes', 'recordings.relay_changed_at']),
)

/** What an episode of a source has beside the fields of a form. */
export async function findFeedFacts(
  connection: Connection,
  id: number,
): Promise<Pick<EpisodeOverview, 'notes' | 'recordingChangedAt'>> {
  const [row] = await selectFeedFacts(connection, [id])
  const notes = row?.notes ? (JSON.parse(row.notes) as Notes) : null
  return { notes, recordingChangedAt: instantView(row?.relay_changed_at ?? null) }
}

/** For a new episode: after the last, or the first gap from 1 on when the last has the largest number. */
export async function findNextNumber(connection: Connection, podcastId: number): Promise<number> {
  const { last } = await connection
    .selectFrom('episodes')
    .where('podcast_id', '=', podcastId)
    .select(({ fn }) => fn.max<number | null>('number').as('last'))
    .executeTakeFirstOrThrow()
  if (last === null || last < maxEpisodeNumber) return (last ?? 0) + 1
  const { rows } = await sql<{ gap: number | null }>`
    select min(candidate) as gap
    from (select 1 as candidate
      union all select number + 1 from episodes where podcast_id = ${podcastId}) as candidates
    where candidate not in (select number from episodes where podcast_id = ${podcastId})`.execute(connection)
  return Math.min(rows[0]?.gap ?? maxEpisodeNumber, maxEpisodeNumber)
}

function summaryView(row: EpisodeRow, podcast: Cover): EpisodeSummary {
  const episode = episodeView(row, podcast)
  const { id, number, name, audioUrl, durationSeconds } = episode
  return { id, number, name, audioUrl, ...previewOf(episode), durationSeconds }
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
    episodeLabel: row.label || null,
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
