import { sql } from 'kysely'
import type { Connection } from '../../db/engine/dialect.ts'

export interface PublicPage {
  /** Path below the public URL. */
  readonly path: string
  readonly changedAt: number
}

const groups = ['creators', 'series', 'collections'] as const

/** Audio books, podcasts, episodes, then the groups. */
export async function countRecordPages(connection: Connection): Promise<number[]> {
  const books = publicBooks(connection).select(countAll)
  const podcasts = publicPodcasts(connection).select(countAll)
  const episodes = publicEpisodes(connection).select(countAll)
  const counts: number[] = []
  for (const query of [books, podcasts, episodes] as const)
    counts.push((await query.executeTakeFirstOrThrow()).count)
  for (const group of groups)
    counts.push((await connection.selectFrom(group).select(countAll).executeTakeFirstOrThrow()).count)
  return counts
}

const countAll = sql<number>`count(*)`.as('count')

type RecordTable = 'audio_books' | 'podcasts' | 'episodes'

/** Ids of the few that are hidden, from their index: `is_public` itself may lie behind a long description. */
function hidden(connection: Connection, table: RecordTable) {
  return connection.selectFrom(table).where('is_public', '=', sql.lit<0>(0)).select('id')
}

function publicBooks(connection: Connection) {
  return connection.selectFrom('audio_books').where('id', 'not in', hidden(connection, 'audio_books'))
}

function publicPodcasts(connection: Connection) {
  return connection.selectFrom('podcasts').where('id', 'not in', hidden(connection, 'podcasts'))
}

function publicEpisodes(connection: Connection) {
  return connection
    .selectFrom('episodes')
    .where('id', 'not in', hidden(connection, 'episodes'))
    .where('podcast_id', 'not in', hidden(connection, 'podcasts'))
}

interface Stretch {
  readonly from: number
  readonly count: number
}

export async function listRecordPages(
  connection: Connection,
  counts: readonly number[],
  { from, count }: Stretch,
): Promise<PublicPage[]> {
  const pages: PublicPage[] = []
  let before = 0
  for (const [kind, list] of [
    listAudioBookPages,
    listPodcastPages,
    listEpisodePages,
    ...groups.map((group) => listGroupPages(group)),
  ].entries()) {
    const there = counts[kind] ?? 0
    const first = Math.max(from, before)
    const end = Math.min(from + count, before + there)
    if (first < end) pages.push(...(await list(connection, { from: first - before, count: end - first })))
    before += there
  }
  return pages
}

/** An offset among the rows themselves would read each of them: `start` is by the primary key alone. */
async function listAudioBookPages(connection: Connection, { from, count }: Stretch): Promise<PublicPage[]> {
  const start = publicBooks(connection).select('id').orderBy('id').limit(1).offset(from)
  const books = publicBooks(connection).select(['id', 'updated_at']).orderBy('id')
  const rows = await books.where('id', '>=', start).limit(count).execute()
  return rows.map((row) => ({ path: `/audio-books/${row.id}`, changedAt: row.updated_at }))
}

async function listPodcastPages(connection: Connection, { from, count }: Stretch): Promise<PublicPage[]> {
  const start = publicPodcasts(connection).select('id').orderBy('id').limit(1).offset(from)
  const podcasts = publicPodcasts(connection).select(['id', 'updated_at']).orderBy('id')
  const rows = await podcasts.where('id', '>=', start).limit(count).execute()
  return rows.map((row) => ({ path: `/podcasts/${row.id}`, changedAt: row.updated_at }))
}

async function listEpisodePages(connection: Connection, { from, count }: Stretch): Promise<PublicPage[]> {
  const start = publicEpisodes(connection).select('id').orderBy('id').limit(1).offset(from)
  const episodes = publicEpisodes(connection).select(['id', 'podcast_id', 'updated_at']).orderBy('id')
  const rows = await episodes.where('id', '>=', start).limit(count).execute()
  return rows.map(({ id, podcast_id, updated_at }) => ({
    path: `/podcasts/${podcast_id}/episodes/${id}`,
    changedAt: updated_at,
  }))
}

function listGroupPages(group: (typeof groups)[number]) {
  return async (connection: Connection, { from, count }: Stretch): Promise<PublicPage[]> => {
    const start = connection.selectFrom(group).select('id').orderBy('id').limit(1).offset(from)
    const those = connection.selectFrom(group).select(['id', 'updated_at']).orderBy('id')
    const rows = await those.where('id', '>=', start).limit(count).execute()
    return rows.map((row) => ({ path: `/${group}/${row.id}`, changedAt: row.updated_at }))
  }
}
