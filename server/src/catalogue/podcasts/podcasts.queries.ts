import type { Podcast } from '@earmark/contract/podcasts.ts'
import { compiledByIds } from '../../db/engine/compiled.ts'
import type { Connection, IdSet } from '../../db/engine/dialect.ts'
import { creatorsAmong, creatorsByOwner } from '../creators/credits.queries.ts'
import { inOrderOf, recordView, selectRecords } from '../editing/record-rows.queries.ts'
import type { CoverIds } from '../../media/upload/record-media.queries.ts'
import { foldText } from '../../db/search/fold.ts'

export interface NewPodcast extends CoverIds {
  name: string
  description: string | null
}

function selectPodcasts(connection: Connection) {
  return selectRecords(connection, 'podcasts').select((expression) =>
    expression
      .selectFrom('episodes as counted')
      .whereRef('counted.podcast_id', '=', 'podcasts.id')
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
  return inOrderOf(
    ids,
    rows.map((row) => podcastView(row, voicers.get(row.id) ?? [])),
  )
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
  return { ...recordView(row), voicers, episodesCount: row.episodes_count ?? 0 }
}
