import { chmodSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { StartError } from '../errors.ts'

const patienceMs = 500
const busyResult = 5
const fullResult = 13
const foreignResult = 26

/**
 * Locks a file by SQLite's lock on an empty database, since Node has no flock; the lock ends with the process.
 *
 * @param how alone, for which the file is made; or together with all others who are content with that
 * @returns null while somebody else holds it
 * @throws StartError where another program has written into it
 */
export function holdFile(path: string, how: 'alone' | 'together'): Disposable | null {
  const lock = openLock(path, how)
  try {
    lock.exec(how === 'alone' ? 'begin exclusive' : 'begin; select 1 from sqlite_master')
    if (how === 'alone') chmodSync(path, 0o600)
  } catch (error) {
    lock.close()
    const { errcode } = error as { errcode?: number }
    if (errcode === busyResult) return null
    if (errcode === fullResult) throw systemError('ENOSPC', path, error)
    if (errcode !== foreignResult) throw error
    throw new StartError(`${path} is not as Earmark makes it: delete it, as nothing is kept in it.`)
  }
  return { [Symbol.dispose]: () => lock.close() }
}

function openLock(path: string, how: 'alone' | 'together'): DatabaseSync {
  try {
    return new DatabaseSync(path, { timeout: patienceMs, readOnly: how === 'together' })
  } catch (cause) {
    throw systemError('EACCES', path, cause)
  }
}

/** SQLite names neither file nor reason. */
function systemError(code: string, path: string, cause: unknown): Error {
  return Object.assign(new Error(`${path} cannot be opened.`, { cause }), { code, path })
}
