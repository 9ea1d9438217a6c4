import type { TokenPair } from '@earmark/contract/auth.ts'
import { type Role, roles } from '@earmark/contract/roles.ts'
import { writeStored } from './browser-storage.ts'
import { claimsOf } from './tokens.ts'

/** The role is written first: other tabs read it with the access token. */
export function storeTokens({ accessToken, refreshToken }: TokenPair): void {
  writeStored('userRole', roleOf(accessToken))
  writeStored('accessToken', accessToken)
  writeStored('refreshToken', refreshToken)
}

function roleOf(accessToken: string): Role | null {
  return roles.find((role) => role === claimsOf(accessToken).role) ?? null
}

export function isOfSamePerson(one: string, other: string): boolean {
  return claimsOf(one).sub === claimsOf(other).sub
}
