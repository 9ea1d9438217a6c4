import { randomUUID } from 'node:crypto'
import { accessTokenSeconds } from '@earmark/contract/auth.ts'
import type { Role } from '@earmark/contract/roles.ts'
import { errors, jwtVerify, SignJWT } from 'jose'
import type { TokenKeys } from './token-keys.ts'

/** What an access token says of its bearer. Whether it still holds is the database's to say. */
export interface AccessClaims {
  readonly userId: string
  readonly sessionId: string
}

const algorithm = 'HS256'
/** RFC 9068, 2.1: what keeps other JWTs from passing for access tokens. */
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
    // No two are alike, even those of one second.
    .setJti(randomUUID())
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + accessTokenSeconds)
    .sign(access)
}

/** The claims of a token of ours that has not expired at `now`; null for anything else. */
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
    // RFC 7519, 4.1.3: ours name no audience, so whatever names one is for somebody else.
    return aud === undefined && isUuid(userId) && isUuid(sessionId) ? { userId, sessionId } : null
  } catch (error) {
    if (error instanceof errors.JOSEError) return null
    throw error
  }
}

function isUuid(claim: unknown): claim is string {
  return typeof claim === 'string' && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(claim)
}

/** As `readAccessToken`, of a token that may have expired long ago. */
export async function readExpiredAccessToken(keys: TokenKeys, token: string): Promise<AccessClaims | null> {
  return await readAccessToken(keys, token, 0)
}
