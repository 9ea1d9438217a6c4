import type { EpisodeOrder, Podcast } from '@earmark/contract/podcasts.ts'
import { type ExpressionBuilder, sql } from 'kysely'
import { compiledByIds } from '../../db/engine/compiled.ts'
import type { Connection, IdSet } from '../../db/engine/dialect.ts'
import { readCredits, selectCredits, shownCreators } from '../creators/credits.queries.ts'
import { readGenres, selectGenres } from '../genres/genres.queries.ts'
import { columnOr, flagColumn, languageColumn, lineColumn } from '../editing/record-fields.ts'
import { inOrderOf, instantView, recordView, selectRecords } from '../editing/record-rows.queries.ts'
import type { CoverIds } from '../../media/upload/record-media.queries.ts'
import type { Tables } from '../../db/engine/schema.ts'
import { foldText } from '../../db/search/fold.ts'

export interface NewPodcast extends CoverIds, Partial<ReturnType<typeof podcastColumns>> {
  name: string
  description: string | null
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

function selectPodcasts(connection: Connection) {
  return selectRecords(connection, 'podcasts')
    .select([
      selectCredits('podcasts'),
      selectGenres('podcasts'),
      'podcasts.language',
      'podcasts.is_explicit',
      'podcasts.link',
      'podcasts.episode_order',
      'podcasts.published_at',
    ])
    .select((expression) => [
      publicEpisodes(expression)
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .$castTo<{ count: number }>()
        .as('episodes_count'),
      publicEpisodes(expression)
        .select(({ fn }) => fn.max('public.published_at').as('latest'))
        .as('latest_episode_at'),
    ])
}

function publicEpisodes(expression: ExpressionBuilder<Tables, 'podcasts'>) {
  return expression
    .selectFrom('episodes as public')
    .whereRef('public.podcast_id', '=', 'podcasts.id')
    .where('public.is_public', '=', sql.lit(1))
}

type PodcastRow = Awaited<ReturnType<ReturnType<typeof selectPodcasts>['execute']>>[number]

const selectByIds = compiledByIds((connection, ids) =>
  selectPodcasts(connection).where('podcasts.id', 'in', ids),
)

/** In the order of `ids`. */
export async function listPodcasts(connection: Connection, ids: readonly number[]): Promise<Podcast[]> {
  if (ids.length === 0) return []
  return inOrderOf(ids, (await selectByIds(connection, ids)).map(podcastView))
}

/** Those of any number, by their id. */
export async function podcastsById(connection: Connection, ids: IdSet): Promise<Map<number, Podcast>> {
  const rows = await selectPodcasts(connection).where('podcasts.id', 'in', ids).execute()
  return new Map(rows.map((row) => [row.id, podcastView(row)]))
}

export async function findPodcast(connection: Connection, id: number): Promise<Podcast | undefined> {
  return (await listPodcasts(connection, [id]))[0]
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
      is_public: 1,
      published_at: now,
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
  }
}
