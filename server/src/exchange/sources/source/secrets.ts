import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

/** User and password of an address, sealed by AES-256-GCM: nonce, tag and text, base64url. */

const nonceBytes = 12
const tagBytes = 16

export function sealSecret(key: Uint8Array, secret: string): string {
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv('aes-256-gcm', key, nonce)
  const text = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), text]).toString('base64url')
}

/** Null for what another key has sealed. */
export function openSecret(key: Uint8Array, sealed: string): string | null {
  const bytes = Buffer.from(sealed, 'base64url')
  if (bytes.length < nonceBytes + tagBytes) return null
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, nonceBytes), {
    authTagLength: tagBytes,
  })
  decipher.setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes))
  try {
    const text = [decipher.update(bytes.subarray(nonceBytes + tagBytes)), decipher.final()]
    return Buffer.concat(text).toString('utf8')
  } catch {
    return null
  }
}

/** As requests want it. */
export function splitCredentials(secret: string): { user: string; password: string } {
  const colon = secret.indexOf(':')
  return { user: secret.slice(0, colon), password: secret.slice(colon + 1) }
}

/**
 * Those of a source for what lies on its host; nothing for other hosts, for an address that would tell in clear what the
 * source's own keeps secret, and where another key has sealed them.
 */
export function credentialsFor(
  key: Uint8Array,
  url: string,
  source: { readonly url: string; readonly secret: string | null },
): { readonly credentials?: { user: string; password: string } } {
  const opened =
    source.secret !== null && maySendSecret(url, source.url) ? openSecret(key, source.secret) : null
  return opened === null ? {} : { credentials: splitCredentials(opened) }
}

/** Whether what lies at an address may be told the password of a source. */
export function maySendSecret(asked: string, own: string): boolean {
  const [there, here] = [new URL(asked), new URL(own)]
  return there.host === here.host && (there.protocol === 'https:' || here.protocol === 'http:')
}
