import { randomUUID } from 'node:crypto'
import type { Connection, Dialect } from '../../db/engine/dialect.ts'
import type { PeopleDeps } from '../sessions/people-deps.ts'
import type { FailureOf } from '../../errors.ts'
import { indexRecord, indexRecords, removeFromIndex } from '../../db/search/index-records.queries.ts'
import { hasAdmin, lockAdmins } from './admins.queries.ts'
import * as users from './users.queries.ts'

type UserDeps = Pick<PeopleDeps, 'db' | 'clock'>

/** @returns false when the address has an account */
export async function addAccount(
  { db, clock }: UserDeps,
  transaction: Connection,
  account: Omit<users.NewAccount, 'id'>,
  id: string = randomUUID(),
): Promise<boolean> {
  const seq = await users.insertAccount(transaction, { ...account, id }, clock())
  if (seq !== undefined) await indexAccount({ db }, transaction, { ...account, seq })
  return seq !== undefined
}

/** Changes an account and its entry in the search index. */
export async function changeAccount(
  { db, clock }: UserDeps,
  transaction: Connection,
  id: string,
  changes: users.AccountChanges,
): Promise<void> {
  await users.updateAccount(transaction, id, changes, clock())
  const account = await users.findAccount(transaction, id)
  if (account) await indexAccount({ db }, transaction, account)
}

/** @returns false when there is no such account */
export async function removeAccount(
  { db, clock }: UserDeps,
  transaction: Connection,
  { id }: Pick<users.Account, 'id'>,
  failure: FailureOf<'LastAdmin'>,
): Promise<boolean> {
  const account = await users.lockAccount(transaction, id)
  if (!account) return false
  await refuseLastAdmin(transaction, account, clock(), failure)
  await removeFromIndex(transaction, db.dialect, 'user', account.seq)
  await users.deleteAccount(transaction, id)
  return true
}

/** To be called before a locked account loses its role or confirmation. Unconfirmed administrators do not count. */
export async function refuseLastAdmin(
  transaction: Connection,
  { id, role, isConfirmed }: users.Account,
  now: number,
  failure: FailureOf<'LastAdmin'>,
): Promise<void> {
  if (role !== 'Admin' || !isConfirmed) return
  await lockAdmins(transaction, now)
  if (!(await hasAdmin(transaction, id))) throw failure('LastAdmin')
}

async function indexAccount(
  { db: { dialect } }: Pick<PeopleDeps, 'db'>,
  transaction: Connection,
  { seq, name, email }: Pick<users.Account, 'seq' | 'name' | 'email'>,
): Promise<void> {
  await indexRecord(transaction, dialect, 'user', seq, { name, creators: [email] })
}

/** @param seqs of the accounts */
export async function reindexAccounts(
  transaction: Connection,
  dialect: Dialect,
  seqs: readonly number[],
): Promise<void> {
  const accounts = await users.listAccounts(transaction, seqs)
  const records = accounts.map(({ seq, name, email }) => ({ id: seq, name, creators: [email] }))
  await indexRecords(transaction, dialect, 'user', records)
}
