import { lstat, realpath, stat } from 'node:fs/promises'
import { dirname, join, sep } from 'node:path'
import type { ImportFolderSetting } from '../../../config/config-imports.ts'
import { type FolderPlace, mappedPath, type PathMap, placeIn } from './mapped-path.ts'

/** A file of another program's library, as it is found here. */
export type PlacedFile =
  | FoundFile
  /** `place` is where it was looked for; null for a path that is none. */
  | { readonly state: 'Missing' | 'Outside' | 'Unsound'; readonly place: string | null }

export interface FoundFile extends FolderPlace {
  readonly state: 'Found'
  readonly place: string
  readonly sizeBytes: number
  readonly modifiedSeconds: number
}

export interface Placing {
  readonly maps: readonly PathMap[]
  readonly folders: readonly ImportFolderSetting[]
}

const atOnce = 32

/** Where files lie here, by their paths there. Links count if they lead to a place within their folder. */
export async function findFiles(paths: Iterable<string>, placing: Placing): Promise<Map<string, PlacedFile>> {
  const found = new Map<string, PlacedFile>()
  const realFolders = new Map<string, Promise<string | null>>()
  const rest = new Set(paths).values()
  const work = async () => {
    for (const path of rest) found.set(path, await findFile(path, placing, realFolders))
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  return found
}

async function findFile(
  path: string,
  { maps, folders }: Placing,
  realFolders: Map<string, Promise<string | null>>,
): Promise<PlacedFile> {
  const mapped = mappedPath(path, maps)
  if (mapped === null) return { state: 'Unsound', place: null }
  const placed = placeIn(mapped, folders)
  if (placed === null) return { state: 'Outside', place: mapped }
  // Another program may write accents in another form than the file system has them.
  for (const form of new Set([placed.path, placed.path.normalize('NFC'), placed.path.normalize('NFD')])) {
    const place = join(placed.folder.path, form)
    const file = await describeFile(place)
    if (file === null) continue
    const isWithin = await isInFolder(place, placed.folder.path, realFolders)
    if (!isWithin) return { state: 'Outside', place }
    return { state: 'Found', folder: placed.folder, path: form, place, ...file }
  }
  return { state: 'Missing', place: mapped }
}

async function describeFile(place: string) {
  const found = await stat(place).catch(unlessGone)
  if (!found?.isFile()) return null
  return { sizeBytes: found.size, modifiedSeconds: Math.floor(found.mtimeMs / 1000) }
}

/** What lies in a folder that this user may not enter is not there either. */
const goneCodes = new Set(['ENOENT', 'ENOTDIR', 'ELOOP', 'ENAMETOOLONG', 'EACCES', 'EPERM'])

function unlessGone(error: NodeJS.ErrnoException): null {
  if (goneCodes.has(error.code ?? '')) return null
  throw error
}

async function isInFolder(
  place: string,
  root: string,
  realFolders: Map<string, Promise<string | null>>,
): Promise<boolean> {
  const realOf = (folder: string) => {
    const known = realFolders.get(folder) ?? realpath(folder).catch(unlessGone)
    realFolders.set(folder, known)
    return known
  }
  const realRoot = await realOf(root)
  const isLink = (await lstat(place)).isSymbolicLink()
  const real = isLink ? await realpath(place) : await realOf(dirname(place))
  if (realRoot === null || real === null) return false
  return real === realRoot || real.startsWith(realRoot.endsWith(sep) ? realRoot : realRoot + sep)
}
