import type { Creator, creatorSortFields } from '@earmark/contract/creators.ts'
import type { Selectable } from 'kysely'
import { compiledByIds } from '../../db/compiled.ts'
import type { Connection, IdQuery } from '../../db/dialect.ts'
import type { CreatorsTable } from '../../db/schema.ts'
import { foldText } from '../search/fold.ts'

export type CreatorSortField = (typeof creatorSortFields)[number]

export type CreatorRow = Pick<Selectable<CreatorsTable>, 'id' | 'nickname' | 'name' | 'surname'>

export interface NewCreator {
  nickname: string
  name: string | null
  surname: string | null
}

/** What others write about a creator: in a record's readers or voicers. */
export function creatorView(row: CreatorRow): Creator {
  return { id: row.id, nickname: row.nickname, name: row.name, surname: row.surname }
}

/** All, or those of `ids` in that order. */
export async function listCreators(connection: Connection, ids?: readonly number[]): Promise<Creator[]> {
  const query = connection.selectFrom('creators').select(['id', 'nickname', 'name', 'surname'])
  if (!ids) return (await query.orderBy('id').execute()).map(creatorView)
  if (ids.length === 0) return []
  const byId = new Map(
    (await query.where('id', 'in', ids).execute()).map((row) => [row.id, creatorView(row)]),
  )
  return ids.flatMap((id) => byId.get(id) ?? [])
}

export async function findCreator(connection: Connection, id: number): Promise<Creator | undefined> {
  return (await listCreators(connection, [id]))[0]
}

/** All, ascending by `field`, ties by id. */
export function queryIdsOfCreators(connection: Connection, field: CreatorSortField): IdQuery {
  const query = connection.selectFrom('creators').select('id')
  const ordered = field === 'id' ? query : query.orderBy(`${field}_sort`)
  return ordered.orderBy('id') as unknown as IdQuery
}

export async function insertCreator(
  connection: Connection,
  creator: NewCreator,
  now: number,
): Promise<number> {
  const { id } = await connection
    .insertInto('creators')
    .values({
      ...creator,
      nickname_sort: foldText(creator.nickname),
      name_sort: foldText(creator.name ?? ''),
      surname_sort: foldText(creator.surname ?? ''),
      created_at: now,
      updated_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

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

/** The creators of each owner, or of each of `ids`, in the order in which they were added. */
export async function creatorsByOwner(
  connection: Connection,
  owner: CreatorOwner,
  ids?: readonly number[],
): Promise<Map<number, Creator[]>> {
  const rows = ids
    ? await selectLinksByIds[owner](connection, ids)
    : await selectLinks(connection, owner).execute()
  return groupByOwner(rows)
}

/** The voicers of each of a podcast's episodes. */
export async function voicersByEpisode(
  connection: Connection,
  podcastId: number,
): Promise<Map<number, Creator[]>> {
  const rows = await selectLinks(connection, 'episode')
    .where(ownerColumn('episode'), 'in', (expression) =>
      expression.selectFrom('episodes').select('episodes.id').where('episodes.podcast_id', '=', podcastId),
    )
    .execute()
  return groupByOwner(rows)
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
