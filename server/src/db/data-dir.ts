import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  statfsSync,
  statSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseAwayError, isDamaged, isFullResult, sqliteError } from './engine/database-errors.ts'
import { sqliteFileName } from './engine/sqlite.ts'
import { StartError } from '../errors.ts'
import { holdFile } from './file-lock.ts'

const reasons: Record<string, string> = {
  EACCES: 'this user may not write there',
  EPERM: 'this user may not write there',
  EROFS: 'its file system is read-only',
  ENOTDIR: 'a file is in its place',
  EEXIST: 'a file is in its place',
  EISDIR: 'a folder is in the place of a file',
}

/**
 * Removes other users' access to the folder, its content, and through the umask to all that follows. The group may read
 * the media with `isForGroup`, for nginx.
 *
 * @returns a sentence for the log about open files
 * @throws StartError when nothing can be written into it
 */
export function openDataDir(path: string, isForGroup = false): string | null {
  try {
    makeFolder(path, isForGroup ? 0o750 : 0o700)
    accessSync(path, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException
    throw unwritable(code === 'ENOENT' ? 'no folder can be made there' : (reasons[code] ?? message), path)
  }
  // Windows has no modes.
  if (process.platform === 'win32') return null
  const found = closeToOthers(path, isForGroup)
  // The operator has granted access to the group.
  process.umask((statSync(path).mode & 0o017) === 0o010 ? 0o027 : 0o077)
  return found
}

/** With those around it; the mode is its own, whatever the umask. Node's recursive `mkdir` does not terminate below /proc. */
export function makeFolder(path: string, mode?: number): void {
  if (isFolder(path)) return
  const parent = dirname(path)
  if (parent !== path && !existsSync(parent)) makeFolder(parent)
  try {
    mkdirSync(path, { mode })
  } catch (error) {
    if (!isFolder(path)) throw error
    return
  }
  if (mode !== undefined) chmodSync(path, mode)
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true
}

const kept = [
  'media',
  'outbox',
  'token-secret',
  'first-admin.txt',
  'in-use.lock',
  ...['', '-wal', '-shm'].map((suffix) => sqliteFileName + suffix),
]

const forOthers = 0o007
const forGroupAndOthers = 0o077
/** Set on shared folders such as /tmp. */
const sticky = 0o1000

/** Rights of the group stay where others have none: they were granted on purpose. */
function closeToOthers(dataDir: string, isForGroup: boolean): string | null {
  try {
    const { mode } = statSync(dataDir)
    const media = isForGroup ? forOthers : forGroupAndOthers
    if ((mode & forOthers) !== 0 && (mode & sticky) === 0) {
      chmodSync(dataDir, mode & ~media)
      // exFAT ignores chmod.
      if ((statSync(dataDir).mode & forOthers) !== 0)
        return unchangeable('its file system has no modes', dataDir)
    }
    const closed = kept.map((name) =>
      close(join(dataDir, name), name === 'media' ? media : forGroupAndOthers),
    )
    if (!closed.includes(true)) return null
    const readers = isForGroup ? 'the server’s user, and its group the media' : 'the server’s user'
    return `DATA_DIR was open to other users of this machine. Now only ${readers} can read it (${dataDir}).`
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    if (!['EPERM', 'EACCES', 'EROFS', 'ENOTSUP'].includes(code)) throw error
    return unchangeable(reasons[code] ?? code, dataDir)
  }
}

function unchangeable(reason: string, dataDir: string): string {
  return `Other users of this machine can read DATA_DIR, which the server cannot change: ${reason} (${dataDir}).`
}

/** @returns whether it was open; links are left alone */
function close(path: string, rights: number): boolean {
  const found = lstatSync(path, { throwIfNoEntry: false })
  if (!found || found.isSymbolicLink() || (found.mode & forOthers) === 0) return false
  if (found.isDirectory()) for (const name of readdirSync(path)) close(join(path, name), rights)
  chmodSync(path, found.mode & ~rights)
  return true
}

/** Maps failures in the folder to StartErrors; others are returned unchanged. */
export function explainDataDir(error: unknown, dataDir: string): unknown {
  if (error instanceof StartError) return error
  if (isDamaged(error)) {
    return new StartError(
      `The database in DATA_DIR is damaged or none of Earmark’s (${dataDir}): restore a backup into another DATA_DIR, or repair it with SQLite’s own shell.`,
    )
  }
  const { code = '', path = dataDir } = error as NodeJS.ErrnoException
  if (fullCodes.includes(code)) return noRoom(path)
  const reason = reasons[code]
  return reason ? unwritable(reason, path) : explainFullDatabase(error, dataDir)
}

const fullCodes = ['ENOSPC', 'EDQUOT']

/** Of SQLite in the folder, which cannot even be read where its files of shared memory find no room; others unchanged. */
export function explainFullDatabase(error: unknown, dataDir: string): unknown {
  const isAway = sqliteError(error) instanceof DatabaseAwayError
  const isFull = isFullResult(error) || (isAway && isDiskFull(dataDir))
  return isFull ? noRoom(dataDir) : error
}

function isDiskFull(path: string): boolean {
  try {
    return statfsSync(path).bavail === 0
  } catch {
    return false
  }
}

function noRoom(path: string): StartError {
  return new StartError(
    `There is no room left in DATA_DIR (${path}): make some, then try again. What is there already stays.`,
  )
}

function unwritable(reason: string, path: string): StartError {
  return new StartError(
    `DATA_DIR must be a folder that can be written to, but ${reason} (${path}): make it writable for the server’s user, with all that is in it, or set DATA_DIR to another folder.`,
  )
}

export class DataDirInUseError extends StartError {
  constructor(dataDir: string) {
    super(
      `Another Earmark works on the database in DATA_DIR already (${dataDir}): stop it, or choose another DATA_DIR, or set DATABASE_URL, as several nodes need PostgreSQL.`,
    )
  }
}

/**
 * One program writes, since the server's caches assume that nobody else does. Readers such as a backup take no lock.
 *
 * @throws DataDirInUseError
 */
export function holdDataDir(dataDir: string): Disposable {
  const hold = holdFile(join(dataDir, 'in-use.lock'), 'alone')
  if (!hold) throw new DataDirInUseError(dataDir)
  return hold
}
