import { join } from 'node:path'
import type { PlainDatabase } from '../../db/plain-database.ts'
import type { MediaStorage } from '../../media/storage/files/storage.ts'
import {
  makeRowsFolder,
  openArchiveFolder,
  putManifest,
  removeOtherRows,
  syncRows,
} from './archive-folder.ts'
import { type CopiedMedia, copyMedia, removeOtherMedia, type Progress } from './archive-media.ts'
import { listArchivedFiles } from './archived-files.ts'
import { format, formatVersion, type Manifest, writeManifest, ArchiveError } from './manifest.ts'
import { describeFiles } from './media-uses.queries.ts'
import { type Snapshot, writeSnapshot } from './snapshot.ts'

/**
 * Backups of a running server (0018): the rows of one moment, then the media that they name, then the manifest. When media
 * were deleted in between, the rows are written anew.
 */

export interface BackupDeps {
  readonly db: PlainDatabase
  readonly storage: MediaStorage
  readonly clock: () => number
  readonly program: string
  readonly progress: Progress
}

export interface FinishedBackup {
  readonly manifest: Manifest
  readonly media: CopiedMedia
  /** Removed files of deleted records. */
  readonly removed: number
}

const mostRounds = 10

/** @throws ArchiveError */
export async function backUp(
  deps: BackupDeps,
  folder: string,
  { verify = false, withLibrary = false } = {},
): Promise<FinishedBackup> {
  using held = new DisposableStack()
  held.use(await openArchiveFolder(folder))
  const { manifest, media } = await writeArchive(deps, folder, { verify, withLibrary })
  await syncRows(folder, manifest.rows)
  await putManifest(folder, writeManifest(manifest))
  await removeOtherRows(folder, manifest.rows)
  const removed = await removeOtherMedia(folder, listArchivedFiles(folder, manifest))
  return { manifest, media, removed }
}

async function writeArchive(
  deps: BackupDeps,
  folder: string,
  { verify, withLibrary }: { readonly verify: boolean; readonly withLibrary: boolean },
): Promise<{ manifest: Manifest; media: CopiedMedia }> {
  let lackedBefore: ReadonlySet<string> = new Set()
  for (let round = 1; round <= mostRounds; round += 1) {
    const now = deps.clock()
    const rows = await makeRowsFolder(folder, now)
    const snapshot = await writeSnapshot(deps.db, join(folder, rows))
    const files = listArchivedFiles(folder, { ...snapshot, rows })
    const media = await copyMedia(deps.storage, files, folder, {
      verify: verify && round === 1,
      withLibrary,
      progress: deps.progress,
    })
    if (media.lacking.length === 0) return { manifest: describe(deps, snapshot, rows, media, now), media }
    // Named by rows of two snapshots and missing both times: lost, not deleted.
    const lost = new Set(media.lacking).intersection(lackedBefore)
    if (lost.size > 0) throw await lostMedia(deps.db, [...lost])
    lackedBefore = new Set(media.lacking)
  }
  throw new ArchiveError(
    'Files are deleted faster than they are copied: try again when fewer people work on the catalogue. What has been copied stays.',
  )
}

function describe(
  { db, program }: BackupDeps,
  { migrations, tables }: Snapshot,
  rows: string,
  { files, bytes, inPlace }: CopiedMedia,
  now: number,
): Manifest {
  const createdAt = new Date(now).toISOString()
  const { engine } = db.dialect
  return {
    format,
    formatVersion,
    program,
    createdAt,
    engine,
    migrations,
    rows,
    tables,
    media: { files, bytes },
    ...(inPlace.files > 0 && { library: inPlace }),
  }
}

const mostNamed = 100

async function lostMedia(db: PlainDatabase, lost: readonly string[]): Promise<ArchiveError> {
  const named = await describeFiles(db, lost.slice(0, mostNamed))
  const others = lost.length > mostNamed ? [`and ${lost.length - mostNamed} others`] : []
  return new ArchiveError(
    `Media files are missing or damaged, and an archive without them would be none: ${[...named, ...others].join('; ')}. ` +
      'Upload them again, or put them into the media store; "npm run doctor" says more. What has been copied stays.',
  )
}
