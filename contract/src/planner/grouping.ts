import {
  compareTexts,
  extensionOf,
  firstName,
  foldName,
  folderOf,
  joinPath,
  withoutExtension,
} from './file-names.ts'
import { saysSomething } from './book-tags.ts'
import { anyPart, likelyPart, type PartName, surePart } from './part-names.ts'
import type { FolderFile } from './plan-input.ts'

/** The rules by which files become books (import.md, G2 to G12). */

/** Files that are one book, not yet in order. */
export interface Group {
  /** Its folder, or its first file by name where the folder holds more. */
  readonly path: string
  /** Whether `path` is a folder that holds this book alone. */
  readonly isFolder: boolean
  /** What its title is read from, where that is not the name in `path`. */
  readonly name?: string
  readonly files: readonly GroupedFile[]
  readonly leftOut: readonly FolderFile[]
  readonly warnings: readonly GroupWarning[]
  /** What its folder is to it, where it is a file. */
  readonly folderIs: 'Series' | 'Shelf' | null
  /** Whether what stands above it in `path` are its part folders, right in the root. */
  readonly isOfRoot?: boolean
  /** Files that cannot be taken. */
  readonly refused?: readonly FolderFile[]
  /** Whether an editor has put them in order. */
  readonly isOrdered?: boolean
}

export type GroupWarning = 'LooseFile' | 'OneOrMany' | 'OtherVersion'

export interface GroupedFile extends FolderFile {
  /** The numbers of its part folders, from the outermost. */
  readonly parts: readonly number[]
}

interface Folder {
  readonly path: string
  readonly name: string
  readonly files: FolderFile[]
  readonly folders: Map<string, Folder>
}

/** @param sounds in any order; those that cannot be taken stand in their group beside the others */
export function groupFiles(sounds: readonly FolderFile[]): Group[] {
  const root: Folder = { path: '', name: '', files: [], folders: new Map() }
  for (const file of [...sounds].sort((one, other) => compareTexts(one.path, other.path))) {
    let folder = root
    for (const name of folderOf(file.path).split('/').filter(Boolean)) folder = subfolder(folder, name)
    folder.files.push(file)
  }
  return groupFolder(root)
}

function subfolder(folder: Folder, name: string): Folder {
  const known = folder.folders.get(name)
  if (known) return known
  const made = { path: joinPath(folder.path, name), name, files: [], folders: new Map() }
  folder.folders.set(name, made)
  return made
}

interface Part {
  readonly folder: Folder
  readonly name: PartName
}

function groupFolder(folder: Folder): Group[] {
  const folders = [...folder.folders.values()]
  const isRoot = folder.path === ''
  const sure = partsAmong(folders, surePart)
  const named = sure.filter(({ name }) => isOwn(name, folder))
  // Files of the root stay for themselves beside parts that nothing is taken of.
  const own = isRoot && !named.some((part) => hasGood(part.folder)) ? [] : named
  const others = sure.filter(({ name }) => !isOwn(name, folder))
  const likely = own.length > 0 || isRoot ? [] : likelyParts(folder, folders)
  const parts = own.length > 0 ? own : likely
  const otherParts = parts === likely && likely.length > 0 ? [] : others
  const taken = new Set([...parts, ...otherParts].map((part) => part.folder))
  const rest = folders.filter((each) => !taken.has(each))
  const groups = [...rest.flatMap(groupFolder), ...namedBooks(folder, otherParts)]
  if (parts.length > 0) return [...groups, bookOfParts(folder, parts, isRoot)]
  if (isRoot) return [...groups, ...byAlbum(folder.files, { least: 2, folderIs: null })]
  if (groups.some(({ files }) => files.some(isGood)))
    return [...groups, ...byAlbum(folder.files, { least: 1, folderIs: 'Series', warning: 'LooseFile' })]
  return folder.files.length === 0 ? groups : [...groups, ...groupLeaf(folder)]
}

/** Files that cannot be taken have no say in how others are grouped. */
function isGood({ refusal }: FolderFile): boolean {
  return refusal === undefined
}

function hasGood(folder: Folder): boolean {
  return allFiles(folder).some(isGood)
}

/** Part folders hold sound, and no folders but further parts. */
function partsAmong(folders: readonly Folder[], read: (name: string) => PartName | undefined): Part[] {
  return folders.flatMap((folder) => {
    const name = read(folder.name)
    return name && isPartAll(folder) ? [{ folder, name }] : []
  })
}

function isPartAll(folder: Folder): boolean {
  return [...folder.folders.values()].every((each) => anyPart(each.name) !== undefined && isPartAll(each))
}

/** Rule G2: nothing stands before, or the parent's name. */
function isOwn({ before }: PartName, folder: Folder): boolean {
  return before === '' || before === foldName(folder.name)
}

/** Rule G4. */
function likelyParts(folder: Folder, folders: readonly Folder[]): Part[] {
  const parts = partsAmong(folders, likelyPart).filter(({ name }) => isOwn(name, folder))
  const numbers = parts.flatMap((part) => (hasGood(part.folder) ? [part.name.number] : []))
  const others = folders.filter((each) => !parts.some((part) => part.folder === each))
  const isWhole = numbers.length > 0 && !others.some(hasGood)
  if (!isWhole || new Set(numbers).size < numbers.length || Math.min(...numbers) > 1) return []
  const albums = new Set(parts.flatMap((part) => allFiles(part.folder).flatMap(albumOf)))
  return albums.size > 1 ? [] : parts
}

function allFiles(folder: Folder): FolderFile[] {
  return [...folder.files, ...[...folder.folders.values()].flatMap(allFiles)]
}

function partFiles(folder: Folder, parts: readonly number[]): GroupedFile[] {
  const own = folder.files.map((file) => ({ ...file, parts }))
  const below = [...folder.folders.values()].flatMap((each) =>
    partFiles(each, [...parts, anyPart(each.name)?.number ?? 0]),
  )
  return [...own, ...below]
}

/** Rules G2, G4 and G5. */
function bookOfParts(folder: Folder, parts: readonly Part[], isRoot: boolean): Group {
  const own = folder.files.map((file) => ({ ...file, parts: [] }))
  const files = [...own, ...parts.flatMap((part) => partFiles(part.folder, [part.name.number]))]
  const path = isRoot ? firstByName(files) : folder.path
  return { ...plain, path, isFolder: !isRoot, files, isOfRoot: isRoot }
}

/** Rule G3: `Ash CD 1` beside `Ash CD 2` is a book of that name in the parent; where a folder has it, at its first. */
function namedBooks(folder: Folder, parts: readonly Part[]): Group[] {
  const books = Map.groupBy(parts, ({ name }) => name.before)
  return [...books.values()].map((those) => {
    const name = those[0]?.name.written ?? ''
    return {
      ...plain,
      path: folder.folders.has(name)
        ? firstName(those.map((part) => part.folder.path))
        : joinPath(folder.path, name),
      isFolder: true,
      name,
      files: those.flatMap((part) => partFiles(part.folder, [part.name.number])),
    }
  })
}

const plain = { leftOut: [], warnings: [], folderIs: null } as const

function groupOf(files: readonly FolderFile[], more: Partial<Group> = {}): Group {
  const path = more.path ?? firstByName(files)
  return { ...plain, isFolder: false, files: files.map((file) => ({ ...file, parts: [] })), ...more, path }
}

function firstByName(files: readonly FolderFile[]): string {
  return firstName(files.map(({ path }) => path))
}

interface AlbumRule {
  /** Files of one album that are one book. */
  readonly least: number
  readonly folderIs: Group['folderIs']
  readonly warning?: GroupWarning
}

/** Rules G6 and G9. */
function byAlbum(files: readonly FolderFile[], { least, folderIs, warning }: AlbumRule): Group[] {
  const albums = Map.groupBy(files, (file) => albumOf(file)[0] ?? `\0${file.path}`)
  const groups = [...albums].flatMap(([album, those]) =>
    album.startsWith('\0') || those.length < least ? those.map((file) => [file]) : [those],
  )
  return groups.map((those) => groupOf(those, { folderIs, warnings: warning ? [warning] : [] }))
}

/** None or one, folded. */
function albumOf({ sound, refusal }: FolderFile): string[] {
  const album = sound?.tags.album
  return refusal === undefined && saysSomething(album) ? [foldName(album)] : []
}

/** Rules G7, G8 and G10 to G12: a folder without folders of sound. */
function groupLeaf(folder: Folder): Group[] {
  const { files } = folder
  const whole = { path: folder.path, isFolder: true }
  if (files.length === 1) return [groupOf(files, whole)]
  const good = files.filter(isGood)
  const albums = new Set(good.flatMap(albumOf))
  const bound = good.filter(isBound)
  if (bound.length === 1 && good.length > 1 && albums.size < 2) {
    const leftOut = good.filter((file) => !bound.includes(file))
    const own = files.filter((file) => !leftOut.includes(file))
    return [groupOf(own, { ...whole, leftOut, warnings: ['OtherVersion'] })]
  }
  const haveAlbums = good.length > 1 && good.every((file) => albumOf(file).length > 0)
  const deciding = good.length > 1 ? good : files
  if (deciding.every(isBound)) {
    const isOne = albums.size < 2 && (areParts(deciding) || haveAlbums)
    return isOne ? [groupOf(files, whole)] : files.map((file) => groupOf([file], { folderIs: 'Series' }))
  }
  if (albums.size > 1 && haveAlbums) return byAlbum(files, { least: 1, folderIs: 'Shelf' })
  const isDoubtful = good.length > 1 && albums.size === 0 && good.every((file) => !hasOrder(file))
  return [groupOf(files, { ...whole, warnings: isDoubtful ? ['OneOrMany'] : [] })]
}

function isBound({ path }: FolderFile): boolean {
  return extensionOf(path) === 'm4b'
}

function hasOrder({ path, sound }: FolderFile): boolean {
  return sound?.tags.track !== undefined || /\d/.test(foldName(withoutExtension(path)))
}

/** Whether names differ in the number of a part alone. */
function areParts(files: readonly FolderFile[]): boolean {
  const parts = files.map(({ path }) => anyPart(withoutExtension(path)))
  const stems = new Set(parts.map((part) => part?.before))
  const numbers = new Set(parts.map((part) => part?.number))
  return !parts.includes(undefined) && stems.size === 1 && numbers.size === files.length
}
