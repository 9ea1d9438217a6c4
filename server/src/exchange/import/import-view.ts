import type { Import } from '@earmark/contract/imports.ts'
import type { ImportRow } from './imports.queries.ts'

export function importView(row: ImportRow): Import {
  const { id, folderName, path, batch, state, progress, counts, failure, startedAt, endedAt, version } = row
  return {
    id,
    folderName: batch === null ? folderName : null,
    path,
    batch,
    state,
    progress,
    counts,
    startedAt: new Date(startedAt).toISOString(),
    endedAt: endedAt === null ? null : new Date(endedAt).toISOString(),
    failure,
    version,
  }
}
