import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type Entry, openPromise, type ZipFile } from 'yauzl'
import { StartError } from '../../../errors.ts'

/** A backup of Audiobookshelf: a zip archive of its database and, if chosen, the pictures of its records. */
export interface BackupFile {
  /** The version that wrote it. */
  readonly version: string | null
  readonly databasePath: string
  /** @returns whether it is there and at most that large */
  extractPicture(name: string, target: string, maxBytes: number): Promise<boolean>
  close(): void
}

export const databaseName = 'absdatabase.sqlite'
const detailsName = 'details'
const pictureFolders = ['metadata-items/', 'metadata-authors/']

const maxEntries = 1_000_000
const maxDatabaseBytes = 8 * 1024 ** 3
const maxDetailsBytes = 4096
/** Databases pack five to twenty times; a bomb a thousand times. */
const maxRatio = 100
const ratioFromBytes = 16 * 1024 ** 2
const sqliteMagic = Buffer.from('SQLite format 3\0')

/**
 * Extracts the database into a folder.
 *
 * @throws StartError for what is no such backup
 */
export async function openBackupFile(path: string, folder: string): Promise<BackupFile> {
  const zip = await openPromise(path, { autoClose: false }).catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code) throw error
    throw notABackup(path, 'it is no zip archive')
  })
  try {
    const entries = await listEntries(zip, path)
    const found = entries.get(databaseName)
    if (!found) throw notABackup(path, missingDatabase(entries))
    const databasePath = join(folder, databaseName)
    await extractDatabase(zip, found, { path, target: databasePath })
    const version = await readVersion(zip, entries.get(detailsName))
    return {
      version,
      databasePath,
      extractPicture: async (name, target, maxBytes) => {
        const entry = entries.get(name)
        if (!entry || entry.uncompressedSize > maxBytes) return false
        await pipeline(await zip.openReadStreamPromise(entry), createWriteStream(target))
        return true
      },
      close: () => zip.close(),
    }
  } catch (error) {
    zip.close()
    throw error
  }
}

/** The entries that are needed, by name; names that lead out of the archive are refused. */
async function listEntries(zip: ZipFile, path: string): Promise<Map<string, Entry>> {
  if (zip.entryCount > maxEntries) throw notABackup(path, `it has more than ${maxEntries} entries`)
  const entries = new Map<string, Entry>()
  try {
    for await (const entry of zip.eachEntry()) {
      const { fileName: name } = entry
      const isWanted = name === databaseName || name === detailsName || name.startsWith('config/')
      if (isWanted || pictureFolders.some((folder) => name.startsWith(folder))) entries.set(name, entry)
    }
  } catch (error) {
    throw notABackup(path, `it cannot be read (${(error as Error).message})`)
  }
  return entries
}

function missingDatabase(entries: ReadonlyMap<string, Entry>): string {
  const isOld = [...entries.keys()].some((name) => name.startsWith('config/'))
  return isOld
    ? 'it is of a version before 2.3: start Audiobookshelf 2.3 or newer once and make a new backup'
    : `it has no ${databaseName}`
}

async function extractDatabase(
  zip: ZipFile,
  entry: Entry,
  { path, target }: { readonly path: string; readonly target: string },
): Promise<void> {
  const { uncompressedSize: size, compressedSize: packed } = entry
  const isBomb = size > ratioFromBytes && size > packed * maxRatio
  if (isBomb || size > maxDatabaseBytes) throw notABackup(path, `its database would take ${size} bytes`)
  if (!entry.canDecodeFileData())
    throw notABackup(path, 'its database is encrypted or packed in a strange way')
  try {
    const content = await zip.openReadStreamPromise(entry)
    await pipeline(content, checkMagic(path), createWriteStream(target, { mode: 0o600 }))
  } catch (error) {
    if (error instanceof StartError || (error as NodeJS.ErrnoException).syscall) throw error
    throw notABackup(path, `its database is damaged (${(error as Error).message})`)
  }
}

/** Ends before a file of something else is written whole. */
function checkMagic(path: string): Transform {
  let isChecked = false
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      if (!isChecked && chunk.subarray(0, sqliteMagic.length).compare(sqliteMagic) !== 0)
        return done(notABackup(path, 'its database is none of SQLite'))
      isChecked = true
      done(null, chunk)
    },
  })
}

/** The fourth line of the details. */
async function readVersion(zip: ZipFile, entry: Entry | undefined): Promise<string | null> {
  if (!entry || entry.uncompressedSize > maxDetailsBytes) return null
  const chunks: Buffer[] = []
  for await (const chunk of await zip.openReadStreamPromise(entry)) chunks.push(chunk as Buffer)
  const version = Buffer.concat(chunks).toString('utf8').split('\n')[3]?.trim() ?? ''
  return /^\d[\w.-]{0,30}$/u.test(version) ? version : null
}

function notABackup(path: string, reason: string): StartError {
  return new StartError(`${path} is no backup of Audiobookshelf that can be read: ${reason}.`)
}
