import type { NewCredit } from '@earmark/contract/credit-edits.ts'
import type { Creator } from '@earmark/contract/creators.ts'
import type { Credit, CreditRole } from '@earmark/contract/credits.ts'
import { sql } from 'kysely'
import type { Connection } from '../../db/engine/dialect.ts'
import { readTextRows, textRows } from '../../db/engine/text-rows.ts'

export type CreditedKind = 'audio-book' | 'podcast' | 'episode'

const owners = {
  'audio-book': 'credits.audio_book_id',
  podcast: 'credits.podcast_id',
  episode: 'credits.episode_id',
} as const

/** The roles of those that the contract calls readers and voicers. */
export const shownRoles: Record<CreditedKind, readonly CreditRole[]> = {
  'audio-book': ['Reader'],
  podcast: ['Host', 'Guest', 'Voice'],
  episode: ['Host', 'Guest', 'Voice'],
}

/** The roles of new readers and voicers. */
const givenRoles = { 'audio-book': 'Reader', podcast: 'Host', episode: 'Voice' } as const

const columns = {
  audio_books: 'credit.audio_book_id',
  podcasts: 'credit.podcast_id',
  episodes: 'credit.episode_id',
} as const

/** The credits of selected records, for `readCredits`. */
export function selectCredits(table: keyof typeof columns) {
  const credit = ['ordinal', 'creator_id', 'role', 'as_name'].map((name) => `credit.${name}`)
  const creator = ['nickname', 'name', 'surname'].map((name) => `creators.${name}`)
  const from = sql`credits as credit join creators on creators.id = credit.creator_id
    where ${sql.ref(columns[table])} = ${sql.ref(`${table}.id`)}`
  return textRows([...credit, ...creator], from).as('credits')
}

/** In their order. */
export function readCredits(text: string | null): Credit[] {
  return readTextRows(text).map(([_ordinal, id, role, as, nickname = '', name, surname]) => ({
    creator: { id: Number(id), nickname, name: name || null, surname: surname || null },
    role: role as CreditRole,
    as: as || null,
  }))
}

/** The readers or voicers of the contract, each once. */
export function shownCreators(kind: CreditedKind, credits: readonly Credit[]): Creator[] {
  return creatorsWith(credits, shownRoles[kind])
}

/** The creators that have one of the roles, each once. */
export function creatorsWith(credits: readonly Credit[], roles: readonly CreditRole[]): Creator[] {
  const creators = credits.filter(({ role }) => roles.includes(role)).map(({ creator }) => creator)
  return [...new Map(creators.map((creator) => [creator.id, creator])).values()]
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
  const common = { role: givenRoles[record.kind], ...ownerValues(record) }
  await connection
    .insertInto('credits')
    .values(creatorIds.map((creator_id, ordinal) => ({ creator_id, ordinal, ...common })))
    .execute()
}

/** The creators that a record credits, each once. */
export async function listCreditedIds(connection: Connection, record: CreditedRecord): Promise<number[]> {
  const rows = await connection
    .selectFrom('credits')
    .where(owners[record.kind], '=', record.id)
    .select('creator_id')
    .distinct()
    .execute()
  return rows.map((row) => row.creator_id)
}

/** All credits of a record, in their order. */
export async function listCredits(connection: Connection, record: CreditedRecord): Promise<NewCredit[]> {
  const rows = await connection
    .selectFrom('credits')
    .where(owners[record.kind], '=', record.id)
    .orderBy('ordinal')
    .orderBy('creator_id')
    .select(['creator_id as creatorId', 'role', 'as_name as as'])
    .execute()
  return rows.map((row) => ({ ...row, role: row.role as CreditRole, as: row.as || null }))
}

/** Replaces all credits of a record by these, in their order. */
export async function replaceCredits(
  connection: Connection,
  record: CreditedRecord,
  credits: readonly NewCredit[],
): Promise<void> {
  await connection.deleteFrom('credits').where(owners[record.kind], '=', record.id).execute()
  if (credits.length === 0) return
  const owner = ownerValues(record)
  const rows = credits.map(({ creatorId, role, as }, ordinal) => ({
    creator_id: creatorId,
    role,
    as_name: as ?? '',
    ordinal,
    ...owner,
  }))
  await connection.insertInto('credits').values(rows).execute()
}

/** A reader or voicer behind the credits that the record has. @returns false when it is one already */
export async function insertCredit(
  connection: Connection,
  record: CreditedRecord,
  creatorId: number,
): Promise<boolean> {
  const owner = ownerValues(record)
  const id = (value: number | null) => sql<number>`cast(${value} as bigint)`
  const isShown = sql<number>`case when creator_id = ${id(creatorId)} and role in (${sql.join(shownRoles[record.kind])}) then 1 end`
  const row = await connection
    .insertInto('credits')
    .columns(['creator_id', 'role', 'ordinal', 'audio_book_id', 'podcast_id', 'episode_id'])
    .expression((build) =>
      build
        .selectFrom('credits')
        .where(owners[record.kind], '=', record.id)
        .select([
          id(creatorId).as('creator_id'),
          sql.lit<string>(givenRoles[record.kind]).as('role'),
          sql<number>`coalesce(max(ordinal), -1) + 1`.as('ordinal'),
          id(owner.audio_book_id).as('audio_book_id'),
          id(owner.podcast_id).as('podcast_id'),
          id(owner.episode_id).as('episode_id'),
        ])
        .having(sql`count(${isShown})`, '=', 0),
    )
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Removes a reader or voicer in each of its roles. @returns false when it is none */
export async function deleteCredit(
  connection: Connection,
  { kind, id }: CreditedRecord,
  creatorId: number,
): Promise<boolean> {
  const { numDeletedRows } = await connection
    .deleteFrom('credits')
    .where(owners[kind], '=', id)
    .where('credits.creator_id', '=', creatorId)
    .where('credits.role', 'in', shownRoles[kind])
    .executeTakeFirstOrThrow()
  return numDeletedRows > 0
}
