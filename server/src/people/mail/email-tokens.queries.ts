import type { ExpressionBuilder } from 'kysely'
import type { Connection } from '../../db/engine/dialect.ts'
import type { Tables } from '../../db/schema/tables.ts'
import { deleteChangeMail } from './mails.queries.ts'

export interface StoredEmailToken {
  readonly userId: string
  readonly kind: string
  /** SHA-256, lower-case hex; the database holds no usable token. */
  readonly tokenHash: string
}

export interface NewStoredEmailToken extends StoredEmailToken {
  readonly newEmail: string | null
  readonly expiresAt: number
}

/** Replaces the user's older tokens of the kind. The lock on the user's row serializes concurrent ones: the later token works. */
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

function isValid({ userId, kind, tokenHash }: StoredEmailToken, now: number) {
  return (is: ExpressionBuilder<Tables, 'email_tokens'>) =>
    is.and([
      is('user_id', '=', userId),
      is('kind', '=', kind),
      is('token_hash', '=', tokenHash),
      is('expires_at', '>', now),
    ])
}

export async function selectEmailToken(
  connection: Connection,
  token: StoredEmailToken,
  now: number,
): Promise<{ newEmail: string | null } | undefined> {
  return await connection
    .selectFrom('email_tokens')
    .where(isValid(token, now))
    .select('new_email as newEmail')
    .executeTakeFirst()
}

/** Deletes a valid token; of concurrent calls one succeeds. The user's row is locked first, as at every change of tokens. */
export async function removeEmailToken(
  connection: Connection,
  token: StoredEmailToken,
  now: number,
): Promise<{ newEmail: string | null } | undefined> {
  await holdUser(connection, token.userId)
  return await connection
    .deleteFrom('email_tokens')
    .where(isValid(token, now))
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

export async function deleteExpiredEmailTokens(connection: Connection, now: number): Promise<void> {
  await connection.deleteFrom('email_tokens').where('expires_at', '<=', now).execute()
}
