import type { TokenPair } from '@earmark/contract/auth.ts'
import { type Role, roles } from '@earmark/contract/roles.ts'
import { writeStored } from './stored.ts'

/** Keeps the tokens and the role that they say. The refresh token last: with it, other tabs find the rest there. */
export function storeTokens({ accessToken, refreshToken }: TokenPair): void {
  writeStored('userRole', roleOf(accessToken))
  writeStored('accessToken', accessToken)
  writeStored('refreshToken', refreshToken)
}

/** The role that an access token says; null for what is none of ours. */
export function roleOf(accessToken: string): Role | null {
  return roles.find((role) => role === claimsOf(accessToken).role) ?? null
}

export function isOfSamePerson(one: string, other: string): boolean {
  return claimsOf(one).sub === claimsOf(other).sub
}

/** The payload of a JWT, in base64url. Not verified: what it says decides what is shown, never what is allowed. */
function claimsOf(accessToken: string): { sub?: unknown; role?: unknown } {
  try {
    const payload = (accessToken.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/')
    const claims: unknown = JSON.parse(atob(payload))
    return typeof claims === 'object' && claims !== null ? claims : {}
  } catch {
    return {}
  }
}
