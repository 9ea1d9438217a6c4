import { createHash, hash } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, stat, utimes, writeFile, mkdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { NewMedia } from '../media/media.queries.ts'
import { libraryFileKey } from '../media/library/library-file-key.ts'
import { pathKeyOf, placeOf } from '../media/library/path-key.ts'
import { mediaRow } from './records.ts'
import type { TestServer } from './server.ts'

/** A folder of somebody's books, which the settings of a test server name `books`. */
export interface LibraryFolder extends AsyncDisposable {
  readonly path: string
  readonly settings: { readonly IMPORT_FOLDERS: string }
  /** Names, kinds, times and bytes of all that is in it. */
  fingerprint(): Promise<string>
}

export async function makeLibraryFolder(): Promise<LibraryFolder> {
  const path = await mkdtemp(join(tmpdir(), 'earmark-library-'))
  return {
    path,
    settings: { IMPORT_FOLDERS: `books=${path}` },
    fingerprint: () => fingerprintOf(path),
    [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }),
  }
}

async function fingerprintOf(path: string): Promise<string> {
  const whole = createHash('sha256')
  for (const name of (await readdir(path, { recursive: true })).toSorted()) {
    const place = join(path, name)
    const { mode, mtimeMs, ino } = await stat(place)
    const bytes = await readFile(place).catch(() => 'a folder')
    whole.update(JSON.stringify([name, mode, mtimeMs, ino, hash('sha256', bytes)]))
  }
  return whole.digest('hex')
}

const longAgo = 1_700_000_000

/** Puts a file into the folder, as old as most are. */
export async function putFile(root: string, path: string | Buffer, bytes: Uint8Array): Promise<void> {
  const place = placeOf(root, pathKeyOf(Buffer.from(path)))
  if (typeof place === 'string') await mkdir(dirname(place), { recursive: true })
  await writeFile(place, bytes)
  await utimes(place, longAgo, longAgo)
}

/** What a look into a file of the folder leaves: its row, and the medium that an import makes of it. */
export async function lookAt(
  server: TestServer,
  root: string,
  path: string | Buffer,
  medium: Partial<NewMedia> = {},
): Promise<NewMedia> {
  const bytes = Buffer.from(path)
  const pathKey = pathKeyOf(bytes)
  const { size, mtimeMs } = await stat(placeOf(root, pathKey))
  const modified_s = Math.floor(mtimeMs / 1000)
  const print = hash('sha256', pathKey)
  const file_key = libraryFileKey(print, size, modified_s)
  await server.deps.db.connection
    .insertInto('library_files')
    .values({
      folder_id: await folderId(server),
      path: bytes.toString(),
      path_key: pathKey,
      ...{ size_bytes: size, modified_s, print, file_key },
      ...{ facts: null, refusal: null, reader_version: 1, looked_at: 1, missing_since: null },
    })
    .onConflict((conflict) =>
      conflict
        .columns(['folder_id', 'path_key'])
        .doUpdateSet({ size_bytes: size, modified_s, print, file_key, missing_since: null }),
    )
    .execute()
  return mediaRow({ sha256: file_key, origin: 'library', sizeBytes: size, ...medium })
}

async function folderId({ deps }: TestServer): Promise<number> {
  const { connection } = deps.db
  await connection
    .insertInto('library_folders')
    .values({ name: 'books' })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute()
  const folder = connection.selectFrom('library_folders').where('name', '=', 'books').select('id')
  return (await folder.executeTakeFirstOrThrow()).id
}
