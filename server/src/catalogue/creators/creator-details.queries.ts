import type { CreatorDetail } from '@earmark/contract/creators.ts'
import { sql } from 'kysely'
import type { Connection } from '../../db/engine/dialect.ts'
import type { ChangedScope } from '../../db/engine/scopes.ts'
import { coverColumns, type CoverRow, coverView } from '../../media/upload/record-media.ts'
import { type CreditedRecord, listCreditedIds } from './credits.queries.ts'
import { type CreatorRow, creatorView } from './creators.queries.ts'

/** Creators of hundreds of records each, whose records are counted in one turn of the event loop. */
const creatorsAtOnce = 25

/** In the order of `ids`. */
export async function listCreatorDetails(
  connection: Connection,
  ids: readonly number[],
): Promise<CreatorDetail[]> {
  const details: CreatorDetail[] = []
  for (let start = 0; start < ids.length; start += creatorsAtOnce)
    details.push(...(await listSomeDetails(connection, ids.slice(start, start + creatorsAtOnce))))
  return details
}

async function listSomeDetails(connection: Connection, ids: readonly number[]): Promise<CreatorDetail[]> {
  const rows = await connection
    .selectFrom('creators')
    .leftJoin('media as cover', 'cover.id', 'creators.image_media_id')
    .leftJoin('media as preview', 'preview.id', 'creators.preview_media_id')
    .where('creators.id', 'in', ids)
    .select(['creators.id', 'creators.nickname', 'creators.name', 'creators.surname'])
    .select(['creators.biography', 'creators.links', 'creators.sort_name', 'creators.updated_at'])
    .select(coverColumns)
    .select([
      publicCount('audio_books', 'audio_book_id').as('audio_books_count'),
      publicCount('podcasts', 'podcast_id').as('podcasts_count'),
    ])
    .execute()
  const byId = new Map(rows.map((row) => [row.id, detailView(row)]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

/** The public records that credit the creator, each once: not by their rows, but by the index of the few others. */
function publicCount(table: 'audio_books' | 'podcasts', owner: 'audio_book_id' | 'podcast_id') {
  const record = sql.ref(`credits.${owner}`)
  return sql<number>`(select count(distinct ${record}) from credits
    where credits.creator_id = creators.id and ${record} is not null
      and ${record} not in (select id from ${sql.table(table)} where is_public = 0))`
}

interface DetailRow extends CreatorRow, CoverRow {
  readonly biography: string | null
  readonly links: string
  readonly sort_name: string | null
  readonly updated_at: number
  readonly audio_books_count: number
  readonly podcasts_count: number
}

function detailView(row: DetailRow): CreatorDetail {
  const { coverImageUrl, coverImagePreviewUrl } = coverView(row)
  return {
    ...creatorView(row),
    biography: row.biography,
    imageUrl: coverImageUrl,
    imagePreviewUrl: coverImagePreviewUrl,
    links: JSON.parse(row.links) as string[],
    sortName: row.sort_name,
    audioBooksCount: row.audio_books_count,
    podcastsCount: row.podcasts_count,
    updatedAt: new Date(row.updated_at).toISOString(),
  }
}

/** Also by the id of one that was merged into it. */
export async function findCreatorDetail(
  connection: Connection,
  id: number,
): Promise<CreatorDetail | undefined> {
  const [creator] = await listCreatorDetails(connection, [id])
  if (creator) return creator
  const merged = await connection
    .selectFrom('merged_creators')
    .where('id', '=', id)
    .select('creator_id')
    .executeTakeFirst()
  return merged && (await listCreatorDetails(connection, [merged.creator_id]))[0]
}

/** The answers of the creators that count a record; none count episodes. */
export async function listScopesCounting(
  connection: Connection,
  record: CreditedRecord,
): Promise<ChangedScope[]> {
  if (record.kind === 'episode') return []
  return await listCreatorScopes(connection, await listCreditedIds(connection, record))
}

/** The answers of creators, by their own ids and those of creators that were merged into them. */
export async function listCreatorScopes(
  connection: Connection,
  ids: readonly number[],
): Promise<ChangedScope[]> {
  if (ids.length === 0) return []
  const merged = await connection
    .selectFrom('merged_creators')
    .where('creator_id', 'in', ids)
    .select('id')
    .execute()
  return [...ids, ...merged.map((row) => row.id)].map((id) => `creators/${id}` as const)
}
