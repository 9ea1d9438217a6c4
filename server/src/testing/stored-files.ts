import { readdir } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { TestServer } from './server.ts'

/** Hashes of the files that are stored, and names of those that are on their way. */
export async function storedFiles({ deps }: TestServer): Promise<string[]> {
  const folder = join(deps.config.dataDir, 'media')
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile())
  return files.map(({ parentPath, name }) => basename(parentPath) + name).toSorted()
}

/** Hashes of the files that media refer to. */
export async function neededFiles({ deps }: TestServer): Promise<string[]> {
  const rows = await deps.db.connection.selectFrom('media').select('sha256').distinct().execute()
  return rows.map(({ sha256 }) => sha256).toSorted()
}
