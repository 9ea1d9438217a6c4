import { type NotNull, sql } from 'kysely'
import type { RecordTexts } from '../../db/search/tokens.ts'
import type { Connection } from '../../db/engine/dialect.ts'
import { selectCredits } from './credits.queries.ts'

/** Kinds of records that are found by their creators too; episodes have no index of their own. */
export type IndexedKind = 'audio-book' | 'podcast'

const tables = {
  'audio-book': { records: 'audio_books', owner: 'audio_book_id' },
  podcast: { records: 'podcasts', owner: 'podcast_id' },
} as const

/** The searched texts of records, and their credits for `readCredits`. */
export async function listRecordTexts(
  connection: Connection,
  kind: IndexedKind,
  ids: readonly number[],
): Promise<(RecordTexts & { id: number; credits: string | null; isHidden: boolean })[]> {
  const rows = await (kind === 'podcast'
    ? connection
        .selectFrom('podcasts')
        .select(['id', 'name', sql<null>`null`.as('subtitle'), 'description', 'is_public'])
        .select(selectCredits('podcasts'))
        .where('id', 'in', ids)
        .execute()
    : connection
        .selectFrom('audio_books')
        .select(['id', 'name', 'subtitle', 'description', 'is_public'])
        .select(selectCredits('audio_books'))
        .where('id', 'in', ids)
        .execute())
  return rows.map(({ is_public, ...texts }) => ({ ...texts, isHidden: is_public === 0 }))
}

/** The ids of the records that a creator has a credit of. */
export async function listRecordsOf(
  connection: Connection,
  kind: IndexedKind,
  creatorId: number,
): Promise<number[]> {
  const { owner } = tables[kind]
  const rows = await connection
    .selectFrom('credits')
    .where('creator_id', '=', creatorId)
    .where(owner, 'is not', null)
    .select(`${owner} as id`)
    .$narrowType<{ id: NotNull }>()
    .distinct()
    .execute()
  return rows.map((row) => row.id)
}

/** The ids of the podcasts of which a creator has a credit in an episode. */
export async function listPodcastsOfEpisodes(connection: Connection, creatorId: number): Promise<number[]> {
  const rows = await connection
    .selectFrom('credits')
    .innerJoin('episodes', 'episodes.id', 'credits.episode_id')
    .where('credits.creator_id', '=', creatorId)
    .select('episodes.podcast_id as id')
    .distinct()
    .execute()
  return rows.map((row) => row.id)
}
