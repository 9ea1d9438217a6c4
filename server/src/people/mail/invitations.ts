import type { Role } from '@earmark/contract/roles.ts'
import type { Connection } from '../../db/engine/dialect.ts'
import { hashToken, makeToken } from './email-tokens.ts'
import * as stored from './invitations.queries.ts'

/** Invitations to register, good once and while their maker is an administrator; the database has their hashes only. */

const lifeMs = 7 * 24 * 3_600_000

/** @returns the token of the link, and when it ends (epoch milliseconds) */
export async function issueInvitation(
  connection: Connection,
  invitation: stored.NewInvitation,
  now: number,
): Promise<{ token: string; expiresAt: number }> {
  const token = makeToken()
  const expiresAt = now + lifeMs
  await stored.insertInvitation(connection, { ...invitation, tokenHash: hashToken(token), expiresAt }, now)
  return { token, expiresAt }
}

export function invitationLink(publicUrl: string, token: string): string {
  return `${publicUrl}/auth/register?invitation=${token}`
}

/** Whether the token, any text, is of an invitation that is good. */
export async function isInvitation(connection: Connection, token: string, now: number): Promise<boolean> {
  return await stored.hasInvitation(connection, hashToken(token), now)
}

/** Uses it up; of concurrent callers one gets its role. */
export async function takeInvitation(
  transaction: Connection,
  token: string,
  now: number,
): Promise<Role | undefined> {
  return await stored.removeInvitation(transaction, hashToken(token), now)
}
