import { createHash, randomBytes } from 'node:crypto'
import type { Connection } from '../../db/engine/dialect.ts'
import * as stored from './email-tokens.queries.ts'

/** The tokens in mailed links: random, stored as a hash, usable once, expiring, void once a newer one of the kind is sent. */
export type EmailTokenKind = 'confirm-email' | 'change-email' | 'reset-password'

const tokenBytes = 32
const hourMs = 3_600_000

const lifeMsOf: Record<EmailTokenKind, number> = {
  'confirm-email': 24 * hourMs,
  'change-email': 24 * hourMs,
  'reset-password': hourMs,
}

/** Invitations to choose a password live longer than resets. */
export const setPasswordLifeMs = 24 * hourMs

export interface NewEmailToken {
  userId: string
  kind: EmailTokenKind
  /** The address that a change of address is for. */
  newEmail?: string | null
  /** Other than the kind's own. */
  lifeMs?: number
}

/** Untrusted: any strings. */
export interface GivenEmailToken {
  userId: string
  kind: EmailTokenKind
  token: string
  /** Epoch milliseconds. */
  now: number
}

/**
 * @param connection in a transaction or not
 * @returns the token for the link; it cannot be had a second time
 */
export async function issueEmailToken(
  connection: Connection,
  { userId, kind, newEmail = null, lifeMs = lifeMsOf[kind] }: NewEmailToken,
  now: number,
): Promise<string> {
  const token = makeToken()
  const row = { userId, kind, tokenHash: hashToken(token), newEmail, expiresAt: now + lifeMs }
  await stored.replaceEmailToken(connection, row, now)
  return token
}

/** The stored values of a valid token, which stays valid. */
export async function findEmailToken(
  connection: Connection,
  given: GivenEmailToken,
): Promise<{ newEmail: string | null } | undefined> {
  if (!isUuid(given.userId)) return undefined
  return await stored.selectEmailToken(connection, hashed(given), given.now)
}

/** As `findEmailToken`, and the token is void; of concurrent callers one gets an answer. */
export async function takeEmailToken(
  connection: Connection,
  given: GivenEmailToken,
): Promise<{ newEmail: string | null } | undefined> {
  if (!isUuid(given.userId)) return undefined
  return await stored.removeEmailToken(connection, hashed(given), given.now)
}

/** Voids the tokens of a user, or all but those of a kind, and cancels the mail of a change of address. */
export async function deleteEmailTokens(
  connection: Connection,
  userId: string,
  exceptKind: EmailTokenKind | null = null,
): Promise<void> {
  if (isUuid(userId)) await stored.deleteEmailTokensOf(connection, userId, exceptKind)
}

function hashed({ userId, kind, token }: GivenEmailToken): stored.StoredEmailToken {
  return { userId, kind, tokenHash: hashToken(token) }
}

export function makeToken(): string {
  return randomBytes(tokenBytes).toString('base64url')
}

export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}

const uuidForm = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/

/** PostgreSQL refuses some strings (NUL). */
function isUuid(text: string): boolean {
  return uuidForm.test(text)
}
