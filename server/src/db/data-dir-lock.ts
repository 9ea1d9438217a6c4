import { chmodSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { StartError } from '../start-error.ts'

/** A server, or a program that wants none beside it, works on this folder already. */
export class DataDirInUseError extends StartError {
  constructor(dataDir: string) {
    super(
      `Another Earmark works on the database in DATA_DIR already (${dataDir}): stop it, or choose another DATA_DIR, or set DATABASE_URL, as several nodes need PostgreSQL.`,
    )
  }
}

/** Somebody may only have looked whether the folder is free. */
const patienceMs = 500

/**
 * Holds the SQLite database of a folder for one program: the server as long as it runs, or a command that wants
 * none to run meanwhile. (What may work beside a server, such as a backup, holds nothing.) What a server keeps in
 * memory is true only as long as nobody else writes.
 *
 * Node has no flock, SQLite has: the system's own lock on an empty file, which ends with the process that has it,
 * however that ends.
 *
 * @throws DataDirInUseError
 */
export function holdDataDir(dataDir: string): Disposable {
  const path = join(dataDir, 'in-use.lock')
  const lock = new DatabaseSync(path, { timeout: patienceMs })
  try {
    lock.exec('begin exclusive')
    chmodSync(path, 0o600)
  } catch (error) {
    lock.close()
    const isBusy = (error as { errcode?: number }).errcode === busyResult
    throw isBusy ? new DataDirInUseError(dataDir) : error
  }
  return { [Symbol.dispose]: () => lock.close() }
}

/** SQLITE_BUSY. */
const busyResult = 5
