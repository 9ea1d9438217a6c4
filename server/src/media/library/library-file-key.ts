import { createHash } from 'node:crypto'

/**
 * What media name the bytes of a file by that stays in its folder, in place of a SHA-256 of all of them: 64 hexadecimal
 * digits. Moving and renaming keep it; other tags and another sound give another one (0052).
 *
 * @param print of the sound
 * @param modifiedSeconds of the epoch, whole
 */
export function libraryFileKey(print: string, sizeBytes: number, modifiedSeconds: number): string {
  return createHash('sha256')
    .update(JSON.stringify(['library', print, sizeBytes, modifiedSeconds]))
    .digest('hex')
}
