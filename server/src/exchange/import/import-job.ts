import type { Connection } from '../../db/engine/dialect.ts'
import { deleteJobs, insertJob } from '../../jobs/jobs.queries.ts'
import { isBatchFolder } from './batch-folder.ts'
import type { ImportRow } from './imports.queries.ts'

/** The kind of the jobs of a folder, so that nodes whose settings name it run them; of all nodes for uploads. */
export function importJobKind(folderName: string | null): string {
  return folderName === null || isBatchFolder(folderName) ? 'import of uploads' : `import of ${folderName}`
}

export interface ImportJob {
  readonly importId: number
}

type Queued = Pick<ImportRow, 'id' | 'folderName'>

/** Queues an import's next phase, in the caller's transaction. */
export async function queueImport(
  connection: Connection,
  { id, folderName }: Queued,
  now: number,
): Promise<void> {
  const payload: ImportJob = { importId: id }
  await insertJob(connection, { kind: importJobKind(folderName), subject: String(id), payload }, now)
}

/** The run in progress ends before its next write. */
export async function endImportJob(connection: Connection, { id, folderName }: Queued): Promise<void> {
  await deleteJobs(connection, importJobKind(folderName), [String(id)])
}
