import type { SourceSortField, SourceState } from '@earmark/contract/sources.ts'
import type { SortOrder } from '@earmark/contract/paging.ts'
import { type ExpressionBuilder, type Selectable, sql, type Updateable } from 'kysely'
import type { Connection, Dialect } from '../../../db/engine/dialect.ts'
import type { SourcesTable } from '../../../db/schema/feeds.ts'
import type { Tables } from '../../../db/schema/tables.ts'
import { latestCheckMs } from './schedule.ts'
import { leaseMs } from './source-deps.ts'

export type SourceRow = Selectable<SourcesTable>

const itemsOf = (is: ExpressionBuilder<Tables, 'sources'>) =>
  is.selectFrom('source_items').whereRef('source_items.source_id', '=', 'sources.id')

/** Those whose present address was refused. */
const refusedOf = (is: ExpressionBuilder<Tables, 'sources'>) =>
  itemsOf(is).whereRef('source_items.refused_url', '=', 'source_items.origin_url')

function selectSources(connection: Connection) {
  return connection
    .selectFrom('sources')
    .innerJoin('podcasts', 'podcasts.id', 'sources.podcast_id')
    .selectAll('sources')
    .select('podcasts.name as podcast_name')
    .select((is) => [
      itemsOf(is)
        .where('source_items.episode_id', 'is not', null)
        .select(is.fn.countAll<number>().as('count'))
        .as('episodes_count'),
      itemsOf(is)
        .where('kept_media_id', 'is not', null)
        .select(is.fn.countAll<number>().as('count'))
        .as('kept_count'),
      itemsOf(is)
        .innerJoin('media', 'media.id', 'source_items.kept_media_id')
        .select(sql<number>`cast(sum(coalesce(media.joined_bytes, media.size_bytes)) as bigint)`.as('bytes'))
        .as('kept_bytes'),
      refusedOf(is).select(is.fn.countAll<number>().as('count')).as('refused_count'),
      refusedOf(is).orderBy('published_at', 'desc').limit(1).select('refused_reason').as('refused_reason'),
    ])
}

export type ShownSourceRow = SourceRow & {
  readonly podcast_name: string
  readonly episodes_count: number | null
  readonly kept_count: number | null
  readonly kept_bytes: number | null
  readonly refused_count: number | null
  readonly refused_reason: string | null
}

/** @param madeBy null for those of everybody */
export async function findShownSource(
  connection: Connection,
  id: number,
  madeBy: string | null,
): Promise<ShownSourceRow | undefined> {
  return await selectSources(connection).where('sources.id', '=', id).where(isOf(madeBy)).executeTakeFirst()
}

/** In the order of their ids. */
export async function listShownSources(
  { connection, dialect }: { readonly connection: Connection; readonly dialect: Dialect },
  ids: readonly number[],
): Promise<ShownSourceRow[]> {
  return await selectSources(connection)
    .where('sources.id', 'in', dialect.idSet(ids))
    .orderBy('sources.id')
    .execute()
}

/**
 * Ids in ascending order.
 *
 * @param madeBy null for those of everybody
 */
export async function listSourceIdsAfter(
  connection: Connection,
  madeBy: string | null,
  after: number,
  limit: number,
): Promise<number[]> {
  const rows = await connection
    .selectFrom('sources')
    .innerJoin('podcasts', 'podcasts.id', 'sources.podcast_id')
    .select('sources.id')
    .where(isOf(madeBy))
    .where('sources.id', '>', after)
    .orderBy('sources.id')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

/** What is listed in the catalogue is no listener's any more, whoever made it (0067). */
const isOf = (madeBy: string | null) => (is: ExpressionBuilder<Tables, 'sources' | 'podcasts'>) =>
  madeBy === null
    ? is.and([])
    : is.and({ 'sources.made_by': madeBy, 'podcasts.is_public': 0, 'podcasts.is_unlisted': 1 })

const sortColumns = { id: 'sources.id', nextAt: 'sources.next_at', failures: 'sources.failures' } as const

export interface SourcePage {
  /** Null for those of everybody. */
  readonly madeBy: string | null
  readonly state?: SourceState | undefined
  readonly podcastId?: number | undefined
  /** Folded words, each of which is in the name of the podcast or in the host. */
  readonly words: readonly string[]
  readonly sortBy: SourceSortField
  readonly sortOrder: SortOrder
  readonly limit: number
  readonly offset: number
}

export async function pageShownSources(
  connection: Connection,
  page: SourcePage,
): Promise<{ rows: ShownSourceRow[]; totalCount: number }> {
  const { madeBy, state, podcastId, words, sortBy, sortOrder, limit, offset } = page
  let found = selectSources(connection).where(isOf(madeBy))
  if (state !== undefined) found = found.where('sources.state', '=', state)
  if (podcastId !== undefined) found = found.where('sources.podcast_id', '=', podcastId)
  for (const word of words)
    found = found.where(
      sql<boolean>`(${contains('podcasts.name_sort', word)} or ${contains('sources.host', word)})`,
    )
  const { totalCount } = await found
    .clearSelect()
    .select(({ fn }) => fn.countAll<number>().as('totalCount'))
    .executeTakeFirstOrThrow()
  const rows = await found
    .orderBy(sql`${sql.ref(sortColumns[sortBy])} is null`)
    .orderBy(sortColumns[sortBy], sortOrder)
    .orderBy('sources.id', sortOrder)
    .limit(limit)
    .offset(offset)
    .execute()
  return { rows, totalCount }
}

function contains(column: string, word: string) {
  const pattern = `%${word.replaceAll(/[\\%_]/g, '\\$&')}%`
  return sql`${sql.ref(column)} like ${pattern} escape '\\'`
}

export async function findSource(connection: Connection, id: number): Promise<SourceRow | undefined> {
  return await connection.selectFrom('sources').where('id', '=', id).selectAll().executeTakeFirst()
}

export async function findSourceByKey(
  connection: Connection,
  urlKey: string,
): Promise<SourceRow | undefined> {
  return await connection.selectFrom('sources').where('url_key', '=', urlKey).selectAll().executeTakeFirst()
}

export interface NewSourceRow {
  readonly podcast_id: number
  readonly made_by: string | null
  readonly is_of_editor: 0 | 1
  readonly url: string
  readonly url_key: string
  readonly secret: string | null
  readonly host: string
  readonly guid: string | null
  readonly image_url: string | null
  readonly archive_url: string | null
  readonly keep: SourceRow['keep']
  readonly keep_count: number | null
  /** JSON; none by default. */
  readonly detached?: string
  readonly lease: string
  readonly leased_until: number
  readonly created_at: number
}

/** Undefined when another source has the address, or the podcast. */
export async function insertSource(
  connection: Connection,
  source: NewSourceRow,
): Promise<number | undefined> {
  const row = await connection
    .insertInto('sources')
    .values({ ...source, state: 'active', next_at: source.created_at })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id
}

/** Beyond it the clock was put back. */
const latestLeaseMs = 2 * leaseMs

interface LeaseAsked {
  readonly lease: string
  readonly now: number
  readonly until: number
  readonly limit: number
  /** Whose sources are left out. */
  readonly busyHosts?: readonly string[]
}

/** Leases due sources to one node: what a node that died had is due again when its lease lapses. */
export async function leaseDueSources(
  { connection, dialect }: { readonly connection: Connection; readonly dialect: Dialect },
  { lease, now, until, limit, busyHosts = [] }: LeaseAsked,
): Promise<SourceRow[]> {
  const isFree = (is: ExpressionBuilder<Tables, 'sources'>) =>
    is.or([
      is('leased_until', 'is', null),
      is('leased_until', '<=', now),
      is('leased_until', '>', now + latestLeaseMs),
    ])
  const hosts = sql<string>`(select value ->> 0 from ${dialect.jsonRows(busyHosts.map((host) => [host]))})`
  const due = connection
    .selectFrom('sources')
    .where((is) => is.or([is('next_at', '<=', now), is('next_at', '>', now + latestCheckMs)]))
    .where(isFree)
    .where('host', 'not in', hosts)
    .orderBy('next_at')
    .limit(limit)
    .select('id')
    .modifyEnd(dialect.skipLocked)
  return await connection
    .updateTable('sources')
    .set({ lease, leased_until: until })
    .where('id', 'in', due)
    // What another node has leased since the selection stays its own.
    .where(isFree)
    .returningAll()
    .execute()
}

/** @returns what is known of its host; undefined when the lease does not hold any more */
export async function renewLease(
  connection: Connection,
  { id, lease }: { readonly id: number; readonly lease: string },
  until: number,
): Promise<Pick<SourceRow, 'held_until'> | undefined> {
  return await connection
    .updateTable('sources')
    .set({ leased_until: until })
    .where('id', '=', id)
    .where('lease', '=', lease)
    .returning('held_until')
    .executeTakeFirst()
}

export type SourceChange = Omit<Updateable<SourcesTable>, 'id'>

/** What a check found; without effect when the lease is another's. It ends the lease. */
export async function endCheck(
  connection: Connection,
  { id, lease }: { readonly id: number; readonly lease: string },
  change: SourceChange,
): Promise<void> {
  await connection
    .updateTable('sources')
    .set({ ...change, lease: null, leased_until: null })
    .where('id', '=', id)
    .where('lease', '=', lease)
    .execute()
}

/** Gives leased sources back untouched, such as those of a busy host. */
export async function returnLease(
  connection: Connection,
  { id, lease }: { readonly id: number; readonly lease: string },
  nextAt: number,
): Promise<void> {
  await endCheck(connection, { id, lease }, { next_at: nextAt })
}

/** All sources of a host are left alone by all nodes. */
export async function holdHost(connection: Connection, host: string, until: number): Promise<void> {
  await connection
    .updateTable('sources')
    .set((is) => ({
      held_until: until,
      next_at: is.case().when('next_at', '<', until).then(until).else(is.ref('next_at')).end(),
    }))
    .where('host', '=', host)
    .where((is) => is.or([is('held_until', 'is', null), is('held_until', '<', until)]))
    .execute()
}

/** Until when the host of a source asks to be left alone; null for one that may be asked. */
export function heldUntil({ held_until: until }: Pick<SourceRow, 'held_until'>, now: number): number | null {
  return until !== null && until > now && until <= now + latestCheckMs ? until : null
}

/** Another address than that of any other source. @returns whether it is */
export async function moveSource(
  connection: Connection,
  id: number,
  address: Pick<SourceRow, 'url' | 'url_key' | 'host' | 'secret'>,
): Promise<boolean> {
  const others = connection.selectFrom('sources as other').where('other.url_key', '=', address.url_key)
  const { numUpdatedRows } = await connection
    .updateTable('sources')
    .set(address)
    .where('id', '=', id)
    .where((is) => is.not(is.exists(others.where('other.id', '!=', id).select('other.id'))))
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** At most once in `intervalMs`; it waits as long as the host asks for. @returns whether it is taken */
export async function askForCheck(
  connection: Connection,
  id: number,
  now: number,
  intervalMs: number,
): Promise<boolean> {
  const { numUpdatedRows } = await connection
    .updateTable('sources')
    .set((is) => ({
      asked_at: now,
      next_at: is
        .case()
        .when(is.and([is('held_until', '>', now), is('held_until', '<=', now + latestCheckMs)]))
        .then(is.ref('held_until'))
        .else(now)
        .end(),
    }))
    .where('id', '=', id)
    .where((is) =>
      is.or([is('asked_at', 'is', null), is('asked_at', '<=', now - intervalMs), is('asked_at', '>', now)]),
    )
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

export async function updateSource(connection: Connection, id: number, change: SourceChange): Promise<void> {
  await connection.updateTable('sources').set(change).where('id', '=', id).execute()
}

export async function deleteSource(connection: Connection, id: number): Promise<void> {
  await connection.deleteFrom('sources').where('id', '=', id).execute()
}

/** Podcasts that listeners had for themselves: nobody follows them, and whoever added them has no account any more. */
export async function listAbandonedPodcasts(connection: Connection): Promise<number[]> {
  const rows = await connection
    .selectFrom('sources')
    .innerJoin('podcasts', 'podcasts.id', 'sources.podcast_id')
    .leftJoin('follows', 'follows.podcast_id', 'podcasts.id')
    .where('sources.made_by', 'is', null)
    .where('podcasts.is_unlisted', '=', 1)
    .where('follows.podcast_id', 'is', null)
    .orderBy('podcasts.id')
    .select('podcasts.id')
    .execute()
  return rows.map(({ id }) => id)
}

export async function isFollowed(connection: Connection, podcastId: number): Promise<boolean> {
  const follows = connection.selectFrom('follows').where('podcast_id', '=', podcastId)
  return (await follows.select('podcast_id').limit(1).executeTakeFirst()) !== undefined
}

/** Sounds elsewhere cannot be passed on without their source. */
export async function clearRelays(connection: Connection, podcastId: number): Promise<void> {
  const episodes = connection.selectFrom('episodes').where('podcast_id', '=', podcastId).select('id')
  await connection
    .updateTable('recordings')
    .set({ relay_key: null, relay_type: null, relay_duration_ms: null, relay_changed_at: null })
    .where('episode_id', 'in', episodes)
    .execute()
}
