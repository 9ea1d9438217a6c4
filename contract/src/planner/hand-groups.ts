import { firstName, folderOf } from './file-names.ts'
import type { Group, GroupedFile } from './grouping.ts'
import type { FolderFile, HandGroup } from './plan-input.ts'

interface ByHand {
  readonly groups: readonly Group[]
  /** Files that no hand has put anywhere. */
  readonly rest: readonly FolderFile[]
  /** Groups of the rest: a folder that holds files of a hand's holds more than one book. */
  inFolders(groups: readonly Group[]): Group[]
}

/** Books that an editor has put together, known by the prints of their files; a later word counts. */
export function groupByHand(files: readonly FolderFile[], handGroups: readonly HandGroup[]): ByHand {
  const byPrint = Map.groupBy(files, ({ sound }) => sound?.print)
  const taken = new Set<FolderFile>()
  const chosen = handGroups.toReversed().flatMap(({ prints }) => {
    const own = prints.flatMap((print) => {
      const file = byPrint.get(print)?.find((each) => !taken.has(each))
      if (file) taken.add(file)
      return file ? [{ ...file, parts: [] }] : []
    })
    return own.length > 0 ? [own] : []
  })
  const rest = files.filter((file) => !taken.has(file))
  const within = new Set([...taken].flatMap(({ path }) => foldersAbove(path)))
  return {
    groups: chosen.map((own) => handGroup(own, files)),
    rest,
    inFolders: (groups) =>
      groups.map((group) =>
        group.isFolder && within.has(group.path)
          ? { ...group, isFolder: false, path: firstPath(group.files) }
          : group,
      ),
  }
}

function handGroup(own: readonly GroupedFile[], files: readonly FolderFile[]): Group {
  const folder = commonFolder(own)
  const isWhole =
    folder !== '' && files.filter(({ path }) => path.startsWith(`${folder}/`)).length === own.length
  return {
    path: isWhole ? folder : firstPath(own),
    isFolder: isWhole,
    files: own,
    leftOut: [],
    warnings: [],
    folderIs: null,
    isOrdered: true,
  }
}

function firstPath(files: readonly FolderFile[]): string {
  return firstName(files.map(({ path }) => path))
}

function foldersAbove(path: string): string[] {
  const folder = folderOf(path)
  return folder === '' ? [] : [folder, ...foldersAbove(folder)]
}

/** The deepest folder that holds all files; empty for the root. */
function commonFolder(files: readonly FolderFile[]): string {
  const [first, ...others] = files.map(({ path }) => folderOf(path))
  let folder = first ?? ''
  while (folder !== '' && others.some((each) => each !== folder && !each.startsWith(`${folder}/`)))
    folder = folderOf(folder)
  return folder
}
