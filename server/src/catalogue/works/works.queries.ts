import { type CreditRole, creditRoles } from '@earmark/contract/credits.ts'
import { maxWorksOfKind, type WorkEpisodesQuery, type WorksInRole } from '@earmark/contract/works.ts'
import { sql } from 'kysely'
import type { Connection } from '../../db/engine/dialect.ts'
import { listAudioBooks } from '../audio-books/audio-books.queries.ts'
import { listPodcasts } from '../podcasts/podcasts.queries.ts'

/** The public records that credit a creator directly, by role; each once in a role, the newest first. */
export async function listWorksOf(connection: Connection, creatorId: number): Promise<WorksInRole[]> {
  const audioBooks = await worksByRole(connection, creatorId, 'audio_books', listAudioBooks)
  const podcasts = await worksByRole(connection, creatorId, 'podcasts', listPodcasts)
  const episodes = await countEpisodesByRole(connection, creatorId)
  return creditRoles
    .map((role) => ({
      role,
      audioBooks: audioBooks.get(role) ?? [],
      podcasts: podcasts.get(role) ?? [],
      episodesCount: episodes.get(role) ?? 0,
    }))
    .filter((works) => works.audioBooks.length + works.podcasts.length + works.episodesCount > 0)
}

async function worksByRole<Work extends { readonly id: number }>(
  connection: Connection,
  creatorId: number,
  table: 'audio_books' | 'podcasts',
  list: (connection: Connection, ids: readonly number[]) => Promise<Work[]>,
): Promise<Map<CreditRole, Work[]>> {
  const owner = sql.ref(table === 'audio_books' ? 'credits.audio_book_id' : 'credits.podcast_id')
  const { rows } = await sql<{ role: CreditRole; id: number }>`
    select role, id from (
      select credits.role, record.id, row_number() over
        (partition by credits.role order by record.published_at desc, record.id desc) as place
      from credits join ${sql.table(table)} as record on record.id = ${owner}
      where credits.creator_id = ${creatorId} and record.is_public = 1
      group by credits.role, record.id, record.published_at
    ) as ranked where place <= ${maxWorksOfKind} order by place`.execute(connection)
  const ids = [...new Set(rows.map(({ id }) => id))]
  const works = new Map((await list(connection, ids)).map((work) => [work.id, work]))
  return new Map(
    [...Map.groupBy(rows, ({ role }) => role)].map(([role, those]) => [
      role,
      those.flatMap(({ id }) => works.get(id) ?? []),
    ]),
  )
}

async function countEpisodesByRole(
  connection: Connection,
  creatorId: number,
): Promise<Map<CreditRole, number>> {
  const rows = await selectEpisodeCredits(connection, creatorId, undefined)
    .groupBy('credits.role')
    .select('credits.role')
    .select((build) => build.fn.count<number>('episodes.id').distinct().as('count'))
    .$narrowType<{ role: CreditRole }>()
    .execute()
  return new Map(rows.map(({ role, count }) => [role, count]))
}

/** Of public episodes. @param roles undefined for any */
function selectEpisodeCredits(
  connection: Connection,
  creatorId: number,
  roles: readonly CreditRole[] | undefined,
) {
  const credits = connection
    .selectFrom('credits')
    .innerJoin('episodes', 'episodes.id', 'credits.episode_id')
    .innerJoin('podcasts', 'podcasts.id', 'episodes.podcast_id')
    .where('credits.creator_id', '=', creatorId)
    .where('episodes.is_public', '=', 1)
    .where('podcasts.is_public', '=', 1)
  return roles ? credits.where('credits.role', 'in', roles) : credits
}

/** A page of the public episodes that credit a creator, each once, the newest first. */
export async function listWorkEpisodeIds(
  connection: Connection,
  creatorId: number,
  { role, pageNumber, pageSize }: WorkEpisodesQuery,
): Promise<number[]> {
  const rows = await selectEpisodeCredits(connection, creatorId, role)
    .groupBy(['episodes.id', 'episodes.published_at'])
    .orderBy('episodes.published_at', 'desc')
    .orderBy('episodes.id', 'desc')
    .limit(pageSize)
    .offset((pageNumber - 1) * pageSize)
    .select('episodes.id')
    .execute()
  return rows.map(({ id }) => id)
}

export async function countWorkEpisodes(
  connection: Connection,
  creatorId: number,
  roles: readonly CreditRole[] | undefined,
): Promise<number> {
  const { count } = await selectEpisodeCredits(connection, creatorId, roles)
    .select((build) => build.fn.count<number>('episodes.id').distinct().as('count'))
    .executeTakeFirstOrThrow()
  return count
}
