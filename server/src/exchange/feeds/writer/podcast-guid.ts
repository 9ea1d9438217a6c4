import { createHash } from 'node:crypto'

/** Of Podcasting 2.0. */
const namespace = Buffer.from('ead4c236bf5858c6a2c6a6b28d128cb6', 'hex')

/**
 * `podcast:guid`: the UUIDv5 (RFC 9562, 5.5) of a feed's address.
 *
 * @param address with or without its scheme and slashes at the end, which do not count
 */
export function podcastGuid(address: string): string {
  const name = address.replace(/^[a-z][a-z\d+.-]*:\/\//i, '').replace(/\/+$/, '')
  const bytes = createHash('sha1').update(namespace).update(name).digest().subarray(0, 16)
  bytes[6] = ((bytes[6] as number) & 0x0f) | 0x50
  bytes[8] = ((bytes[8] as number) & 0x3f) | 0x80
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}
