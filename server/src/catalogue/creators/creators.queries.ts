import type { Creator, creatorSortFields } from '@earmark/contract/creators.ts'
import { type Selectable, sql } from 'kysely'
import type { Connection, IdQuery } from '../../db/engine/dialect.ts'
import type { CreatorsTable } from '../../db/schema/catalogue.ts'
import { foldText } from '@earmark/contract/fold.ts'

export type CreatorSortField = (typeof creatorSortFields)[number]

export type CreatorRow = Pick<Selectable<CreatorsTable>, 'id' | 'nickname' | 'name' | 'surname'>

export interface NewCreator {
  nickname: string
  name: string | null
  surname: string | null
  biography: string | null
  links: readonly string[]
  sortName: string | null
}

export function creatorView(row: CreatorRow): Creator {
  return { id: row.id, nickname: row.nickname, name: row.name, surname: row.surname }
}

/** In the order of `ids`. */
export async function listCreators(connection: Connection, ids: readonly number[]): Promise<Creator[]> {
  const query = connection.selectFrom('creators').select(['id', 'nickname', 'name', 'surname'])
  if (ids.length === 0) return []
  const byId = new Map(
    (await query.where('id', 'in', ids).execute()).map((row) => [row.id, creatorView(row)]),
  )
  return ids.flatMap((id) => byId.get(id) ?? [])
}

export async function findCreator(connection: Connection, id: number): Promise<Creator | undefined> {
  return (await listCreators(connection, [id]))[0]
}

/** The texts of its creators that a record is found by. */
export function creatorTexts(creators: readonly Creator[]): (string | null)[] {
  return creators.flatMap(({ nickname, name, surname }) => [nickname, name, surname])
}

/** Those with a value, ascending by `field`, ties by id. */
export function queryIdsOfCreators(connection: Connection, field: CreatorSortField): IdQuery {
  const query = connection.selectFrom('creators').select('id')
  const ordered = field === 'id' ? query : query.where(`${field}_sort`, '!=', '').orderBy(`${field}_sort`)
  return ordered.orderBy('id') as unknown as IdQuery
}

/** Those without a value, by id. */
export function queryIdsOfCreatorsWithout(
  connection: Connection,
  field: Exclude<CreatorSortField, 'id'>,
): IdQuery {
  const others = connection.selectFrom('creators').select('id').where(`${field}_sort`, '=', '')
  return others.orderBy('id') as unknown as IdQuery
}

type AuthorRow = Pick<Selectable<CreatorsTable>, 'id' | 'author_sort'>

const authorsAtOnce = 1_000

/** All creators by id, with the texts by which authors are ordered: read in parts, between which others have turns. */
export async function listAuthors(connection: Connection): Promise<AuthorRow[]> {
  const query = connection.selectFrom('creators').select(['id', 'author_sort']).orderBy('id')
  const authors: AuthorRow[] = []
  for (;;) {
    const last = authors.at(-1)?.id ?? 0
    const rows = await query.where('id', '>', last).limit(authorsAtOnce).execute()
    for (const row of rows) authors.push(row)
    if (rows.length < authorsAtOnce) return authors
  }
}

export async function insertCreator(
  connection: Connection,
  creator: NewCreator,
  now: number,
): Promise<number> {
  const { id } = await connection
    .insertInto('creators')
    .values({ ...creatorColumns(creator), created_at: now, updated_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** @returns false when there is no such creator, or its last change is another than `base`, where it is given */
export async function updateCreator(
  connection: Connection,
  id: number,
  creator: NewCreator,
  { now, base }: { now: number; base: number | undefined },
): Promise<boolean> {
  const changed = connection
    .updateTable('creators')
    .set({ ...creatorColumns(creator), updated_at: laterThanBefore(now) })
    .where('id', '=', id)
  const row = await (base === undefined ? changed : changed.where('updated_at', '=', base))
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** The time of a change, in epoch milliseconds: also within one millisecond later than the one before. */
export function laterThanBefore(now: number) {
  return sql<number>`case when updated_at < ${now} then cast(${now} as bigint) else updated_at + 1 end`
}

export interface CreatorMedia {
  readonly image_media_id: number | null
  readonly preview_media_id: number | null
}

export async function findCreatorMedia(
  connection: Connection,
  id: number,
): Promise<CreatorMedia | undefined> {
  return await connection
    .selectFrom('creators')
    .where('id', '=', id)
    .select(['image_media_id', 'preview_media_id'])
    .executeTakeFirst()
}

export async function setCreatorMedia(
  connection: Connection,
  id: number,
  media: CreatorMedia,
): Promise<void> {
  await connection.updateTable('creators').set(media).where('id', '=', id).execute()
}

/** With its links. @returns whether there was such a creator */
export async function deleteCreator(connection: Connection, id: number): Promise<boolean> {
  const row = await connection.deleteFrom('creators').where('id', '=', id).returning('id').executeTakeFirst()
  return row !== undefined
}

function creatorColumns({ nickname, name, surname, biography, links, sortName }: NewCreator) {
  return {
    biography,
    links: JSON.stringify(links),
    sort_name: sortName,
    nickname,
    name,
    surname,
    nickname_sort: foldText(nickname),
    name_sort: foldText(name ?? ''),
    surname_sort: foldText(surname ?? ''),
    author_sort: foldText(sortName ?? nickname),
  }
}
