import { accessSync, constants, existsSync, mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { isDamaged } from './db/database-errors.ts'
import { StartError } from './start-error.ts'

const reasons: Record<string, string> = {
  EACCES: 'this user may not write there',
  EPERM: 'this user may not write there',
  EROFS: 'its file system is read-only',
  ENOTDIR: 'a file is in its place',
  EEXIST: 'a file is in its place',
  EISDIR: 'a folder is in the place of a file',
}

/**
 * The folder of `DATA_DIR`, made when it is missing.
 *
 * @throws StartError when nothing can be written into it
 */
export function openDataDir(path: string): void {
  try {
    makeFolder(path)
    accessSync(path, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (error) {
    if (error instanceof StartError) throw error
    const { code = '', message } = error as NodeJS.ErrnoException
    throw unwritable(reasons[code] ?? message, path)
  }
}

/** Node's own recursive way never ends where a folder that is there takes no other, such as /proc. */
function makeFolder(path: string): void {
  if (isFolder(path)) return
  const parent = dirname(path)
  if (parent !== path && !existsSync(parent)) makeFolder(parent)
  try {
    mkdirSync(path)
  } catch (error) {
    // Nodes that share it may start at once.
    if (isFolder(path)) return
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    throw unwritable('no folder can be made there', path)
  }
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true
}

/** What keeps a program from using what is in the folder, for whoever starts it; other failures are faults of ours. */
export function explainDataDir(error: unknown, dataDir: string): unknown {
  if (error instanceof StartError) return error
  if (isDamaged(error)) {
    return new StartError(
      `The database in DATA_DIR is damaged or none of Earmark’s (${dataDir}): restore a backup into another DATA_DIR, or repair it with SQLite’s own shell.`,
    )
  }
  const { code = '', path = dataDir } = error as NodeJS.ErrnoException
  const reason = reasons[code]
  return reason ? unwritable(reason, path) : error
}

function unwritable(reason: string, path: string): StartError {
  return new StartError(
    `DATA_DIR must be a folder that can be written to, but ${reason} (${path}): make it writable for the server’s user, with all that is in it, or set DATA_DIR to another folder.`,
  )
}
