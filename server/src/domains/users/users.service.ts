import { randomUUID } from 'node:crypto'
import type { Connection } from '../../db/dialect.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../http/errors.ts'
import { indexRecord, removeFromIndex } from '../search/search.queries.ts'
import { lockAdmins } from './admins.queries.ts'
import * as users from './users.queries.ts'

type UserDeps = Pick<Deps, 'db' | 'clock'>

/**
 * Adds an account, in the caller's transaction.
 *
 * @returns whether it was added: false when the address has one already
 */
export async function addAccount(
  { db, clock }: UserDeps,
  transaction: Connection,
  account: Omit<users.NewAccount, 'id'>,
): Promise<boolean> {
  const seq = await users.insertAccount(transaction, { ...account, id: randomUUID() }, clock())
  if (seq !== undefined) await indexAccount({ db }, transaction, { ...account, seq })
  return seq !== undefined
}

/** Changes an account and what it is found by, in the caller's transaction. */
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

/**
 * Deletes an account with everything that belongs to it, in the caller's transaction.
 *
 * @throws AppError `LastAdmin`
 */
export async function removeAccount(
  { db, clock }: UserDeps,
  transaction: Connection,
  { id, seq }: users.Account,
): Promise<void> {
  await lockAdmins(transaction, clock())
  const account = await users.findAccount(transaction, id)
  if (account?.role === 'Admin' && !(await users.hasAdmin(transaction, id))) throw new AppError('LastAdmin')
  await removeFromIndex(transaction, db.dialect, 'user', seq)
  await users.deleteAccount(transaction, id)
}

async function indexAccount(
  { db: { dialect } }: Pick<Deps, 'db'>,
  transaction: Connection,
  { seq, name, email }: Pick<users.Account, 'seq' | 'name' | 'email'>,
): Promise<void> {
  await indexRecord(transaction, dialect, 'user', seq, { name, creators: [email] })
}
