import { createHmac, hash, timingSafeEqual } from 'node:crypto'
import type { TokenKeys } from './token-keys.ts'

/**
 * A refresh token is signed and names its session and its ordinal among that session's tokens. So a successor can be made
 * again although the database has hashes only, and a token exchanged long ago is recognized as stolen.
 */
export interface RefreshToken {
  readonly sessionId: string
  /** Counts the session's tokens from 1. */
  readonly ordinal: number
}

const tokenForm = /^([0-9a-f-]{36})\.([1-9]\d{0,14})\.([\w-]{43})$/

export function writeRefreshToken({ refresh }: TokenKeys, { sessionId, ordinal }: RefreshToken): string {
  const signed = `${sessionId}.${ordinal}`
  return `${signed}.${createHmac('sha256', refresh).update(signed).digest('base64url')}`
}

/** Null for an invalid token. */
export function readRefreshToken(keys: TokenKeys, token: string): RefreshToken | null {
  const [, sessionId, ordinal] = tokenForm.exec(token) ?? []
  if (sessionId === undefined || ordinal === undefined) return null
  const found = { sessionId, ordinal: Number(ordinal) }
  const expected = Buffer.from(writeRefreshToken(keys, found))
  const given = Buffer.from(token)
  return expected.length === given.length && timingSafeEqual(expected, given) ? found : null
}

export function refreshTokenHash(token: string): string {
  return hash('sha256', token)
}
