import { chmodSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'

/** Somebody may only have looked whether it is free. */
const patienceMs = 500
/** SQLITE_BUSY. */
const busyResult = 5

/**
 * Holds a file for this process. Node has no flock, SQLite has: the system's own lock on an empty file, which ends with
 * the process that has it, however that ends.
 *
 * @param how alone, for which the file is made; or together with all others who are content with that
 * @returns null while somebody else holds it
 */
export function holdFile(path: string, how: 'alone' | 'together'): Disposable | null {
  const lock = openLock(path, how)
  try {
    // A read is what takes a lock that others may share.
    lock.exec(how === 'alone' ? 'begin exclusive' : 'begin; select 1 from sqlite_master')
    if (how === 'alone') chmodSync(path, 0o600)
  } catch (error) {
    lock.close()
    if ((error as { errcode?: number }).errcode === busyResult) return null
    throw error
  }
  return { [Symbol.dispose]: () => lock.close() }
}

function openLock(path: string, how: 'alone' | 'together'): DatabaseSync {
  try {
    return new DatabaseSync(path, { timeout: patienceMs, readOnly: how === 'together' })
  } catch (cause) {
    // SQLite tells neither which file it is nor why; what it cannot open is somebody else's.
    throw Object.assign(new Error(`${path} cannot be opened.`, { cause }), { code: 'EACCES', path })
  }
}
