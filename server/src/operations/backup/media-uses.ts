import type { PlainDatabase } from '../../db/plain-database.ts'
import { listMediaUses, type MediaUse } from './media-uses.queries.ts'

/** Descriptions of files by their records, such as `the audio of episode 12 “Rain” (3fa9…)`. */
export async function describeFiles(db: PlainDatabase, hashes: readonly string[]): Promise<string[]> {
  const uses = await listMediaUses(db, hashes)
  return hashes.map((hash) => {
    const those = uses.filter(({ sha256 }) => sha256 === hash).map(inWords)
    return `${those.length > 0 ? those.join(' and ') : 'a file that no record has any more'} (${hash})`
  })
}

function inWords({ field, kind, id, name }: MediaUse): string {
  return `the ${field} of ${kind} ${id} “${name}”`
}
