import { emailKey } from '@earmark/contract/emails.ts'
import type { Role } from '@earmark/contract/roles.ts'
import type { Selectable } from 'kysely'
import type { Connection } from '../../db/engine/dialect.ts'
import type { UsersTable } from '../../db/schema/people.ts'
import { foldText } from '@earmark/contract/fold.ts'

export interface Account {
  /** Order of creation; the id of the account in the search index. */
  readonly seq: number
  readonly id: string
  readonly email: string
  readonly emailKey: string
  readonly isConfirmed: boolean
  readonly name: string
  readonly role: Role
  readonly passwordHash: string | null
}

const accountColumns = [
  'seq',
  'id',
  'email',
  'email_key',
  'email_confirmed_at',
  'name',
  'role',
  'password_hash',
] as const

type AccountRow = Pick<Selectable<UsersTable>, (typeof accountColumns)[number]>

function selectAccounts(connection: Connection) {
  return connection.selectFrom('users').select(accountColumns)
}

function accountOf(row: AccountRow): Account {
  return {
    seq: row.seq,
    id: row.id,
    email: row.email,
    emailKey: row.email_key,
    isConfirmed: row.email_confirmed_at !== null,
    name: row.name,
    role: row.role as Role,
    passwordHash: row.password_hash,
  }
}

export async function findAccount(connection: Connection, id: string): Promise<Account | undefined> {
  const row = await selectAccounts(connection).where('id', '=', id).executeTakeFirst()
  return row && accountOf(row)
}

export async function listAccounts(connection: Connection, seqs: readonly number[]): Promise<Account[]> {
  const rows = await selectAccounts(connection).where('seq', 'in', seqs).execute()
  return rows.map(accountOf)
}

/** @param email a valid one, in any case */
export async function findAccountByEmail(
  connection: Connection,
  email: string,
): Promise<Account | undefined> {
  const row = await selectAccounts(connection).where('email_key', '=', emailKey(email)).executeTakeFirst()
  return row && accountOf(row)
}

/** Locks the account against changes, deletion and sign-ins until the end of the transaction. */
export async function lockAccount(transaction: Connection, id: string): Promise<Account | undefined> {
  const row = await transaction
    .updateTable('users')
    .set((expression) => ({ updated_at: expression.ref('updated_at') }))
    .where('id', '=', id)
    .returning(accountColumns)
    .executeTakeFirst()
  return row && accountOf(row)
}

export interface NewAccount {
  readonly id: string
  readonly email: string
  readonly name: string
  readonly role: Role
  readonly passwordHash: string | null
  /** Epoch milliseconds; null for an unconfirmed address. */
  readonly confirmedAt: number | null
  /** Epoch milliseconds; null for an account that was not made by registration. */
  readonly registeredAt?: number | null
}

/** @returns the new account's `seq`; undefined when the address has an account */
export async function insertAccount(
  connection: Connection,
  account: NewAccount,
  now: number,
): Promise<number | undefined> {
  const row = await connection
    .insertInto('users')
    .values({
      id: account.id,
      email: account.email,
      email_key: emailKey(account.email),
      email_confirmed_at: account.confirmedAt,
      registered_at: account.registeredAt ?? null,
      name: account.name,
      name_sort: foldText(account.name),
      role: account.role,
      password_hash: account.passwordHash,
      created_at: now,
      updated_at: now,
    })
    .onConflict((conflict) => conflict.column('email_key').doNothing())
    .returning('seq')
    .executeTakeFirst()
  return row?.seq
}

/**
 * Gives an unconfirmed registration the name, role and password of a new one with its address. Accounts that
 * administrators made or changed stay.
 *
 * @param latest when it was made at the latest, in epoch milliseconds
 * @returns the id; undefined when there is no such account
 */
export async function takeLapsedAccount(
  transaction: Connection,
  { email, name, role, passwordHash }: Pick<NewAccount, 'email' | 'name' | 'role' | 'passwordHash'>,
  latest: number,
): Promise<string | undefined> {
  const row = await transaction
    .updateTable('users')
    .set({ email, name, name_sort: foldText(name), role, password_hash: passwordHash })
    .where('email_key', '=', emailKey(email))
    .where('email_confirmed_at', 'is', null)
    .where('registered_at', '<=', latest)
    .returning('id')
    .executeTakeFirst()
  return row?.id
}

export interface AccountChanges {
  readonly email?: string
  /** Null revokes the confirmation. */
  readonly confirmedAt?: number | null
  readonly name?: string
  readonly role?: Role
  readonly passwordHash?: string
  /** Given by a new registration only; any other change clears it. */
  readonly registeredAt?: number
}

/** @throws DuplicateKeyError when another account has the new address */
export async function updateAccount(
  connection: Connection,
  id: string,
  { email, confirmedAt, name, role, passwordHash, registeredAt }: AccountChanges,
  now: number,
): Promise<void> {
  await connection
    .updateTable('users')
    .set({
      ...(email === undefined ? {} : { email, email_key: emailKey(email) }),
      ...(confirmedAt === undefined ? {} : { email_confirmed_at: confirmedAt }),
      ...(name === undefined ? {} : { name, name_sort: foldText(name) }),
      ...(role === undefined ? {} : { role }),
      ...(passwordHash === undefined ? {} : { password_hash: passwordHash }),
      registered_at: registeredAt ?? null,
      updated_at: now,
    })
    .where('id', '=', id)
    .execute()
}

/** Foreign keys delete what belongs to the account. */
export async function deleteAccount(connection: Connection, id: string): Promise<void> {
  await connection.deleteFrom('users').where('id', '=', id).execute()
}
