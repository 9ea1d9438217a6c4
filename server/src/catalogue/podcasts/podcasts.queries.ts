import type { Podcast, podcastSortFields } from '@earmark/contract/podcasts.ts'
import { compiledByIds } from '../../db/engine/compiled.ts'
import type { Connection, IdQuery, IdSet } from '../../db/engine/dialect.ts'
import { creatorsAmong, creatorsByOwner } from '../creators/credits.queries.ts'
import { coverColumns, coverView } from '../../media/upload/record-media.ts'
import type { CoverIds } from '../../media/upload/record-media.queries.ts'
import { foldText } from '../../db/search/fold.ts'

export type PodcastSortField = (typeof podcastSortFields)[number]

export interface NewPodcast extends CoverIds {
  name: string
  description: string | null
}

function selectPodcasts(connection: Connection) {
  return connection
    .selectFrom('podcasts')
    .leftJoin('media as cover', 'cover.id', 'podcasts.cover_media_id')
    .leftJoin('media as preview', 'preview.id', 'podcasts.preview_media_id')
    .select(['podcasts.id', 'podcasts.name', 'podcasts.description'])
    .select(['podcasts.created_at', 'podcasts.updated_at'])
    .select(coverColumns)
    .select((expression) =>
      expression
        .selectFrom('episodes')
        .whereRef('episodes.podcast_id', '=', 'podcasts.id')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .$castTo<{ count: number }>()
        .as('episodes_count'),
    )
}

type PodcastRow = Awaited<ReturnType<ReturnType<typeof selectPodcasts>['execute']>>[number]

const selectByIds = compiledByIds((connection, ids) =>
  selectPodcasts(connection).where('podcasts.id', 'in', ids),
)

/** In the order of `ids`. */
export async function listPodcasts(connection: Connection, ids: readonly number[]): Promise<Podcast[]> {
  if (ids.length === 0) return []
  const rows = await selectByIds(connection, ids)
  const voicers = await creatorsByOwner(connection, 'podcast', ids)
  const podcasts = rows.map((row) => podcastView(row, voicers.get(row.id) ?? []))
  const byId = new Map(podcasts.map((podcast) => [podcast.id, podcast]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

/** Those of any number, by their id. */
export async function podcastsById(connection: Connection, ids: IdSet): Promise<Map<number, Podcast>> {
  const rows = await selectPodcasts(connection).where('podcasts.id', 'in', ids).execute()
  const voicers = await creatorsAmong(connection, 'podcast', ids)
  return new Map(rows.map((row) => [row.id, podcastView(row, voicers.get(row.id) ?? [])]))
}

export async function findPodcast(connection: Connection, id: number): Promise<Podcast | undefined> {
  return (await listPodcasts(connection, [id]))[0]
}

const sortColumns = { id: 'id', name: 'name_sort', createdAt: 'created_at' } as const

/** All, ascending by `field`, ties by id. */
export function queryIdsOfPodcasts(connection: Connection, field: PodcastSortField): IdQuery {
  return connection
    .selectFrom('podcasts')
    .select('id')
    .orderBy(sortColumns[field])
    .orderBy('id') as unknown as IdQuery
}

export async function insertPodcast(
  connection: Connection,
  podcast: NewPodcast,
  now: number,
): Promise<number> {
  const { id } = await connection
    .insertInto('podcasts')
    .values({ ...podcast, name_sort: foldText(podcast.name), created_at: now, updated_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

function podcastView(row: PodcastRow, voicers: Podcast['voicers']): Podcast {
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    ...coverView(row),
    voicers,
    episodesCount: row.episodes_count ?? 0,
    createdAt: new Date(row.created_at).toISOString(),
    updatedAt: new Date(row.updated_at).toISOString(),
  }
}
