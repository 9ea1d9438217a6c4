import type { EditedPodcast } from '@earmark/contract/edited-records.ts'
import type { Cover } from '@earmark/contract/fields.ts'
import type { EpisodeOrder, Podcast } from '@earmark/contract/podcasts.ts'
import { type ExpressionBuilder, sql } from 'kysely'
import { compiledByNumbers } from '../../db/engine/compiled.ts'
import type { Connection, IdSet } from '../../db/engine/dialect.ts'
import { readCredits, selectCredits, shownCreators } from '../creators/credits.queries.ts'
import { readGenres, selectGenres } from '../genres/genres.queries.ts'
import { columnOr, flagColumn, languageColumn, lineColumn } from '../editing/record-fields.ts'
import {
  type PodcastAudience,
  inOrderOf,
  instantView,
  type NewPublishing,
  publishingView,
  recordView,
  selectRecords,
} from '../editing/record-rows.queries.ts'
import type { CoverIds } from '../../media/upload/record-media.queries.ts'
import type { Tables } from '../../db/schema/tables.ts'
import { foldText } from '@earmark/contract/fold.ts'

export interface NewPodcast extends CoverIds, NewPublishing, Partial<ReturnType<typeof podcastColumns>> {
  name: string
  description: string | null
  is_unlisted?: 0 | 1
}

/** The fields of a podcast's form that its row keeps, beside name and description. */
export interface PodcastFields {
  readonly language?: string | null | undefined
  readonly isExplicit?: boolean | null | undefined
  readonly link?: string | null | undefined
  readonly episodeOrder?: EpisodeOrder | null | undefined
}

export function podcastColumns(fields: PodcastFields) {
  return {
    language: languageColumn(fields.language),
    is_explicit: columnOr(flagColumn(fields.isExplicit), 0),
    link: lineColumn(fields.link),
    episode_order: columnOr<EpisodeOrder>(fields.episodeOrder, 'Newest'),
  }
}

/** Who is no editor. */
export type ListenerAudience = Exclude<PodcastAudience, 'editors'>

function selectPodcasts(connection: Connection, audience: PodcastAudience) {
  return selectRecords(connection, 'podcasts', audience)
    .select([
      selectCredits('podcasts'),
      selectGenres('podcasts'),
      'podcasts.language',
      'podcasts.is_explicit',
      'podcasts.link',
      'podcasts.episode_order',
      'podcasts.is_unlisted',
    ])
    .select((expression) => [
      shownEpisodes(expression, audience)
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .$castTo<{ count: number }>()
        .as('episodes_count'),
      shownEpisodes(expression, audience)
        .select(({ fn }) => fn.max('shown.published_at').as('latest'))
        .as('latest_episode_at'),
      expression
        .selectFrom('sources')
        .whereRef('sources.podcast_id', '=', 'podcasts.id')
        .select('sources.state')
        .as('source_state'),
    ])
}

function shownEpisodes(expression: ExpressionBuilder<Tables, 'podcasts'>, audience: PodcastAudience) {
  const episodes = expression.selectFrom('episodes as shown').whereRef('shown.podcast_id', '=', 'podcasts.id')
  return audience === 'editors' ? episodes : episodes.where('shown.is_public', '=', sql.lit<1>(1))
}

type PodcastRow = Awaited<ReturnType<ReturnType<typeof selectPodcasts>['execute']>>[number]

const selectByIds = (audience: PodcastAudience) =>
  compiledByNumbers((connection, ids) => selectPodcasts(connection, audience).where('podcasts.id', 'in', ids))
const selects = {
  public: selectByIds('public'),
  followers: selectByIds('followers'),
  editors: selectByIds('editors'),
}

/** The public ones, in the order of `ids`. */
export async function listPodcasts(
  connection: Connection,
  ids: readonly number[],
  audience: ListenerAudience = 'public',
): Promise<Podcast[]> {
  if (ids.length === 0) return []
  return inOrderOf(ids, (await selects[audience](connection, ids)).map(podcastView))
}

/** In the order of `ids`, whether public or not, and counted with all their episodes. */
export async function listEditedPodcasts(
  connection: Connection,
  ids: readonly number[],
): Promise<EditedPodcast[]> {
  if (ids.length === 0) return []
  const rows = await selects.editors(connection, ids)
  return inOrderOf(
    ids,
    rows.map((row) => ({
      ...podcastView(row),
      ...publishingView(row),
      isUnlisted: row.is_unlisted === 1,
    })),
  )
}

/** Those of any number that an audience sees, by their id. */
export async function podcastsById(
  connection: Connection,
  ids: IdSet,
  audience: ListenerAudience,
): Promise<Map<number, Podcast>> {
  const rows = await selectPodcasts(connection, audience).where('podcasts.id', 'in', ids).execute()
  return new Map(rows.map((row) => [row.id, podcastView(row)]))
}

export async function findPodcast(
  connection: Connection,
  id: number,
  audience: ListenerAudience = 'public',
): Promise<Podcast | undefined> {
  return (await listPodcasts(connection, [id], audience))[0]
}

export async function findEditedPodcast(
  connection: Connection,
  id: number,
): Promise<EditedPodcast | undefined> {
  return (await listEditedPodcasts(connection, [id]))[0]
}

const selectSummary = (audience: PodcastAudience) =>
  compiledByNumbers((connection, ids) =>
    selectRecords(connection, 'podcasts', audience).where('podcasts.id', 'in', ids),
  )
const summaries = {
  public: selectSummary('public'),
  followers: selectSummary('followers'),
  editors: selectSummary('editors'),
}

/** A podcast as one of its episodes names it; its episodes are not counted. */
export type PodcastSummary = Pick<Podcast, 'id' | 'name' | keyof Cover>

export async function findPodcastSummary(
  connection: Connection,
  id: number,
  audience: PodcastAudience,
): Promise<PodcastSummary | undefined> {
  const [row] = await summaries[audience](connection, [id])
  return row && recordView(row)
}

const selectIfPublic = compiledByNumbers((connection, ids) =>
  connection
    .selectFrom('podcasts')
    .where('id', 'in', ids)
    .where('is_public', '=', sql.lit<1>(1))
    .select('id'),
)

export async function isPublicPodcast(connection: Connection, id: number): Promise<boolean> {
  return (await selectIfPublic(connection, [id])).length > 0
}

function selectUnlisted(connection: Connection, id: number) {
  const podcast = connection.selectFrom('podcasts').where('podcasts.id', '=', id)
  return podcast.where('podcasts.is_unlisted', '=', 1).select('podcasts.id')
}

export async function isUnlisted(connection: Connection, id: number): Promise<boolean> {
  return (await selectUnlisted(connection, id).executeTakeFirst()) !== undefined
}

/** Whether it is not listed, and an account follows it. */
export async function isFollowedUnlisted(
  connection: Connection,
  id: number,
  userId: string,
): Promise<boolean> {
  const followed = selectUnlisted(connection, id)
    .innerJoin('follows', 'follows.podcast_id', 'podcasts.id')
    .where('follows.user_id', '=', userId)
  return (await followed.executeTakeFirst()) !== undefined
}

export async function insertPodcast(
  connection: Connection,
  podcast: NewPodcast,
  now: number,
): Promise<number> {
  const { id } = await connection
    .insertInto('podcasts')
    .values({
      ...podcast,
      name_sort: foldText(podcast.name),
      created_at: now,
      updated_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

function podcastView(row: PodcastRow): Podcast {
  const credits = readCredits(row.credits)
  return {
    ...recordView(row),
    voicers: shownCreators('podcast', credits),
    credits,
    categories: readGenres(row.genres),
    language: row.language,
    isExplicit: row.is_explicit === 1,
    link: row.link,
    episodeOrder: row.episode_order,
    episodesCount: row.episodes_count ?? 0,
    latestEpisodeAt: instantView(row.latest_episode_at),
    publishedAt: instantView(row.published_at),
    source:
      row.source_state === null
        ? null
        : { homepage: row.link, state: row.source_state, isListed: row.is_unlisted === 0 },
  }
}
