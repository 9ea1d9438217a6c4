import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { TestServer } from './server.ts'

/** Hashes of the files that are stored, wherever that is, and names of those that are on their way. */
export async function storedFiles({ deps }: TestServer): Promise<string[]> {
  const stored: string[] = await readdir(join(deps.config.dataDir, 'media', 'incoming'))
  for await (const files of deps.storage.listStoredBefore(Number.POSITIVE_INFINITY)) {
    stored.push(...files.map(({ sha256 }) => sha256))
  }
  return stored.toSorted()
}

/** Hashes of the files that media refer to. */
export async function neededFiles({ deps }: TestServer): Promise<string[]> {
  const rows = await deps.db.connection.selectFrom('media').select('sha256').distinct().execute()
  return rows.map(({ sha256 }) => sha256).toSorted()
}
