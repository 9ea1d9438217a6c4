import { randomUUID } from 'node:crypto'
import { emailKey } from '@earmark/contract/emails.ts'
import { includesRole } from '@earmark/contract/roles.ts'
import type { User } from '@earmark/contract/users.ts'
import { DuplicateKeyError, failOn } from '../../db/engine/database-errors.ts'
import type { Connection } from '../../db/engine/dialect.ts'
import type { PeopleDeps } from '../sessions/people-deps.ts'
import type { FailureOf } from '../../errors.ts'
import { deleteEmailTokens } from '../mail/email-tokens.ts'
import { deleteMailsTo, insertMail, mailJob } from '../mail/mails.queries.ts'
import { deleteSessions } from '../sessions/sessions.queries.ts'
import { hashPassword } from './passwords.ts'
import type { UserInput } from './user-input.ts'
import { findUser } from './user-pages.queries.ts'
import { type Account, lockAccount } from './users.queries.ts'
import { addAccount, changeAccount, refuseLastAdmin } from './users.service.ts'

/** Without a password, a link to set one is mailed, which confirms the address; with one, a link to confirm it unless confirmed. */
export async function addUser(
  deps: PeopleDeps,
  { email, name, ...input }: UserInput,
  failure: FailureOf<'DuplicateEmail'>,
): Promise<User> {
  const passwordHash = await hashOf(input)
  const id = randomUUID()
  const user = await deps.db.connection.transaction().execute(async (transaction) => {
    const now = deps.clock()
    const { role = 'User', isConfirmed = false } = input
    const account = { email, name, role, passwordHash, confirmedAt: isConfirmed ? now : null }
    if (!(await addAccount(deps, transaction, account, id)))
      throw failure('DuplicateEmail', { field: 'email' })
    if (passwordHash === null) await insertMail(transaction, { kind: 'set-password', email }, now)
    else if (!isConfirmed) await insertMail(transaction, { kind: 'confirm-email', email }, now)
    return await findUser(transaction, id)
  })
  deps.jobs.wake(mailJob)
  return user as User
}

export async function changeUser(
  deps: PeopleDeps,
  id: string,
  input: UserInput,
  failure: FailureOf<'NotFound' | 'DuplicateEmail' | 'LastAdmin'>,
): Promise<User> {
  const passwordHash = await hashOf(input)
  const change = deps.db.connection.transaction().execute(async (transaction) => {
    const before = await lockAccount(transaction, id)
    if (!before) throw failure('NotFound')
    await changeLocked(deps, transaction, before, { ...input, passwordHash }, failure)
    return await findUser(transaction, id)
  })
  const duplicate = failOn(DuplicateKeyError, () => failure('DuplicateEmail', { field: 'email' }))
  return (await change.catch(duplicate)) as User
}

/** Sessions end when the account loses rights or its password changes. */
async function changeLocked(
  deps: PeopleDeps,
  transaction: Connection,
  before: Account,
  { email, name, ...input }: UserInput & { readonly passwordHash: string | null },
  failure: FailureOf<'LastAdmin'>,
): Promise<void> {
  const now = deps.clock()
  const { role = before.role, isConfirmed = before.isConfirmed, passwordHash } = input
  const isLowered = !includesRole(role, before.role)
  const isUnconfirmed = before.isConfirmed && !isConfirmed
  if (isLowered || isUnconfirmed) await refuseLastAdmin(transaction, before, now, failure)
  await changeAccount(deps, transaction, before.id, {
    email,
    name,
    role,
    ...(isConfirmed === before.isConfirmed ? {} : { confirmedAt: isConfirmed ? now : null }),
    ...(passwordHash === null ? {} : { passwordHash }),
  })
  if (emailKey(email) !== before.emailKey) await voidMails(transaction, before)
  // Mailed links to set a password or change the address are void.
  else if (passwordHash !== null) await deleteEmailTokens(transaction, before.id, 'confirm-email')
  if (isLowered || isUnconfirmed || passwordHash !== null) await deleteSessions(transaction, before.id)
}

/** Voids the links and mails to the former address. */
async function voidMails(transaction: Connection, { id, email }: Account): Promise<void> {
  await deleteEmailTokens(transaction, id)
  await deleteMailsTo(transaction, email)
}

/** To be called before the transaction: hashing is slow. */
async function hashOf({ password }: Pick<UserInput, 'password'>): Promise<string | null> {
  return password === undefined ? null : await hashPassword(password)
}
