import { sql } from 'kysely'
import type { Connection } from '../../db/engine/dialect.ts'

export interface PublicPage {
  /** Path below the public URL. */
  readonly path: string
  readonly changedAt: number
}

interface IdRange {
  readonly after: number
  readonly last: number
}

/** Records with a page of their own. */
interface Kind {
  readonly table: 'audio_books' | 'podcasts' | 'episodes' | 'creators' | 'series' | 'collections'
  readonly list: (connection: Connection, ids: IdRange, limit: number) => Promise<PublicPage[]>
}

/** In the order of the sitemap. */
const kinds: readonly Kind[] = [
  { table: 'audio_books', list: pagesOf('audio_books', 'audio-books') },
  { table: 'podcasts', list: pagesOf('podcasts', 'podcasts') },
  { table: 'episodes', list: listEpisodePages },
  ...(['creators', 'series', 'collections'] as const).map((table) => ({
    table,
    list: listGroupPages(table),
  })),
]

/**
 * The last id of each kind. Pages have places, counted by ids from kind to kind, and at those of records that are hidden or
 * gone there is nothing: a count, or an offset, would read every row.
 */
export async function listLastIds(connection: Connection): Promise<number[]> {
  const lastIds: number[] = []
  for (const { table } of kinds) {
    const ids = connection.selectFrom(table).select('id').orderBy('id', 'desc').limit(1)
    lastIds.push((await ids.executeTakeFirst())?.id ?? 0)
  }
  return lastIds
}

/** Places; the first is 0. */
export interface Stretch {
  readonly from: number
  readonly count: number
}

/** @param limit of pages from each kind, for whoever asks whether there are any */
export async function listRecordPages(
  connection: Connection,
  lastIds: readonly number[],
  { from, count }: Stretch,
  limit = count,
): Promise<PublicPage[]> {
  const pages: PublicPage[] = []
  let before = 0
  for (const [kind, { list }] of kinds.entries()) {
    const lastId = lastIds[kind] ?? 0
    const after = Math.max(from - before, 0)
    const last = Math.min(from + count - before, lastId)
    if (after < last) pages.push(...(await list(connection, { after, last }, limit)))
    before += lastId
  }
  return pages
}

/** Ids of the few that are hidden, from their index: `is_public` itself may lie behind a long description. */
function hidden(connection: Connection, table: 'audio_books' | 'podcasts' | 'episodes') {
  return connection.selectFrom(table).where('is_public', '=', sql.lit<0>(0)).select('id')
}

function hiddenWithin(
  connection: Connection,
  table: 'audio_books' | 'podcasts' | 'episodes',
  { after, last }: IdRange,
) {
  return hidden(connection, table).where('id', '>', after).where('id', '<=', last)
}

function pagesOf(table: 'audio_books' | 'podcasts', section: 'audio-books' | 'podcasts') {
  return async (connection: Connection, ids: IdRange, limit: number): Promise<PublicPage[]> => {
    const rows = await connection
      .selectFrom(table)
      .where('id', '>', ids.after)
      .where('id', '<=', ids.last)
      .where('id', 'not in', hiddenWithin(connection, table, ids))
      .orderBy('id')
      .limit(limit)
      .select(['id', 'updated_at'])
      .execute()
    return rows.map((row) => ({ path: `/${section}/${row.id}`, changedAt: row.updated_at }))
  }
}

async function listEpisodePages(connection: Connection, ids: IdRange, limit: number): Promise<PublicPage[]> {
  const rows = await connection
    .selectFrom('episodes')
    .where('id', '>', ids.after)
    .where('id', '<=', ids.last)
    .where('id', 'not in', hiddenWithin(connection, 'episodes', ids))
    .where('podcast_id', 'not in', hidden(connection, 'podcasts'))
    .orderBy('id')
    .limit(limit)
    .select(['id', 'podcast_id', 'updated_at'])
    .execute()
  return rows.map(({ id, podcast_id, updated_at }) => ({
    path: `/podcasts/${podcast_id}/episodes/${id}`,
    changedAt: updated_at,
  }))
}

function listGroupPages(table: 'creators' | 'series' | 'collections'): Kind['list'] {
  return async (connection, { after, last }, limit) => {
    const rows = await connection
      .selectFrom(table)
      .where('id', '>', after)
      .where('id', '<=', last)
      .orderBy('id')
      .limit(limit)
      .select(['id', 'updated_at'])
      .execute()
    return rows.map((row) => ({ path: `/${table}/${row.id}`, changedAt: row.updated_at }))
  }
}
