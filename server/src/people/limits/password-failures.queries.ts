import type { Connection } from '../../db/engine/dialect.ts'

/** An account and the network address that passwords are tried from, both as hashes. */
export interface Guesser {
  readonly account: string
  readonly address: string
}

export async function insertPasswordFailure(
  connection: Connection,
  { account, address }: Guesser,
  now: number,
): Promise<number> {
  const { id } = await connection
    .insertInto('password_failures')
    .values({ account, address, failed_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** The times of the latest failures between `since` and `until` without `exceptId`, newest first. */
export async function listPasswordFailures(
  connection: Connection,
  { account, address }: Guesser,
  { since, until, limit, exceptId }: { since: number; until: number; limit: number; exceptId: number },
): Promise<number[]> {
  const rows = await connection
    .selectFrom('password_failures')
    .select('failed_at')
    .where('account', '=', account)
    .where('address', '=', address)
    .where('failed_at', '>', since)
    .where('failed_at', '<', until)
    .where('id', '<>', exceptId)
    .orderBy('failed_at', 'desc')
    .limit(limit)
    .execute()
  return rows.map((row) => row.failed_at)
}

export async function deletePasswordFailure(connection: Connection, id: number): Promise<void> {
  await connection.deleteFrom('password_failures').where('id', '=', id).execute()
}

/** Of an account, from one address or from all. */
export async function deletePasswordFailures(
  connection: Connection,
  { account, address }: { account: string; address?: string },
): Promise<void> {
  const query = connection.deleteFrom('password_failures').where('account', '=', account)
  await (address === undefined ? query : query.where('address', '=', address)).execute()
}

/** Future ones as well: they are from before the clock was set back. */
export async function deletePastPasswordFailures(
  connection: Connection,
  { before, after }: { before: number; after: number },
): Promise<void> {
  await connection
    .deleteFrom('password_failures')
    .where((is) => is.or([is('failed_at', '<', before), is('failed_at', '>', after)]))
    .execute()
}
