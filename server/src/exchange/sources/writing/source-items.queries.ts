import type { NewCredit } from '@earmark/contract/credit-edits.ts'
import { type Insertable, sql } from 'kysely'
import { laterThanBefore } from '../../../catalogue/creators/creators.queries.ts'
import type { Connection, Dialect } from '../../../db/engine/dialect.ts'
import type { EpisodesTable, RecordingsTable } from '../../../db/schema/catalogue.ts'
import type { SourceItemsTable } from '../../../db/schema/feeds.ts'
import type { KnownItem } from '../source/identity.ts'

/** A known item with what belongs to it here. */
export interface StoredItem extends KnownItem {
  readonly sourceId: number
  /** Null once an editor has deleted the episode. */
  readonly episodeId: number | null
  readonly previousUrls: readonly string[]
}

export async function listStoredItems(connection: Connection, sourceId: number): Promise<StoredItem[]> {
  const rows = await connection
    .selectFrom('source_items')
    .where('source_id', '=', sourceId)
    .orderBy('id')
    .selectAll()
    .execute()
  return rows.map((row) => ({
    id: row.id,
    sourceId,
    guidKey: row.guid_key,
    episodeId: row.episode_id,
    originUrl: row.origin_url,
    originLength: row.origin_length,
    previousUrls: JSON.parse(row.previous_urls) as string[],
    titleKey: row.title_key,
    publishedAt: row.published_at,
    durationMs: row.duration_ms,
    contentHash: row.content_hash,
    isGone: row.gone_at !== null,
  }))
}

/** Of the last items, for how often a feed is checked. */
export async function listLastPublished(
  connection: Connection,
  sourceId: number,
  limit: number,
): Promise<number[]> {
  const rows = await connection
    .selectFrom('source_items')
    .where('source_id', '=', sourceId)
    .where('published_at', 'is not', null)
    .orderBy('published_at', 'desc')
    .limit(limit)
    .select('published_at')
    .$narrowType<{ published_at: number }>()
    .execute()
  return rows.map(({ published_at }) => published_at)
}

export type NewEpisodeRow = Insertable<EpisodesTable>

/** @returns their ids by their numbers */
export async function insertEpisodes(
  connection: Connection,
  rows: readonly NewEpisodeRow[],
): Promise<Map<number, number>> {
  const inserted = await connection.insertInto('episodes').values(rows).returning(['id', 'number']).execute()
  return new Map(inserted.map(({ id, number }) => [number, id]))
}

export async function insertRecordings(
  connection: Connection,
  rows: readonly Insertable<RecordingsTable>[],
): Promise<void> {
  await connection.insertInto('recordings').values(rows).execute()
}

export async function insertItems(
  connection: Connection,
  rows: readonly Insertable<SourceItemsTable>[],
): Promise<void> {
  for (let start = 0; start < rows.length; start += itemsAtOnce)
    await connection
      .insertInto('source_items')
      .values(rows.slice(start, start + itemsAtOnce))
      .execute()
}

/** Statements take a limited number of values. */
const itemsAtOnce = 500

export interface EpisodeCredits {
  readonly episodeId: number
  readonly credits: readonly NewCredit[]
}

/** Of episodes that have none. */
export async function insertEpisodeCredits(
  connection: Connection,
  episodes: readonly EpisodeCredits[],
): Promise<void> {
  const rows = episodes.flatMap(({ episodeId, credits }) =>
    credits.map(({ creatorId, role }, ordinal) => ({
      creator_id: creatorId,
      role,
      ordinal,
      audio_book_id: null,
      podcast_id: null,
      episode_id: episodeId,
    })),
  )
  if (rows.length > 0) await connection.insertInto('credits').values(rows).execute()
}

export async function deleteEpisodeCredits(
  { connection, dialect }: Db,
  episodeIds: readonly number[],
): Promise<void> {
  await connection.deleteFrom('credits').where('episode_id', 'in', dialect.idSet(episodeIds)).execute()
}

interface Db {
  readonly connection: Connection
  readonly dialect: Dialect
}

export interface EpisodeUpdate {
  readonly id: number
  readonly name: string
  readonly description: string | null
  readonly notes: string | null
  readonly season: number | null
  readonly label: string | null
  readonly type: string
  readonly isExplicit: 0 | 1
  /** Null: as it is. */
  readonly publishedAt: number | null
}

const asNumber = (cell: number) => sql<number>`cast(fresh.value ->> ${sql.lit(cell)} as bigint)`
const asText = (cell: number) => sql<string>`fresh.value ->> ${sql.lit(cell)}`

/** In one statement. */
export async function updateEpisodes(
  { connection, dialect }: Db,
  episodes: readonly EpisodeUpdate[],
  now: number,
): Promise<void> {
  const rows = dialect.jsonRows(
    episodes.map((one) => [
      one.id,
      one.name,
      one.description,
      one.notes,
      one.season,
      one.label,
      one.type,
      one.isExplicit,
      one.publishedAt,
    ]),
  )
  await sql`update episodes set name = ${asText(1)}, description = ${asText(2)}, notes = ${asText(3)},
      season = ${asNumber(4)},
      label = case when episodes.label = '' then '' else ${asText(5)} end, type = ${asText(6)}, is_explicit = ${asNumber(7)},
      published_at = coalesce(${asNumber(8)}, published_at), updated_at = ${laterThanBefore(now)}
    from ${rows} as fresh where episodes.id = ${asNumber(0)}`.execute(connection)
}

export interface RelayUpdate {
  readonly episodeId: number
  /** For a recording that has none yet. */
  readonly key: string
  readonly type: string
  readonly durationMs: number | null
  /** When it was found to be another recording; null: it is the same. */
  readonly changedAt: number | null
}

/** In one statement. */
export async function updateRelays(
  { connection, dialect }: Db,
  relays: readonly RelayUpdate[],
): Promise<void> {
  const rows = dialect.jsonRows(
    relays.map((one) => [one.episodeId, one.key, one.type, one.durationMs, one.changedAt]),
  )
  await sql`update recordings set relay_key = coalesce(relay_key, ${asText(1)}), relay_type = ${asText(2)},
      relay_duration_ms = coalesce(${asNumber(3)}, relay_duration_ms),
      relay_changed_at = coalesce(${asNumber(4)}, relay_changed_at)
    from ${rows} as fresh where recordings.episode_id = ${asNumber(0)}`.execute(connection)
}

export interface ItemUpdate {
  readonly id: number
  readonly guidKey: string
  /** Null: as it was. */
  readonly originUrl: string | null
  readonly originLength: number | null
  readonly originType: string | null
  readonly previousUrls: readonly string[]
  readonly titleKey: string
  readonly publishedAt: number | null
  readonly durationMs: number | null
  readonly contentHash: string
  /** To be fetched; null for none. */
  readonly chaptersUrl: string | null
  /** JSON, likewise. */
  readonly transcriptUrls: string | null
  readonly imageUrl: string | null
}

/** In one statement. */
export async function updateItems(
  { connection, dialect }: Db,
  items: readonly ItemUpdate[],
  now: number,
): Promise<void> {
  const rows = dialect.jsonRows(
    items.map((one) => [
      one.id,
      one.guidKey,
      one.originUrl,
      one.originLength,
      one.originType,
      JSON.stringify(one.previousUrls),
      one.titleKey,
      one.publishedAt,
      one.durationMs,
      one.contentHash,
      one.chaptersUrl,
      one.transcriptUrls,
      one.imageUrl,
    ]),
  )
  await sql`update source_items set guid_key = ${asText(1)}, origin_url = coalesce(${asText(2)}, origin_url),
      origin_length = ${asNumber(3)}, origin_type = coalesce(${asText(4)}, origin_type),
      previous_urls = ${asText(5)}, title_key = ${asText(6)},
      published_at = coalesce(${asNumber(7)}, published_at), duration_ms = coalesce(${asNumber(8)}, duration_ms),
      content_hash = ${asText(9)}, chapters_url = ${asText(10)},
      transcript_urls = ${asText(11)},
      documents_due = case when coalesce(${asText(10)}, ${asText(11)}) is null then null else 1 end,
      image_url = ${asText(12)}, image_due = case when shown_image_url is distinct from ${asText(12)} then 1 end, seen_at = cast(${now} as bigint), gone_at = null
    from ${rows} as fresh where source_items.id = ${asNumber(0)}`.execute(connection)
}

/** Whether a feed has them still; null for those that it has. */
export async function setGone(
  { connection, dialect }: Db,
  ids: readonly number[],
  goneAt: number | null,
): Promise<void> {
  if (ids.length === 0) return
  await connection
    .updateTable('source_items')
    .set({ gone_at: goneAt })
    .where('id', 'in', dialect.idSet(ids))
    .execute()
}
