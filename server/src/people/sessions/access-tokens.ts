import { randomUUID } from 'node:crypto'
import { accessTokenSeconds } from '@earmark/contract/auth.ts'
import type { Role } from '@earmark/contract/roles.ts'
import { errors, jwtVerify, SignJWT } from 'jose'
import type { TokenKeys } from './token-keys.ts'

/** The claims of an access token; the session in the database decides whether they hold. */
export interface AccessClaims {
  readonly userId: string
  readonly sessionId: string
}

const algorithm = 'HS256'
/** Tells access tokens from other JWTs (RFC 9068, 2.1). */
const type = 'at+jwt'

/** A JWT (RFC 7519) that expires after 15 minutes. `now` in epoch milliseconds. */
export async function issueAccessToken(
  { access }: TokenKeys,
  { userId, sessionId, role }: AccessClaims & { readonly role: Role },
  now: number,
): Promise<string> {
  const issuedAt = Math.floor(now / 1000)
  return await new SignJWT({ role, sid: sessionId })
    .setProtectedHeader({ alg: algorithm, typ: type })
    .setSubject(userId)
    // Distinguishes the tokens of one second.
    .setJti(randomUUID())
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + accessTokenSeconds)
    .sign(access)
}

/** Null for a token that is invalid or has expired at `now`. */
export async function readAccessToken(
  { access }: TokenKeys,
  token: string,
  now: number,
): Promise<AccessClaims | null> {
  try {
    const { payload } = await jwtVerify<{ sid: unknown }>(token, access, {
      algorithms: [algorithm],
      typ: type,
      requiredClaims: ['sub', 'sid', 'iat', 'exp'],
      currentDate: new Date(now),
    })
    const { sub: userId, sid: sessionId, aud } = payload
    // A token with an audience is not for this server (RFC 7519, 4.1.3).
    return aud === undefined && isUuid(userId) && isUuid(sessionId) ? { userId, sessionId } : null
  } catch (error) {
    if (error instanceof errors.JOSEError) return null
    throw error
  }
}

function isUuid(claim: unknown): claim is string {
  return typeof claim === 'string' && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(claim)
}

/** As `readAccessToken`, of a token that may have expired. */
export async function readExpiredAccessToken(keys: TokenKeys, token: string): Promise<AccessClaims | null> {
  return await readAccessToken(keys, token, 0)
}
