import type { Connection } from '../../db/engine/dialect.ts'
import { deleteChangeMail } from './mails.queries.ts'

export interface StoredEmailToken {
  readonly userId: string
  readonly kind: string
  /** SHA-256, lower-case hex: whoever reads the database cannot use what is in it. */
  readonly tokenHash: string
}

export interface NewStoredEmailToken extends StoredEmailToken {
  readonly newEmail: string | null
  readonly expiresAt: number
}

/**
 * Puts a token in the place of the user's older ones of that kind. Held by the user's row, two at once come one
 * after the other, so that only the later token works.
 */
export async function replaceEmailToken(
  connection: Connection,
  { userId, kind, tokenHash, newEmail, expiresAt }: NewStoredEmailToken,
  now: number,
): Promise<void> {
  const replace = async (transaction: Connection): Promise<void> => {
    await holdUser(transaction, userId)
    await transaction
      .deleteFrom('email_tokens')
      .where('user_id', '=', userId)
      .where('kind', '=', kind)
      .execute()
    const times = { created_at: now, expires_at: expiresAt }
    const row = { user_id: userId, kind, token_hash: tokenHash, new_email: newEmail, ...times }
    await transaction.insertInto('email_tokens').values(row).execute()
  }
  await (connection.isTransaction ? replace(connection) : connection.transaction().execute(replace))
}

async function holdUser(transaction: Connection, userId: string): Promise<void> {
  await transaction
    .updateTable('users')
    .set((expression) => ({ updated_at: expression.ref('updated_at') }))
    .where('id', '=', userId)
    .execute()
}

export async function selectEmailToken(
  connection: Connection,
  { userId, kind, tokenHash }: StoredEmailToken,
  now: number,
): Promise<{ newEmail: string | null } | undefined> {
  return await connection
    .selectFrom('email_tokens')
    .where('user_id', '=', userId)
    .where('kind', '=', kind)
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
    .select('new_email as newEmail')
    .executeTakeFirst()
}

/**
 * One statement: of two who use a token at once, one gets it. The user's row comes first, as wherever tokens are
 * made or voided: in another order two transactions could wait for each other.
 */
export async function removeEmailToken(
  connection: Connection,
  { userId, kind, tokenHash }: StoredEmailToken,
  now: number,
): Promise<{ newEmail: string | null } | undefined> {
  await holdUser(connection, userId)
  return await connection
    .deleteFrom('email_tokens')
    .where('user_id', '=', userId)
    .where('kind', '=', kind)
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
    .returning('new_email as newEmail')
    .executeTakeFirst()
}

/** And the mail that would bring the next token to another address. */
export async function deleteEmailTokensOf(
  connection: Connection,
  userId: string,
  exceptKind: string | null,
): Promise<void> {
  await deleteChangeMail(connection, userId)
  const tokens = connection.deleteFrom('email_tokens').where('user_id', '=', userId)
  await (exceptKind === null ? tokens : tokens.where('kind', '<>', exceptKind)).execute()
}

export async function deleteEmailTokensUntil(connection: Connection, now: number): Promise<void> {
  await connection.deleteFrom('email_tokens').where('expires_at', '<=', now).execute()
}
