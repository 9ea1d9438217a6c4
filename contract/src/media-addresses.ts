/**
 * Addresses of media in answers: `/media/<file>`, or the same behind an origin. In a members' library they carry a
 * signature as their query, which ends; the same medium has another one then.
 */

/** What tells one medium from another. */
export function withoutSignature(address: string): string {
  return address.replace(/\?.*/s, '')
}

export function isSigned(address: string): boolean {
  return address.includes('?')
}
