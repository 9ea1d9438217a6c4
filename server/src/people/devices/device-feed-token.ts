import { createHmac } from 'node:crypto'
import type { TokenKeys } from '../sessions/token-keys.ts'

const tokenBytes = 16

/**
 * The token of the private feeds that a device is told (0037, 0067): derived, since the same addresses are told
 * again and tokens are kept as hashes.
 */
export function deviceFeedToken({ devices }: Pick<TokenKeys, 'devices'>, deviceId: string): string {
  const mac = createHmac('sha256', devices).update(`feeds ${deviceId}`).digest()
  return mac.subarray(0, tokenBytes).toString('base64url')
}
