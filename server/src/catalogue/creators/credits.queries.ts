import type { Creator } from '@earmark/contract/creators.ts'
import { type NotNull, sql } from 'kysely'
import { compiledByIds } from '../../db/engine/compiled.ts'
import type { Connection, IdSet } from '../../db/engine/dialect.ts'
import { type CreatorRow, creatorView } from './creators.queries.ts'

export type CreditRole = 'Reader' | 'Host' | 'Guest' | 'Voice'
export type CreditedKind = 'audio-book' | 'podcast' | 'episode'

const owners = {
  'audio-book': 'credits.audio_book_id',
  podcast: 'credits.podcast_id',
  episode: 'credits.episode_id',
} as const

/** The roles of those that the contract calls readers and voicers; a new one has the last. */
const shownRoles: Record<CreditedKind, readonly [...CreditRole[], CreditRole]> = {
  'audio-book': ['Reader'],
  podcast: ['Host', 'Guest', 'Voice'],
  episode: ['Host', 'Guest', 'Voice'],
}

function givenRole(kind: CreditedKind): CreditRole {
  return kind === 'audio-book' ? 'Reader' : 'Voice'
}

/** The readers or voicers of each of `ids`, in their order. */
export async function creatorsByOwner(
  connection: Connection,
  kind: CreditedKind,
  ids: readonly number[],
): Promise<Map<number, Creator[]>> {
  return groupByOwner(await selectByIds[kind](connection, ids))
}

/** The readers or voicers of each of any number of owners. */
export async function creatorsAmong(
  connection: Connection,
  kind: CreditedKind,
  ids: IdSet,
): Promise<Map<number, Creator[]>> {
  return groupByOwner(await selectShown(connection, kind).where(owners[kind], 'in', ids).execute())
}

function selectShown(connection: Connection, kind: CreditedKind) {
  const owner = owners[kind]
  return connection
    .selectFrom('credits')
    .innerJoin('creators', 'creators.id', 'credits.creator_id')
    .where(
      'credits.role',
      'in',
      shownRoles[kind].map((role) => sql.lit(role)),
    )
    .select(`${owner} as owner_id`)
    .select(['creators.id', 'creators.nickname', 'creators.name', 'creators.surname'])
    .orderBy(owner)
    .orderBy('credits.ordinal')
    .orderBy('credits.creator_id')
    .$narrowType<{ owner_id: NotNull }>()
}

function byIds(kind: CreditedKind) {
  return compiledByIds((connection, ids) => selectShown(connection, kind).where(owners[kind], 'in', ids))
}

const selectByIds = {
  'audio-book': byIds('audio-book'),
  podcast: byIds('podcast'),
  episode: byIds('episode'),
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

export interface CreditedRecord {
  readonly kind: CreditedKind
  readonly id: number
}

function ownerValues({ kind, id }: CreditedRecord) {
  return {
    audio_book_id: kind === 'audio-book' ? id : null,
    podcast_id: kind === 'podcast' ? id : null,
    episode_id: kind === 'episode' ? id : null,
  }
}

/** Credits the readers or voicers of a new record, in the order given. */
export async function insertCredits(
  connection: Connection,
  record: CreditedRecord,
  creatorIds: readonly number[],
): Promise<void> {
  if (creatorIds.length === 0) return
  const common = { role: givenRole(record.kind), ...ownerValues(record) }
  await connection
    .insertInto('credits')
    .values(creatorIds.map((creator_id, ordinal) => ({ creator_id, ordinal, ...common })))
    .execute()
}

/** A reader or voicer behind those that the record has; without effect when it is one. */
export async function insertCredit(
  connection: Connection,
  record: CreditedRecord,
  creatorId: number,
): Promise<void> {
  const owner = ownerValues(record)
  const id = (value: number | null) => sql<number>`cast(${value} as bigint)`
  await connection
    .insertInto('credits')
    .columns(['creator_id', 'role', 'ordinal', 'audio_book_id', 'podcast_id', 'episode_id'])
    .expression((build) =>
      build
        .selectFrom('credits')
        .where(owners[record.kind], '=', record.id)
        .select([
          id(creatorId).as('creator_id'),
          sql.lit(givenRole(record.kind)).as('role'),
          sql<number>`coalesce(max(ordinal), -1) + 1`.as('ordinal'),
          id(owner.audio_book_id).as('audio_book_id'),
          id(owner.podcast_id).as('podcast_id'),
          id(owner.episode_id).as('episode_id'),
        ]),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Removes a reader or voicer; without effect when it is none. */
export async function deleteCredit(
  connection: Connection,
  { kind, id }: CreditedRecord,
  creatorId: number,
): Promise<void> {
  await connection
    .deleteFrom('credits')
    .where(owners[kind], '=', id)
    .where('credits.creator_id', '=', creatorId)
    .where('credits.role', 'in', shownRoles[kind])
    .execute()
}
