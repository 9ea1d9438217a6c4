import type { ImportFolderSetting } from '../../../config/config-imports.ts'

/** `--map /old=/new`: what lay below the one lies below the other here. */
export interface PathMap {
  readonly from: string
  readonly to: string
}

export interface FolderPlace {
  readonly folder: ImportFolderSetting
  /** Below it, with `/`. */
  readonly path: string
}

/** Absent for a path that is none: relative, or with `..`. */
export function cleanPath(path: string): string | null {
  const posix = path.replaceAll('\\', '/').replaceAll(/\/{2,}/gu, '/')
  const isAbsolute = posix.startsWith('/') || /^[a-z]:\//iu.test(posix)
  const parts = posix.split('/')
  return isAbsolute && !parts.includes('..') && !parts.includes('.') ? posix.replace(/(?<=.)\/$/u, '') : null
}

/** The path here of a path there, by the map with the longest beginning; without one it is the same. */
export function mappedPath(path: string, maps: readonly PathMap[]): string | null {
  const clean = cleanPath(path)
  if (clean === null) return null
  const [best] = maps
    .filter(({ from }) => isBelow(clean, from))
    .toSorted((one, other) => other.from.length - one.from.length)
  if (best === undefined) return clean
  return `${best.to.replace(/\/$/u, '')}${clean.slice(best.from.replace(/\/$/u, '').length)}`
}

/** The folder of the settings in which a path lies; of folders in each other the innermost. */
export function placeIn(path: string, folders: readonly ImportFolderSetting[]): FolderPlace | null {
  const [folder] = folders
    .filter((each) => path !== each.path && isBelow(path, each.path))
    .toSorted((one, other) => other.path.length - one.path.length)
  return folder ? { folder, path: path.slice(folder.path.replace(/\/$/u, '').length + 1) } : null
}

function isBelow(path: string, folder: string): boolean {
  const parent = folder.endsWith('/') ? folder : `${folder}/`
  return path === folder || path.startsWith(parent)
}
