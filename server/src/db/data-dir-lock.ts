import { join } from 'node:path'
import { StartError } from '../config/start-error.ts'
import { holdFile } from './file-lock.ts'

/** A server, or a program that wants none beside it, works on this folder already. */
export class DataDirInUseError extends StartError {
  constructor(dataDir: string) {
    super(
      `Another Earmark works on the database in DATA_DIR already (${dataDir}): stop it, or choose another DATA_DIR, or set DATABASE_URL, as several nodes need PostgreSQL.`,
    )
  }
}

/**
 * Holds the SQLite database of a folder for one program: the server as long as it runs, or a command that wants
 * none to run meanwhile. (What may work beside a server, such as a backup, holds nothing.) What a server keeps in
 * memory is true only as long as nobody else writes.
 *
 * @throws DataDirInUseError
 */
export function holdDataDir(dataDir: string): Disposable {
  const hold = holdFile(join(dataDir, 'in-use.lock'), 'alone')
  if (!hold) throw new DataDirInUseError(dataDir)
  return hold
}
