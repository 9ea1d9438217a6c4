import { accessSync, constants, mkdirSync } from 'node:fs'
import { StartError } from './start-error.ts'

const reasons: Record<string, string> = {
  EACCES: 'this user may not write there',
  EPERM: 'this user may not write there',
  EROFS: 'its file system is read-only',
  ENOTDIR: 'a file is in its place',
  EEXIST: 'a file is in its place',
}

/**
 * The folder of `DATA_DIR`, made when it is missing.
 *
 * @throws StartError when nothing can be written into it
 */
export function openDataDir(path: string): void {
  try {
    mkdirSync(path, { recursive: true })
    accessSync(path, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException
    const reason = reasons[code] ?? message
    throw new StartError(
      `DATA_DIR must be a folder that can be written to, but ${reason} (${path}): make it writable for the server’s user, or set DATA_DIR to another folder.`,
    )
  }
}
