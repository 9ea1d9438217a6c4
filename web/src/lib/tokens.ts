import { readStored } from './browser-storage.ts'

/** The id of the account that is signed in; empty for a visitor. */
export function storedPerson(): string {
  const { sub } = claimsOf(readStored('accessToken') ?? '')
  return typeof sub === 'string' ? sub : ''
}

/** By the clock of this device. */
export function hasEnded(accessToken: string): boolean {
  const { exp } = claimsOf(accessToken)
  return typeof exp === 'number' && exp * 1000 <= Date.now()
}

/** A JWT's claims (RFC 7519), unverified: they decide about the display only. */
export function claimsOf(accessToken: string): { sub?: unknown; role?: unknown; exp?: unknown } {
  try {
    const payload = (accessToken.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/')
    const claims: unknown = JSON.parse(atob(payload))
    return typeof claims === 'object' && claims !== null ? claims : {}
  } catch {
    return {}
  }
}
