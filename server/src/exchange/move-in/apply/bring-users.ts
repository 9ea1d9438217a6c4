import { maxShortTextLength } from '@earmark/contract/limits.ts'
import { randomUUID } from 'node:crypto'
import type { Connection } from '../../../db/engine/dialect.ts'
import { insertMail } from '../../../people/mail/mails.queries.ts'
import { findAccountByEmail } from '../../../people/users/users.queries.ts'
import { addAccount } from '../../../people/users/users.service.ts'
import type { MovedSystem, MovedUser } from '../library/moved-library.ts'
import type { PlannedUser } from '../plan/planned-move.ts'
import type { MoveDeps } from './move-deps.ts'
import { insertMovedRecord } from './moved-records.queries.ts'

/** Makes an account without a password, to whose address a link to set one is mailed; one that is there stays as it is. */
export async function bringUsers(
  deps: MoveDeps,
  system: MovedSystem,
  users: readonly PlannedUser[],
): Promise<void> {
  for (const { user, state } of users) {
    if (state !== 'New' && state !== 'Same') continue
    await deps.db.connection.transaction().execute(async (transaction) => {
      const ownId = await bringUser(deps, transaction, user)
      await insertMovedRecord(transaction, { system, kind: 'user', foreignId: user.id, ownId }, deps.clock())
    })
  }
}

/** @returns the id of the account */
async function bringUser(
  deps: MoveDeps,
  transaction: Connection,
  { name, email, isAdmin }: MovedUser,
): Promise<string> {
  const address = email ?? ''
  const id = randomUUID()
  const account = {
    email: address,
    name: nameOf(name),
    role: isAdmin ? 'Admin' : 'User',
    passwordHash: null,
    confirmedAt: null,
  } as const
  if (await addAccount(deps, transaction, account, id)) {
    await insertMail(transaction, { kind: 'set-password', email: address }, deps.clock())
    return id
  }
  const present = await findAccountByEmail(transaction, address)
  if (!present) throw new Error(`The account of ${address} was removed meanwhile.`)
  return present.id
}

function nameOf(name: string): string {
  return name
    .replaceAll(/\p{Cc}/gu, ' ')
    .trim()
    .slice(0, maxShortTextLength)
    .toWellFormed()
}
