import { createHmac, hash, timingSafeEqual } from 'node:crypto'
import type { TokenKeys } from './token-keys.ts'

/**
 * A refresh token names its session and its place in the chain of that session's tokens, and is signed. So the
 * successor of a token can be made again for a tab that lost the race or the answer, although the database keeps
 * hashes only; and a token that was exchanged long ago is still known as one of ours: somebody has stolen it.
 */
export interface RefreshToken {
  readonly sessionId: string
  /** Counts the session's tokens from 1. */
  readonly place: number
}

const tokenForm = /^([0-9a-f-]{36})\.([1-9]\d{0,14})\.([\w-]{43})$/

export function writeRefreshToken({ refresh }: TokenKeys, { sessionId, place }: RefreshToken): string {
  const signed = `${sessionId}.${place}`
  return `${signed}.${createHmac('sha256', refresh).update(signed).digest('base64url')}`
}

/** What a token of ours says; null for anything else. */
export function readRefreshToken(keys: TokenKeys, token: string): RefreshToken | null {
  const [, sessionId, place] = tokenForm.exec(token) ?? []
  if (sessionId === undefined || place === undefined) return null
  const found = { sessionId, place: Number(place) }
  const expected = Buffer.from(writeRefreshToken(keys, found))
  const given = Buffer.from(token)
  return expected.length === given.length && timingSafeEqual(expected, given) ? found : null
}

/** What the database keeps of a token. */
export function refreshTokenHash(token: string): string {
  return hash('sha256', token)
}
