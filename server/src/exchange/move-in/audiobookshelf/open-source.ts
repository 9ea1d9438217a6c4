import { copyFile, mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { StartError } from '../../../errors.ts'
import { type BackupFile, databaseName, openBackupFile } from './backup-file.ts'

/** What is moved in: a copy of the database in a folder of our own, and where pictures may be. */
export interface OpenedSource extends AsyncDisposable {
  readonly databasePath: string
  /** Of the backup. */
  readonly version: string | null
  /** The metadata folder beside the config folder, if it is there. */
  readonly metadataFolder: string | null
  readonly backup: BackupFile | null
  /** For files of our own. */
  readonly temporaryFolder: string
}

/**
 * Opens a backup file, or a config folder of Audiobookshelf; nothing is ever written there.
 *
 * @throws StartError
 */
export async function openSource(path: string): Promise<OpenedSource> {
  const found = await stat(path).catch(() => null)
  if (!found) throw new StartError(`There is no file or folder ${path}.`)
  await using cleanup = new AsyncDisposableStack()
  const temporaryFolder = await mkdtemp(join(tmpdir(), 'earmark-move-in-'))
  cleanup.defer(() => rm(temporaryFolder, { recursive: true, force: true }))
  const databaseFolder = found.isDirectory() ? await findConfigFolder(path) : folderOfDatabase(path)
  const backup = databaseFolder === null ? await openBackupFile(path, temporaryFolder) : null
  if (backup) cleanup.defer(() => backup.close())
  const databasePath = join(temporaryFolder, databaseName)
  if (databaseFolder !== null) await copyDatabase(databaseFolder, temporaryFolder)
  const held = cleanup.move()
  return {
    databasePath,
    version: backup?.version ?? null,
    metadataFolder: databaseFolder === null ? null : await findMetadata(databaseFolder),
    backup,
    temporaryFolder,
    [Symbol.asyncDispose]: () => held.disposeAsync(),
  }
}

function folderOfDatabase(path: string): string | null {
  return basename(path) === databaseName ? dirname(path) : null
}

async function findConfigFolder(path: string): Promise<string> {
  for (const folder of [path, join(path, 'config')])
    if (await stat(join(folder, databaseName)).catch(() => null)) return folder
  throw new StartError(
    `${path} has no ${databaseName}: name the config folder of Audiobookshelf 2.3 or newer, or one of its backups.`,
  )
}

async function findMetadata(configFolder: string): Promise<string | null> {
  const folder = join(dirname(configFolder), 'metadata')
  const found = await stat(folder).catch(() => null)
  return found?.isDirectory() ? folder : null
}

/** Beside the file, what SQLite has not put into it yet. */
const suffixes = ['', '-wal', '-journal']
const attempts = 5

/** Of one moment: a running Audiobookshelf may write meanwhile. */
async function copyDatabase(from: string, to: string): Promise<void> {
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const before = await describe(from)
    for (const suffix of suffixes) {
      const target = join(to, databaseName + suffix)
      await rm(target, { force: true })
      await copyFile(join(from, databaseName + suffix), target).catch(unlessAbsent(suffix))
    }
    if (before === (await describe(from))) return
  }
  throw new StartError(
    `Audiobookshelf is writing into ${from} all the time: stop it, or take one of its backups.`,
  )
}

function unlessAbsent(suffix: string) {
  return (error: NodeJS.ErrnoException) => {
    if (suffix === '' || error.code !== 'ENOENT') throw error
  }
}

async function describe(folder: string): Promise<string> {
  const files = suffixes.map(async (suffix) => {
    const found = await stat(join(folder, databaseName + suffix)).catch(unlessAbsent(suffix))
    return found ? `${found.size} ${found.mtimeMs}` : ''
  })
  return (await Promise.all(files)).join()
}
