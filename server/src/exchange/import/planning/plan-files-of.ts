import type { Connection } from '../../../db/engine/dialect.ts'
import type { ImportRecord } from '../import-record.ts'
import { listStoredFiles, soundFile } from '../library-files.queries.ts'
import type { PlanFile } from '../plan-files.ts'

/** The files of proposed books, and those beside them, as they are planned again. */
export async function listFilesOf(
  connection: Connection,
  folderId: number,
  records: readonly ImportRecord[],
): Promise<PlanFile[]> {
  const files = records.flatMap((record) => record.files)
  const known = new Map(files.map((file) => [file.pathKey, file]))
  const stored = await listStoredFiles(connection, folderId, [...known.keys()])
  const sounds = stored.map((file) => {
    const { isMissing = false, uploadId = null } = known.get(file.pathKey) ?? {}
    return soundFile(file, { isMissing, uploadId })
  })
  const beside = new Map(
    records.flatMap(({ sideFiles }) => sideFiles.map((file) => [file.path, file] as const)),
  )
  const sideFiles = [...beside.values()].map((file) => {
    return { ...file, modifiedSeconds: 0, sound: null, isMissing: false, uploadId: null }
  })
  return [...sounds, ...sideFiles]
}
