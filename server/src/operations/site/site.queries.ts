import type { Connection } from '../../db/engine/dialect.ts'

export interface PublicPage {
  /** Path below the public URL. */
  readonly path: string
  readonly changedAt: number
}

/** Audio books, podcasts, episodes, creators. */
export async function countRecordPages(connection: Connection): Promise<number[]> {
  const counts: number[] = []
  for (const table of ['audio_books', 'podcasts', 'episodes', 'creators'] as const) {
    const rows = connection.selectFrom(table).select(({ fn }) => fn.countAll<number>().as('count'))
    counts.push((await rows.executeTakeFirstOrThrow()).count)
  }
  return counts
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
    listCreatorPages,
  ].entries()) {
    const there = counts[kind] ?? 0
    const first = Math.max(from, before)
    const end = Math.min(from + count, before + there)
    if (first < end) pages.push(...(await list(connection, { from: first - before, count: end - first })))
    before += there
  }
  return pages
}

/** An offset among the rows themselves would read each of them. */
function startOf(
  connection: Connection,
  table: 'audio_books' | 'podcasts' | 'episodes' | 'creators',
  { from }: Stretch,
) {
  return connection.selectFrom(table).select('id').orderBy('id').limit(1).offset(from)
}

async function listAudioBookPages(connection: Connection, stretch: Stretch): Promise<PublicPage[]> {
  const books = connection.selectFrom('audio_books').select(['id', 'updated_at']).orderBy('id')
  const from = startOf(connection, 'audio_books', stretch)
  const rows = await books.where('id', '>=', from).limit(stretch.count).execute()
  return rows.map((row) => ({ path: `/audio-books/${row.id}`, changedAt: row.updated_at }))
}

async function listPodcastPages(connection: Connection, stretch: Stretch): Promise<PublicPage[]> {
  const podcasts = connection.selectFrom('podcasts').select(['id', 'updated_at']).orderBy('id')
  const from = startOf(connection, 'podcasts', stretch)
  const rows = await podcasts.where('id', '>=', from).limit(stretch.count).execute()
  return rows.map((row) => ({ path: `/podcasts/${row.id}`, changedAt: row.updated_at }))
}

async function listEpisodePages(connection: Connection, stretch: Stretch): Promise<PublicPage[]> {
  const episodes = connection.selectFrom('episodes').select(['id', 'podcast_id', 'updated_at']).orderBy('id')
  const from = startOf(connection, 'episodes', stretch)
  const rows = await episodes.where('id', '>=', from).limit(stretch.count).execute()
  return rows.map(({ id, podcast_id, updated_at }) => ({
    path: `/podcasts/${podcast_id}/episodes/${id}`,
    changedAt: updated_at,
  }))
}

async function listCreatorPages(connection: Connection, stretch: Stretch): Promise<PublicPage[]> {
  const creators = connection.selectFrom('creators').select(['id', 'updated_at']).orderBy('id')
  const from = startOf(connection, 'creators', stretch)
  const rows = await creators.where('id', '>=', from).limit(stretch.count).execute()
  return rows.map((row) => ({ path: `/creators/${row.id}`, changedAt: row.updated_at }))
}
