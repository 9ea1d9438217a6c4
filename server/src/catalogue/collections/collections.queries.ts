import { maxCollectionPlace } from '@earmark/contract/collection-edits.ts'
import { sql } from 'kysely'
import type { Connection } from '../../db/engine/dialect.ts'
import { laterThanBefore } from '../creators/creators.queries.ts'
import type { Audience } from '../editing/record-rows.queries.ts'

export interface NewCollection {
  readonly name: string
  readonly description: string | null
  readonly place: number
  readonly isOnHome: boolean
}

/** What a collection says of itself. */
export interface CollectionTexts extends NewCollection {
  readonly id: number
  readonly updatedAt: string
}

/** One of the two ids is null. */
export interface ItemIds {
  readonly audioBookId: number | null
  readonly podcastId: number | null
}

/** By place. */
export async function listCollectionTexts(
  connection: Connection,
  { id, isOnHome }: { readonly id?: number; readonly isOnHome?: boolean | undefined } = {},
): Promise<CollectionTexts[]> {
  const rows = await connection
    .selectFrom('collections')
    .$if(id !== undefined, (query) => query.where('id', '=', id as number))
    .$if(isOnHome !== undefined, (query) => query.where('is_on_home', '=', isOnHome === true ? 1 : 0))
    .select(['id', 'name', 'description', 'place', 'is_on_home', 'updated_at'])
    .orderBy('place')
    .orderBy('id')
    .execute()
  return rows.map(({ is_on_home, updated_at, ...texts }) => ({
    ...texts,
    isOnHome: is_on_home === 1,
    updatedAt: new Date(updated_at).toISOString(),
  }))
}

/** In their order. */
export async function listItemIds(
  connection: Connection,
  collectionId: number,
  { audience, limit }: { readonly audience: Audience; readonly limit: number },
): Promise<ItemIds[]> {
  const items = connection
    .selectFrom('collection_items as item')
    .where('item.collection_id', '=', collectionId)
    .select(['item.audio_book_id as audioBookId', 'item.podcast_id as podcastId'])
    .orderBy('item.ordinal')
    .limit(limit)
  if (audience === 'editors') return await items.execute()
  return await items
    .leftJoin('audio_books', 'audio_books.id', 'item.audio_book_id')
    .leftJoin('podcasts', 'podcasts.id', 'item.podcast_id')
    .where(({ fn }) => sql<boolean>`${fn.coalesce('audio_books.is_public', 'podcasts.is_public')} = 1`)
    .execute()
}

/** Behind all others where `place` is undefined. */
export async function insertCollection(
  connection: Connection,
  {
    name,
    description,
    isOnHome,
    place,
  }: Omit<NewCollection, 'place'> & { readonly place: number | undefined },
  now: number,
): Promise<number> {
  // Of equal places the older is first.
  const last = connection.selectFrom('collections').select(
    sql<number>`case when max(place) >= ${sql.lit(maxCollectionPlace)} then ${sql.lit(maxCollectionPlace)}
        else coalesce(max(place), -1) + 1 end`.as('place'),
  )
  const { id } = await connection
    .insertInto('collections')
    .values({
      name,
      description,
      place: place ?? last,
      is_on_home: isOnHome ? 1 : 0,
      created_at: now,
      updated_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

interface Change {
  readonly now: number
  /** The time of the last change that was edited; undefined, any. */
  readonly base: number | undefined
}

/** @returns false when the last change is another one than `base` */
export async function updateCollection(
  connection: Connection,
  id: number,
  collection: Partial<NewCollection>,
  { now, base }: Change,
): Promise<boolean> {
  const { isOnHome, ...texts } = collection
  const changed = connection
    .updateTable('collections')
    .set({ ...texts, updated_at: laterThanBefore(now) })
    .$if(isOnHome !== undefined, (query) => query.set({ is_on_home: isOnHome ? 1 : 0 }))
    .where('id', '=', id)
  const row = await (base === undefined ? changed : changed.where('updated_at', '=', base))
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** @throws MissingRowError for an item that is not there */
export async function replaceItems(
  connection: Connection,
  collectionId: number,
  items: readonly ItemIds[],
): Promise<void> {
  await connection.deleteFrom('collection_items').where('collection_id', '=', collectionId).execute()
  if (items.length === 0) return
  const rows = items.map(({ audioBookId, podcastId }, ordinal) => ({
    collection_id: collectionId,
    ordinal,
    audio_book_id: audioBookId,
    podcast_id: podcastId,
  }))
  await connection.insertInto('collection_items').values(rows).execute()
}

/** @returns whether there was such a collection */
export async function deleteCollection(connection: Connection, id: number): Promise<boolean> {
  const row = await connection
    .deleteFrom('collections')
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}
