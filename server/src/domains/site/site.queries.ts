import type { Connection } from '../../db/dialect.ts'

export interface PublicPage {
  /** Path below the public URL. */
  readonly path: string
  /** Epoch milliseconds of the last change. */
  readonly changedAt: number
}

/** The page of every public record: audio books, podcasts, episodes, each kind by id. */
export async function listRecordPages(connection: Connection): Promise<PublicPage[]> {
  const books = await connection
    .selectFrom('audio_books')
    .select(['id', 'updated_at'])
    .orderBy('id')
    .execute()
  const podcasts = await connection
    .selectFrom('podcasts')
    .select(['id', 'updated_at'])
    .orderBy('id')
    .execute()
  const episodes = await connection
    .selectFrom('episodes')
    .select(['id', 'podcast_id', 'updated_at'])
    .orderBy('id')
    .execute()
  return [
    ...books.map((row) => ({ path: `/audio-books/${row.id}`, changedAt: row.updated_at })),
    ...podcasts.map((row) => ({ path: `/podcasts/${row.id}`, changedAt: row.updated_at })),
    ...episodes.map((row) => ({
      path: `/podcasts/${row.podcast_id}/episodes/${row.id}`,
      changedAt: row.updated_at,
    })),
  ]
}
