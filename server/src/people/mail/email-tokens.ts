import { createHash, randomBytes } from 'node:crypto'
import type { Connection } from '../../db/engine/dialect.ts'
import * as stored from './email-tokens.queries.ts'

/**
 * The tokens in the links of mails: random, stored as a hash, usable once, expiring, and void as soon as the user
 * is sent a newer one of the same kind.
 */
export type EmailTokenKind = 'confirm-email' | 'change-email' | 'reset-password'

const tokenBytes = 32
const hourMs = 3_600_000

const lifeMsOf: Record<EmailTokenKind, number> = {
  'confirm-email': 24 * hourMs,
  'change-email': 24 * hourMs,
  'reset-password': hourMs,
}

/** Somebody new, asked to choose a password, does not sit waiting for the mail. */
export const setPasswordLifeMs = 24 * hourMs

export interface NewEmailToken {
  userId: string
  kind: EmailTokenKind
  /** The address that a change of address is for. */
  newEmail?: string | null
  /** Other than the kind's own. */
  lifeMs?: number
}

/** What a client says to have: any strings at all. */
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
  const token = randomBytes(tokenBytes).toString('base64url')
  const row = { userId, kind, tokenHash: hashToken(token), newEmail, expiresAt: now + lifeMs }
  await stored.replaceEmailToken(connection, row, now)
  return token
}

/** The token's memory while it is valid; it stays valid. */
export async function findEmailToken(
  connection: Connection,
  given: GivenEmailToken,
): Promise<{ newEmail: string | null } | undefined> {
  if (!isUuid(given.userId)) return undefined
  return await stored.selectEmailToken(connection, hashed(given), given.now)
}

/** The same, and the token is used up: only one caller ever gets an answer. */
export async function takeEmailToken(
  connection: Connection,
  given: GivenEmailToken,
): Promise<{ newEmail: string | null } | undefined> {
  if (!isUuid(given.userId)) return undefined
  return await stored.removeEmailToken(connection, hashed(given), given.now)
}

/**
 * All of a user, or all but those of a kind: what was mailed before no longer works, and a change of address that
 * waits to be mailed is off.
 */
export async function deleteEmailTokens(
  connection: Connection,
  userId: string,
  exceptKind: EmailTokenKind | null = null,
): Promise<void> {
  if (isUuid(userId)) await stored.deleteEmailTokensOf(connection, userId, exceptKind)
}

export async function deleteExpiredEmailTokens(connection: Connection, now: number): Promise<void> {
  await stored.deleteEmailTokensUntil(connection, now)
}

function hashed({ userId, kind, token }: GivenEmailToken): stored.StoredEmailToken {
  return { userId, kind, tokenHash: hashToken(token) }
}

function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}

const uuidForm = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/

/** PostgreSQL refuses some strings (NUL); what is no id of ours is not asked for. */
function isUuid(text: string): boolean {
  return uuidForm.test(text)
}
