import { createHash } from 'node:crypto'
import type { PlainDatabase } from '../../db/plain-database.ts'
import { AppError } from '../../errors.ts'
import { listUnusedFiles } from '../../media/media.queries.ts'
import type { MediaStorage, StoredFile } from '../../media/storage/files/storage.ts'
import { isLacking, megabytes, readWhole, type Progress } from './archive-media.ts'
import { describeFiles, listMediaUses, listNamedFiles, type NamedFile } from './media-uses.queries.ts'
import { each, type Pair, sideBySide } from './side-by-side.ts'

/** Each finding is checked again, since a concurrent change may explain it. */

export interface DoctorDeps {
  readonly db: PlainDatabase
  readonly storage: MediaStorage
  readonly clock: () => number
  readonly progress: Progress
}

export interface DoctorOptions {
  readonly quick: boolean
  /** Moves unreferenced files to the quarantine. */
  readonly fix: boolean
}

export interface Finding {
  readonly kind: 'missing' | 'damaged' | 'away' | 'orphan' | 'quarantined' | 'left over'
  readonly sentence: string
}

export interface Diagnosis {
  readonly findings: readonly Finding[]
  readonly files: number
  readonly bytes: number
}

const dayMs = 24 * 3_600_000

export async function examine(deps: DoctorDeps, options: DoctorOptions): Promise<Diagnosis> {
  const { db, storage, progress } = deps
  const findings: Finding[] = []
  let [files, bytes] = [0, 0]
  const stored = each(storage.listStoredBefore(Number.POSITIVE_INFINITY))
  for await (const pair of sideBySide(namedFiles(db), stored)) {
    files += pair.found ? 1 : 0
    bytes += pair.found?.sizeBytes ?? 0
    const finding = await examineFile(deps, pair, options)
    if (finding) findings.push(finding)
    progress(`${files} files, ${megabytes(bytes)}, ${findings.length} findings`)
  }
  const leftOver = await storage.countIncomingBefore(deps.clock() - dayMs)
  if (leftOver > 0) {
    const sentence = `${leftOver} temporary files of uploads that ended more than a day ago; the server sweeps them`
    findings.push({ kind: 'left over', sentence })
  }
  return { findings, files, bytes }
}

const rowsAtOnce = 500

async function* namedFiles(db: PlainDatabase): AsyncGenerator<NamedFile, void> {
  for (let last = ''; ; ) {
    const files = await listNamedFiles(db, last, rowsAtOnce)
    if (files.length === 0) return
    yield* files
    last = files.at(-1)?.sha256 ?? ''
  }
}

async function examineFile(
  deps: DoctorDeps,
  { sha256, wanted, found }: Pair<NamedFile>,
  options: DoctorOptions,
): Promise<Finding | null> {
  if (!wanted) return found && (await examineOrphan(deps, found, options))
  // An upload in progress.
  if (!wanted.isUsed) return null
  if (found?.sizeBytes === wanted.sizeBytes && options.quick) return null
  const ill =
    wanted.origin === 'library' && !found
      ? await absenceOf(deps.storage, wanted)
      : await illnessOf(deps.storage, wanted, found, options)
  // Deleted or replaced meanwhile.
  if (!ill || (await listMediaUses(deps.db, [sha256])).length === 0) return null
  const [use] = await describeFiles(deps.db, [sha256])
  return { kind: ill.kind, sentence: `${use}${ill.detail}` }
}

async function illnessOf(
  storage: MediaStorage,
  wanted: NamedFile,
  found: StoredFile | null,
  { quick }: DoctorOptions,
): Promise<{ kind: 'missing' | 'damaged'; detail: string } | null> {
  if (found && found.sizeBytes !== wanted.sizeBytes)
    return { kind: 'damaged', detail: `: it has ${found.sizeBytes} bytes instead of ${wanted.sizeBytes}` }
  try {
    const hash = createHash('sha256')
    const part = quick ? { ...wanted, sizeBytes: Math.min(wanted.sizeBytes, 1) } : wanted
    for await (const chunk of readWhole(storage, part)) hash.update(chunk)
    const isWhole = quick || wanted.origin !== null || hash.digest('hex') === wanted.sha256
    return isWhole ? null : { kind: 'damaged', detail: ': its bytes are not those that were stored' }
  } catch (error) {
    if (!isLacking(error)) throw error
    return { kind: 'missing', detail: '' }
  }
}

/** The bytes of library files are others' to keep: whether the file is there tells its opening. */
async function absenceOf(
  storage: MediaStorage,
  wanted: StoredFile,
): Promise<{ kind: 'away'; detail: string } | null> {
  try {
    return (await isStored(storage, wanted))
      ? null
      : { kind: 'away', detail: ': its file was removed from its library folder, or changed there' }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return { kind: 'away', detail: ': its library folder is not there just now' }
  }
}

async function examineOrphan(
  { db, storage }: DoctorDeps,
  file: StoredFile,
  { fix }: DoctorOptions,
): Promise<Finding | null> {
  const { sha256, sizeBytes } = file
  const isUsed = async () => (await listUnusedFiles(db.connection, [sha256])).length === 0
  if (await isUsed()) return null
  const sentence = `${sha256} (${megabytes(sizeBytes)})`
  if (fix) return (await storage.quarantine(sha256, isUsed)) ? { kind: 'quarantined', sentence } : null
  return (await isStored(storage, file)) ? { kind: 'orphan', sentence } : null
}

async function isStored(storage: MediaStorage, file: StoredFile): Promise<boolean> {
  try {
    for await (const chunk of readWhole(storage, { ...file, sizeBytes: Math.min(file.sizeBytes, 1) }))
      void chunk
    return true
  } catch (error) {
    if (!isLacking(error)) throw error
    return false
  }
}
