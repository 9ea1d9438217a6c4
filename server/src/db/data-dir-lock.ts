import { join } from 'node:path'
import { StartError } from '../config/start-error.ts'
import { holdFile } from './file-lock.ts'

export class DataDirInUseError extends StartError {
  constructor(dataDir: string) {
    super(
      `Another Earmark works on the database in DATA_DIR already (${dataDir}): stop it, or choose another DATA_DIR, or set DATABASE_URL, as several nodes need PostgreSQL.`,
    )
  }
}

/**
 * Locks the SQLite database in a folder for one writing program, since the server's caches assume that nobody else
 * writes. Readers such as a backup take no lock.
 *
 * @throws DataDirInUseError
 */
export function holdDataDir(dataDir: string): Disposable {
  const hold = holdFile(join(dataDir, 'in-use.lock'), 'alone')
  if (!hold) throw new DataDirInUseError(dataDir)
  return hold
}
