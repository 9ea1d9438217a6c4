import type { TokenPair } from '@earmark/contract/auth.ts'
import { type Role, roles } from '@earmark/contract/roles.ts'
import { readStored, writeStored } from './browser-storage.ts'

/** The role is written first: other tabs read it with the access token. */
export function storeTokens({ accessToken, refreshToken }: TokenPair): void {
  writeStored('userRole', roleOf(accessToken))
  writeStored('accessToken', accessToken)
  writeStored('refreshToken', refreshToken)
}

function roleOf(accessToken: string): Role | null {
  return roles.find((role) => role === claimsOf(accessToken).role) ?? null
}

/** The id of the account that is signed in; empty for a visitor. */
export function storedPerson(): string {
  const { sub } = claimsOf(readStored('accessToken') ?? '')
  return typeof sub === 'string' ? sub : ''
}

export function isOfSamePerson(one: string, other: string): boolean {
  return claimsOf(one).sub === claimsOf(other).sub
}

/** A JWT's claims (RFC 7519), unverified: they decide about the display only. */
export function claimsOf(accessToken: string): { sub?: unknown; role?: unknown } {
  try {
    const payload = (accessToken.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/')
    const claims: unknown = JSON.parse(atob(payload))
    return typeof claims === 'object' && claims !== null ? claims : {}
  } catch {
    return {}
  }
}
