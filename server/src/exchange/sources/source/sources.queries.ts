import { type ExpressionBuilder, type Selectable, type Updateable } from 'kysely'
import type { Connection, Dialect } from '../../../db/engine/dialect.ts'
import type { SourcesTable } from '../../../db/schema/feeds.ts'
import type { Tables } from '../../../db/schema/tables.ts'
import { latestCheckMs } from './schedule.ts'
import { leaseMs } from './source-deps.ts'

export type SourceRow = Selectable<SourcesTable>

export async function findSource(connection: Connection, id: number): Promise<SourceRow | undefined> {
  return await connection.selectFrom('sources').where('id', '=', id).selectAll().executeTakeFirst()
}

export async function findSourceByKey(
  connection: Connection,
  urlKey: string,
): Promise<SourceRow | undefined> {
  return await connection.selectFrom('sources').where('url_key', '=', urlKey).selectAll().executeTakeFirst()
}

/** Of a podcast whose feed here is everybody's. */
export async function findSourceOfPublic(
  connection: Connection,
  podcastId: number,
): Promise<SourceRow | undefined> {
  return await connection
    .selectFrom('sources')
    .innerJoin('podcasts', 'podcasts.id', 'sources.podcast_id')
    .where('podcasts.id', '=', podcastId)
    .where('podcasts.is_public', '=', 1)
    .selectAll('sources')
    .executeTakeFirst()
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
  const due = connection
    .selectFrom('sources')
    .where((is) => is.or([is('next_at', '<=', now), is('next_at', '>', now + latestCheckMs)]))
    .where(isFree)
    .where('host', 'not in', dialect.textSet(busyHosts))
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
