import type { FileRefusal } from '@earmark/contract/planner/plan-input.ts'
import type { Connection } from '../../db/engine/dialect.ts'
import { type ImportRow, putFolder } from './imports.queries.ts'
import type { PlanFile, PlanSound } from './plan-files.ts'

/** What tells whether a file has changed since it was looked into. */
export interface KnownFile {
  readonly sizeBytes: number
  readonly modifiedSeconds: number
  readonly readerVersion: number
  /** Epoch milliseconds. */
  readonly lookedAt: number
  readonly isMissing: boolean
  readonly isRefused: boolean
}

/** By `path_key`, of files of a folder that were looked into: of these, or of all. */
export async function listKnownFiles(
  connection: Connection,
  folderId: number,
  pathKeys: readonly string[] | 'all',
): Promise<Map<string, KnownFile>> {
  const rows = pathKeys === 'all' ? await selectKnown(connection, folderId).execute() : []
  for (const keys of pathKeys === 'all' ? [] : slicesOf(pathKeys, keysAtOnce))
    rows.push(...(await selectKnown(connection, folderId).where('path_key', 'in', keys).execute()))
  const entries = rows.map((row): [string, KnownFile] => [
    row.path_key,
    {
      sizeBytes: row.size_bytes,
      modifiedSeconds: row.modified_s,
      readerVersion: row.reader_version,
      lookedAt: row.looked_at,
      isMissing: row.missing_since !== null,
      isRefused: row.refusal !== null,
    },
  ])
  return new Map(entries)
}

function selectKnown(connection: Connection, folderId: number) {
  return connection
    .selectFrom('library_files')
    .where('folder_id', '=', folderId)
    .select([
      'path_key',
      'size_bytes',
      'modified_s',
      'reader_version',
      'looked_at',
      'missing_since',
      'refusal',
    ])
}

/** What tells that a file was taken before at another place. */
export type TakenFile = Pick<KnownFile, 'sizeBytes' | 'modifiedSeconds'>

/** Files of a folder beyond a limit in bytes that were looked into and not refused, also those that are missing now. */
export async function listTakenBeyond(
  connection: Connection,
  folderId: number,
  maxBytes: number,
): Promise<TakenFile[]> {
  return await connection
    .selectFrom('library_files')
    .where('folder_id', '=', folderId)
    .where('size_bytes', '>', maxBytes)
    .where('refusal', 'is', null)
    .select(['size_bytes as sizeBytes', 'modified_s as modifiedSeconds'])
    .execute()
}

/** An audio file as it was looked into. */
export interface LookedFile {
  readonly path: string
  readonly pathKey: string
  readonly sizeBytes: number
  readonly modifiedSeconds: number
  readonly print: string | null
  readonly fileKey: string | null
  /** JSON: `LookedFacts`. */
  readonly facts: string | null
  readonly refusal: FileRefusal | null
  readonly readerVersion: number
}

export async function putLookedFiles(
  connection: Connection,
  folderId: number,
  files: readonly LookedFile[],
  now: number,
): Promise<void> {
  if (files.length === 0) return
  const rows = files.map((file) => ({
    folder_id: folderId,
    path: file.path,
    path_key: file.pathKey,
    size_bytes: file.sizeBytes,
    modified_s: file.modifiedSeconds,
    print: file.print,
    file_key: file.fileKey,
    facts: file.facts,
    refusal: file.refusal,
    reader_version: file.readerVersion,
    looked_at: now,
    missing_since: null,
  }))
  await connection
    .insertInto('library_files')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['folder_id', 'path_key']).doUpdateSet((is) => ({
        path: is.ref('excluded.path'),
        size_bytes: is.ref('excluded.size_bytes'),
        modified_s: is.ref('excluded.modified_s'),
        print: is.ref('excluded.print'),
        file_key: is.ref('excluded.file_key'),
        facts: is.ref('excluded.facts'),
        refusal: is.ref('excluded.refusal'),
        reader_version: is.ref('excluded.reader_version'),
        looked_at: is.ref('excluded.looked_at'),
        missing_since: null,
      })),
    )
    .execute()
}

/** Files that were missing are there again. */
export async function clearMissing(
  connection: Connection,
  folderId: number,
  pathKeys: readonly string[],
): Promise<void> {
  for (const keys of slicesOf(pathKeys, keysAtOnce))
    await connection
      .updateTable('library_files')
      .set({ missing_since: null })
      .where('folder_id', '=', folderId)
      .where('path_key', 'in', keys)
      .execute()
}

const keysAtOnce = 500

export function* slicesOf<Item>(items: readonly Item[], size: number): Generator<readonly Item[], void> {
  for (let start = 0; start < items.length; start += size) yield items.slice(start, start + size)
}

export interface StoredFile extends PlanSound {
  readonly path: string
  readonly pathKey: string
  readonly sizeBytes: number
  readonly modifiedSeconds: number
}

function selectFiles(connection: Connection, folderId: number) {
  return connection
    .selectFrom('library_files')
    .where('folder_id', '=', folderId)
    .select(['path', 'path_key', 'size_bytes', 'modified_s', 'print', 'file_key', 'facts', 'refusal'])
}

type Selected = Awaited<ReturnType<ReturnType<typeof selectFiles>['execute']>>[number]

function readFile(row: Selected): StoredFile {
  return {
    path: row.path,
    pathKey: row.path_key,
    sizeBytes: row.size_bytes,
    modifiedSeconds: row.modified_s,
    print: row.print,
    fileKey: row.file_key,
    facts: row.facts,
    refusal: row.refusal as FileRefusal | null,
  }
}

export async function listStoredFiles(
  connection: Connection,
  folderId: number,
  pathKeys: readonly string[],
): Promise<StoredFile[]> {
  const found: StoredFile[] = []
  for (const keys of slicesOf(pathKeys, keysAtOnce)) {
    const rows = await selectFiles(connection, folderId).where('path_key', 'in', keys).execute()
    found.push(...rows.map(readFile))
  }
  return found
}

/** By the paths that people see. */
export async function listFilesAt(
  connection: Connection,
  folderId: number,
  paths: readonly string[],
): Promise<StoredFile[]> {
  if (paths.length === 0) return []
  const rows = await selectFiles(connection, folderId).where('path', 'in', paths).execute()
  return rows.map(readFile)
}

export function soundFile(
  { print, fileKey, facts, refusal, ...file }: StoredFile,
  of: Pick<PlanFile, 'isMissing' | 'uploadId'>,
): PlanFile {
  return { ...file, sound: { print, fileKey, facts, refusal }, ...of }
}

/** Under whose id the files of an import are kept: of its folder, or one of the batch's own, which no setting can name. */
export async function findSourceFolderId(
  connection: Connection,
  { folderId, batch }: Pick<ImportRow, 'folderId' | 'batch'>,
): Promise<number> {
  return folderId ?? (await putFolder(connection, `uploads/${batch ?? ''}`))
}
