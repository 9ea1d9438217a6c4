import { emailKey } from '@earmark/contract/emails.ts'
import type { Role } from '@earmark/contract/roles.ts'
import type { ExpressionBuilder } from 'kysely'
import type { Connection } from '../../db/engine/dialect.ts'
import type { Tables } from '../../db/schema/tables.ts'

export interface NewInvitation {
  readonly role: Role
  /** The id of an administrator. */
  readonly invitedBy: string
  /** Where it is mailed to; null where its link is answered. */
  readonly email: string | null
}

/** In place of an earlier one for the address. */
export async function insertInvitation(
  connection: Connection,
  { role, invitedBy, email, tokenHash, expiresAt }: NewInvitation & { tokenHash: string; expiresAt: number },
  now: number,
): Promise<void> {
  const row = { token_hash: tokenHash, role, invited_by: invitedBy, created_at: now, expires_at: expiresAt }
  await connection
    .insertInto('invitations')
    .values({ ...row, email_key: email === null ? null : emailKey(email) })
    .onConflict((conflict) => conflict.column('email_key').doUpdateSet(row))
    .execute()
}

function isValid(tokenHash: string, now: number) {
  return (is: ExpressionBuilder<Tables, 'invitations'>) =>
    is.and([
      is('token_hash', '=', tokenHash),
      is('expires_at', '>', now),
      is.exists(
        is
          .selectFrom('users')
          .whereRef('users.id', '=', 'invitations.invited_by')
          .where('users.role', '=', 'Admin')
          .where('users.email_confirmed_at', 'is not', null)
          .select('users.id'),
      ),
    ])
}

export async function hasInvitation(
  connection: Connection,
  tokenHash: string,
  now: number,
): Promise<boolean> {
  const row = await connection
    .selectFrom('invitations')
    .where(isValid(tokenHash, now))
    .select('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Deletes a valid invitation; of concurrent calls one succeeds. @returns its role */
export async function removeInvitation(
  connection: Connection,
  tokenHash: string,
  now: number,
): Promise<Role | undefined> {
  const row = await connection
    .deleteFrom('invitations')
    .where(isValid(tokenHash, now))
    .returning('role')
    .executeTakeFirst()
  return row && (row.role as Role)
}

export async function deleteExpiredInvitations(connection: Connection, now: number): Promise<void> {
  await connection.deleteFrom('invitations').where('expires_at', '<=', now).execute()
}
