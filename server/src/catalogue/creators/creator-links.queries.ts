import type { Creator } from '@earmark/contract/creators.ts'
import { sql } from 'kysely'
import { compiledByIds } from '../../db/engine/compiled.ts'
import type { Connection, IdSet } from '../../db/engine/dialect.ts'
import { type CreatorRow, creatorView } from './creators.queries.ts'

type LinkTable =
  | { table: 'audio_book_readers'; owner: 'audio_book_id' }
  | { table: 'podcast_voicers'; owner: 'podcast_id' }
  | { table: 'episode_voicers'; owner: 'episode_id' }

const links = {
  'audio-book': { table: 'audio_book_readers', owner: 'audio_book_id' },
  podcast: { table: 'podcast_voicers', owner: 'podcast_id' },
  episode: { table: 'episode_voicers', owner: 'episode_id' },
} as const satisfies Record<string, LinkTable>

export type CreatorOwner = keyof typeof links

/** The creators of each of `ids`, in the order in which they were added. */
export async function creatorsByOwner(
  connection: Connection,
  owner: CreatorOwner,
  ids: readonly number[],
): Promise<Map<number, Creator[]>> {
  return groupByOwner(await selectLinksByIds[owner](connection, ids))
}

/** The creators of each of any number of owners. */
export async function creatorsAmong(
  connection: Connection,
  owner: CreatorOwner,
  ids: IdSet,
): Promise<Map<number, Creator[]>> {
  return groupByOwner(await selectLinks(connection, owner).where(ownerColumn(owner), 'in', ids).execute())
}

/** The three link tables are alike but for a name; to the compiler they all pass for the first. */
function ownerColumn(owner: CreatorOwner): 'link.audio_book_id' {
  return `link.${links[owner].owner}` as 'link.audio_book_id'
}

function selectLinks(connection: Connection, owner: CreatorOwner) {
  return connection
    .selectFrom(`${links[owner].table} as link` as 'audio_book_readers as link')
    .innerJoin('creators', 'creators.id', 'link.creator_id')
    .select(`${ownerColumn(owner)} as owner_id`)
    .select(['creators.id', 'creators.nickname', 'creators.name', 'creators.surname'])
    .orderBy(ownerColumn(owner))
    .orderBy('link.place')
    .orderBy('link.creator_id')
}

function linksByIds(owner: CreatorOwner) {
  return compiledByIds((connection, ids) =>
    selectLinks(connection, owner).where(ownerColumn(owner), 'in', ids),
  )
}

const selectLinksByIds = {
  'audio-book': linksByIds('audio-book'),
  podcast: linksByIds('podcast'),
  episode: linksByIds('episode'),
}

function groupByOwner(rows: readonly (CreatorRow & { owner_id: number })[]): Map<number, Creator[]> {
  const creators = new Map<number, Creator[]>()
  for (const row of rows) {
    const those = creators.get(row.owner_id)
    if (those) those.push(creatorView(row))
    else creators.set(row.owner_id, [creatorView(row)])
  }
  return creators
}

/** Links creators to a new record, in the order given. */
export async function insertCreatorLinks(
  connection: Connection,
  owner: CreatorOwner,
  ownerId: number,
  creatorIds: readonly number[],
): Promise<void> {
  if (creatorIds.length === 0) return
  const link = links[owner]
  const rows = creatorIds.map((creatorId, place) => ({ [link.owner]: ownerId, creator_id: creatorId, place }))
  await connection
    .insertInto(link.table as 'audio_book_readers')
    .values(rows as unknown as { audio_book_id: number; creator_id: number; place: number }[])
    .execute()
}

export interface CreatorLink {
  readonly owner: CreatorOwner
  readonly ownerId: number
  readonly creatorId: number
}

/** Behind those that the owner has; without effect when it is there. */
export async function insertCreatorLink(
  connection: Connection,
  { owner, ownerId, creatorId }: CreatorLink,
): Promise<void> {
  const column = ownerColumn(owner)
  const id = (value: number) => sql<number>`cast(${value} as bigint)`
  await connection
    .insertInto(links[owner].table as 'audio_book_readers')
    .columns([links[owner].owner as 'audio_book_id', 'creator_id', 'place'])
    .expression((build) =>
      build
        .selectFrom(`${links[owner].table} as link` as 'audio_book_readers as link')
        .where(column, '=', ownerId)
        .select([
          id(ownerId).as('owner_id'),
          id(creatorId).as('creator_id'),
          sql<number>`coalesce(max(place), -1) + 1`.as('place'),
        ]),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Without effect when it is not there. */
export async function deleteCreatorLink(
  connection: Connection,
  { owner, ownerId, creatorId }: CreatorLink,
): Promise<void> {
  await connection
    .deleteFrom(links[owner].table as 'audio_book_readers')
    .where(links[owner].owner as 'audio_book_id', '=', ownerId)
    .where('creator_id', '=', creatorId)
    .execute()
}
