import type { SortOrder } from '@earmark/contract/paging.ts'
import type { Role } from '@earmark/contract/roles.ts'
import type { User, userSortFields } from '@earmark/contract/users.ts'
import { sql } from 'kysely'
import type { Connection, Dialect } from '../../db/engine/dialect.ts'

/** Users as administrators see them, without hashes. */

export type UserSortField = (typeof userSortFields)[number]

function selectUsers(connection: Connection) {
  return connection
    .selectFrom('users')
    .select(['seq', 'id', 'email', 'email_confirmed_at as confirmedAt', 'name', 'role'])
}

type UserRow = Awaited<ReturnType<ReturnType<typeof selectUsers>['executeTakeFirstOrThrow']>>

function userView({ id, email, confirmedAt, name, role }: UserRow): User {
  return { id, email, emailConfirmed: confirmedAt !== null, name, role: role as Role }
}

/** In the order of `seqs`, at most a page of them. */
export async function listUsersBySeq(connection: Connection, seqs: readonly number[]): Promise<User[]> {
  if (seqs.length === 0) return []
  const rows = await selectUsers(connection).where('seq', 'in', seqs).execute()
  const bySeq = new Map(rows.map((row) => [row.seq, userView(row)]))
  return seqs.flatMap((seq) => bySeq.get(seq) ?? [])
}

export async function findUser(connection: Connection, id: string): Promise<User | undefined> {
  const row = await selectUsers(connection).where('id', '=', id).executeTakeFirst()
  return row && userView(row)
}

export async function countUsers(connection: Connection): Promise<number> {
  const { count } = await connection
    .selectFrom('users')
    .select((expression) => expression.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** Each has an index. */
const sortKeys = {
  id: sql.ref('seq'),
  email: sql.ref('email_key'),
  name: sql.ref('name_sort'),
  emailConfirmed: sql`(email_confirmed_at is not null)`,
  role: sql.ref('role'),
} as const satisfies Record<UserSortField, unknown>

export interface UserOrder {
  readonly field: UserSortField
  readonly sortOrder: SortOrder
  readonly offset: number
  readonly limit: number
}

/**
 * A slice of the users in an order, ties by their order of creation in the same direction.
 *
 * @param amongSeqs null for all users; otherwise any number
 */
export async function listUsersInOrder(
  connection: Connection,
  dialect: Dialect,
  { field, sortOrder, offset, limit }: UserOrder,
  amongSeqs: readonly number[] | null,
): Promise<User[]> {
  const all = selectUsers(connection)
  const among =
    amongSeqs &&
    sql<number>`(select cast(value ->> 0 as bigint) from ${dialect.jsonRows(amongSeqs.map((seq) => [seq]))})`
  const rows = await (among ? all.where('seq', 'in', among) : all)
    .orderBy(sortKeys[field], sortOrder)
    .orderBy('seq', sortOrder)
    .offset(offset)
    .limit(limit)
    .execute()
  return rows.map(userView)
}
