import type { ExpressionBuilder } from 'kysely'
import type { Connection, Dialect } from '../../../db/engine/dialect.ts'
import type { Tables } from '../../../db/schema/tables.ts'
import type { KeepableItem, KeptUse } from './keep-plan.ts'

interface Db {
  readonly connection: Connection
  readonly dialect: Dialect
}

/** Items with an episode that has no sound of an editor's. */
function selectKeepable(connection: Connection) {
  return connection
    .selectFrom('source_items as item')
    .innerJoin('recordings', 'recordings.episode_id', 'item.episode_id')
    .where('recordings.relay_key', 'is not', null)
    .where(hasNoOwnFile)
}

type ItemTables = Pick<Tables, 'recordings'> & { item: Tables['source_items'] }

function hasNoOwnFile(is: ExpressionBuilder<ItemTables, 'item' | 'recordings'>) {
  return is.or([
    is('recordings.media_id', 'is', null),
    is('recordings.media_id', '=', is.ref('item.kept_media_id')),
  ])
}

export async function listKeepableItems(connection: Connection, sourceId: number): Promise<KeepableItem[]> {
  const rows = await connection
    .selectFrom('source_items as item')
    .innerJoin('recordings', 'recordings.episode_id', 'item.episode_id')
    .where('item.source_id', '=', sourceId)
    .where('item.origin_url', 'is not', null)
    .where((is) =>
      is.or([is('recordings.relay_key', 'is not', null), is('recordings.media_id', 'is not', null)]),
    )
    .orderBy('item.id')
    .select(['item.id', 'item.published_at', 'item.gone_at', 'item.kept_media_id', 'item.kept_at'])
    .select(['item.origin_url', 'item.refused_url'])
    .select(['recordings.media_id', 'recordings.relay_changed_at'])
    .execute()
  return rows.map((row) => {
    const isKept = row.kept_media_id !== null && row.media_id === row.kept_media_id
    const isChanged = row.relay_changed_at !== null && row.relay_changed_at > (row.kept_at ?? 0)
    return {
      id: row.id,
      publishedAt: row.published_at,
      isListed: row.gone_at === null,
      isOwn: row.media_id !== null && !isKept,
      isKept,
      isOutdated: isKept && isChanged,
      isRefused: row.refused_url === row.origin_url,
    }
  })
}

/** A recording that is fetched, or kept. */
export interface KeepableRecording {
  readonly itemId: number
  readonly sourceId: number
  readonly podcastId: number
  readonly recordingId: number
  readonly keep: string
  readonly originUrl: string
  readonly keptMediaId: number | null
  readonly sourceUrl: string
  /** User and password of the source, sealed. */
  readonly secret: string | null
  readonly isOfEditor: 0 | 1
}

export async function findKeepable(
  connection: Connection,
  itemId: number,
): Promise<KeepableRecording | undefined> {
  return await selectKeepable(connection)
    .innerJoin('sources', 'sources.id', 'item.source_id')
    .where('item.id', '=', itemId)
    .where('item.origin_url', 'is not', null)
    .select(['item.id as itemId', 'item.source_id as sourceId', 'sources.podcast_id as podcastId'])
    .select(['recordings.id as recordingId', 'sources.keep', 'item.origin_url as originUrl'])
    .select(['item.kept_media_id as keptMediaId', 'sources.url as sourceUrl', 'sources.secret'])
    .select(['sources.is_of_editor as isOfEditor'])
    .$narrowType<{ originUrl: string }>()
    .executeTakeFirst()
}

/** Null: the recording is relayed again. */
export async function setKept(
  connection: Connection,
  itemId: number,
  kept: { readonly mediaId: number; readonly now: number } | null,
): Promise<void> {
  await connection
    .updateTable('source_items')
    .set({
      kept_media_id: kept?.mediaId ?? null,
      kept_at: kept?.now ?? null,
      refused_url: null,
      refused_reason: null,
    })
    .where('id', '=', itemId)
    .execute()
}

/** Until the item has another address. */
export async function setRefused(
  connection: Connection,
  { itemId, originUrl }: Pick<KeepableRecording, 'itemId' | 'originUrl'>,
  reason: string,
): Promise<void> {
  await connection
    .updateTable('source_items')
    .set({ refused_url: originUrl, refused_reason: reason })
    .where('id', '=', itemId)
    .execute()
}

export async function clearRefused(connection: Connection, sourceId: number): Promise<void> {
  await connection
    .updateTable('source_items')
    .set({ refused_url: null, refused_reason: null })
    .where('source_id', '=', sourceId)
    .where('refused_url', 'is not', null)
    .execute()
}

/** What listeners do with the recordings of items, by their ids. */
export async function listUses(
  { connection, dialect }: Db,
  itemIds: readonly number[],
): Promise<Map<number, KeptUse>> {
  if (itemIds.length === 0) return new Map()
  const queued = await listQueuedRecordings(connection)
  const rows = await connection
    .selectFrom('source_items as item')
    .innerJoin('recordings', 'recordings.episode_id', 'item.episode_id')
    .where('item.id', 'in', dialect.idSet(itemIds))
    .select(['item.id', 'recordings.id as recordingId'])
    .select((is) => {
      const positions = is.selectFrom('positions').whereRef('recording_id', '=', 'recordings.id')
      const started = positions.where('finished_at', 'is', null).where('position_ms', '>', 0)
      const entries = is.selectFrom('library_entries').whereRef('recording_id', '=', 'recordings.id')
      const bookmarks = is.selectFrom('bookmarks').whereRef('recording_id', '=', 'recordings.id')
      const isHeld = is.or([
        is.exists(started.select('id')),
        is.exists(entries.select('id')),
        is.exists(bookmarks.select('id')),
      ])
      const isFinished = is.exists(positions.where('finished_at', 'is not', null).select('id'))
      return [
        is.case().when(isHeld).then(1).else(0).end().as('isHeld'),
        is.case().when(isFinished).then(1).else(0).end().as('isFinished'),
      ]
    })
    .execute()
  return new Map(
    rows.map(({ id, recordingId, isHeld, isFinished }) => [
      id,
      { isInUse: isHeld === 1 || queued.has(recordingId), isFinished: isFinished === 1 },
    ]),
  )
}

const queuesAtOnce = 500

/** The recordings that are in anybody's queue. */
async function listQueuedRecordings(connection: Connection): Promise<Set<number>> {
  const queued = new Set<number>()
  for (let after = ''; ; ) {
    const rows = await connection
      .selectFrom('queues')
      .where('user_id', '>', after)
      .orderBy('user_id')
      .limit(queuesAtOnce)
      .select(['user_id', 'items'])
      .execute()
    for (const { items } of rows) for (const id of JSON.parse(items) as number[]) queued.add(id)
    const last = rows.at(-1)
    if (!last || rows.length < queuesAtOnce) return queued
    after = last.user_id
  }
}

interface GoneEpisodes {
  /** Those of nobody. */
  readonly unused: readonly { readonly episodeId: number; readonly podcastId: number }[]
  /** The item to go on behind; null at the end. */
  readonly last: number | null
}

const ownTables = ['positions', 'library_entries', 'bookmarks', 'device_places', 'place_offers'] as const

/** Episodes without an editor's file whose item left its feed before `time`, where the feed is read and its source keeps not all; some at a time. */
export async function listGoneEpisodes(
  connection: Connection,
  time: number,
  { after, limit }: { readonly after: number; readonly limit: number },
): Promise<GoneEpisodes> {
  const rows = await connection
    .selectFrom('source_items as item')
    .innerJoin('sources', 'sources.id', 'item.source_id')
    .innerJoin('recordings', 'recordings.episode_id', 'item.episode_id')
    .where('item.gone_at', '<', time)
    .where('item.id', '>', after)
    .where(hasNoOwnFile)
    .where('sources.keep', '!=', 'all')
    .where('sources.state', '=', 'active')
    .where((is) =>
      is.and(
        ownTables.map((table) =>
          is.not(
            is.exists(
              is.selectFrom(table).whereRef('recording_id', '=', 'recordings.id').select('recording_id'),
            ),
          ),
        ),
      ),
    )
    .orderBy('item.id')
    .limit(limit)
    .select(['item.id', 'item.episode_id as episodeId', 'sources.podcast_id as podcastId'])
    .select('recordings.id as recordingId')
    .$narrowType<{ episodeId: number }>()
    .execute()
  const queued = rows.length === 0 ? new Set() : await listQueuedRecordings(connection)
  const last = rows.length < limit ? null : (rows.at(-1)?.id ?? null)
  return { unused: rows.filter(({ recordingId }) => !queued.has(recordingId)), last }
}
