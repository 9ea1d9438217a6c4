import { baseName, folderOf } from './file-names.ts'
import { likelyPart, surePart } from './part-names.ts'

/**
 * Folders whose books can be planned without the others of a library: no file outside has a say in how those inside become
 * books. What is known by sound elsewhere is another matter.
 */
export interface Neighbourhood {
  /** Empty for the root. */
  readonly path: string
  /** Whether it is the folder with all below it, or the files in it alone. */
  readonly isDeep: boolean
}

/** Whether each folder of a library has audio files in itself; all folders above one are among them. */
export type LibraryFolders = ReadonlyMap<string, boolean>

/** The neighbourhoods that hold these folders; null where the whole library is one. */
export function neighbourhoodsOf(
  changed: readonly string[],
  folders: LibraryFolders,
): Neighbourhood[] | null {
  const parents = parentsOfParts(folders, foldersAbove(changed))
  // Parts in the root may be a book with its files.
  if (parents.sure.has('')) return null
  const found = new Set<string>()
  for (const folder of changed) found.add(outermost(folder, folders, parents))
  const outer = [...found].filter(
    (path) => path === '' || neighbourhoodOf(folderOf(path), found) === undefined || folderOf(path) === '',
  )
  return outer.map((path) => ({ path, isDeep: path !== '' }))
}

interface Parents {
  readonly sure: ReadonlySet<string>
  readonly any: ReadonlySet<string>
}

/** These, with all folders above them and the root. */
function foldersAbove(folders: readonly string[]): Set<string> {
  const above = new Set([''])
  for (const folder of folders)
    for (let path = folder; !above.has(path); path = folderOf(path)) above.add(path)
  return above
}

/** Which of some folders have others in them that are called like parts of a book. */
function parentsOfParts(folders: LibraryFolders, among: ReadonlySet<string>): Parents {
  const sure = new Set<string>()
  const any = new Set<string>()
  for (const path of folders.keys()) {
    const above = folderOf(path)
    if (path === '' || !among.has(above) || sure.has(above)) continue
    const name = baseName(path)
    if (surePart(name)) sure.add(above)
    if (sure.has(above) || (!any.has(above) && likelyPart(name))) any.add(above)
  }
  return { sure, any }
}

/** The first folder on the way down in which files and folders may belong together. */
function outermost(folder: string, folders: LibraryFolders, { any }: Parents): string {
  let path = folder
  for (let above = folder; above !== ''; above = folderOf(above))
    if (folders.get(above) !== false || any.has(above)) path = above
  return path
}

/** Which of the neighbourhoods a folder belongs to; undefined for none. */
export function neighbourhoodOf(folder: string, neighbourhoods: ReadonlySet<string>): string | undefined {
  if (folder === '') return neighbourhoods.has('') ? '' : undefined
  for (let path = folder; path !== ''; path = folderOf(path)) if (neighbourhoods.has(path)) return path
  return undefined
}
