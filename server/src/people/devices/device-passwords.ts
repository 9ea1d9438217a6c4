import { hash, randomBytes } from 'node:crypto'

/** Without letters that look like others; 20 of 48 letters are 111 bits, so that a plain hash is enough. */
const letters = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ'
const groups = 4
const groupLength = 5
const bytesOfLetter = 2

/**
 * For one app: four groups of five letters.
 *
 * @param bytes 40 or more that nobody can guess
 */
export function makeDevicePassword(
  bytes: Buffer = randomBytes(groups * groupLength * bytesOfLetter),
): string {
  const letter = (place: number) => letters.charAt(bytes.readUInt16LE(place * bytesOfLetter) % letters.length)
  const group = (_: unknown, number: number) =>
    Array.from({ length: groupLength }, (__, place) => letter(number * groupLength + place)).join('')
  return Array.from({ length: groups }, group).join('-')
}

/** People may leave out the hyphens, or write spaces. */
export function hashDevicePassword(password: string): string {
  return hash('sha256', password.replace(/[\s-]/g, ''))
}
