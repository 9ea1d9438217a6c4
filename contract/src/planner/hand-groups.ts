import { isShelf } from './book-fields.ts'
import { firstName, folderOf } from './file-names.ts'
import { orderFiles } from './file-order.ts'
import type { Group } from './grouping.ts'
import type { FolderFile, HandGroup, PlanInput } from './plan-input.ts'

type GroupFiles = (files: readonly FolderFile[]) => Group[]

/**
 * Books that an editor has put together, known by the prints of their files, then those of the rest by the rules; a later
 * word counts. Files of one book by the rules, none of them in another of the hand's, are that book in the hand's order:
 * what has come to it since follows them.
 */
export function groupByHand(
  files: readonly FolderFile[],
  { handGroups = [], otherPaths = [] }: PlanInput,
  groupFiles: GroupFiles,
): Group[] {
  const chosen = filesByHand(files, handGroups)
  if (chosen.length === 0) return groupFiles(files)
  const whole = groupFiles(files)
  const orders = chosen.filter((own) => isOrder(own, chosen, whole))
  const books = chosen.filter((own) => !orders.includes(own))
  const taken = new Set(books.flat())
  const within = new Set([...taken].flatMap(({ path }) => foldersAbove(path)))
  const rest = taken.size === 0 ? whole : groupFiles(files.filter((file) => !taken.has(file)))
  return [
    ...books.map((own) => handGroup(own, { files, otherPaths })),
    ...rest.map((group) => inOrder(besideOthers(group, within), orders)),
  ]
}

type Files = readonly FolderFile[]

function filesByHand(files: Files, handGroups: readonly HandGroup[]): Files[] {
  const byPrint = Map.groupBy(files, ({ sound }) => sound?.print)
  const taken = new Set<FolderFile>()
  return handGroups.toReversed().flatMap(({ prints }) => {
    const own = prints.flatMap((print) => {
      const file = byPrint.get(print)?.find((each) => !taken.has(each))
      if (file) taken.add(file)
      return file ? [file] : []
    })
    return own.length > 0 ? [own] : []
  })
}

function isOrder(own: Files, chosen: readonly Files[], groups: readonly Group[]): boolean {
  const group = groups.find(({ files }) => holds(files, own))
  return group !== undefined && chosen.every((other) => other === own || !touches(group.files, other))
}

function holds(files: Files, own: Files): boolean {
  const paths = new Set(files.map(({ path }) => path))
  return own.every(({ path }) => paths.has(path))
}

function touches(files: Files, own: Files): boolean {
  const paths = new Set(files.map(({ path }) => path))
  return own.some(({ path }) => paths.has(path))
}

function inOrder(group: Group, orders: readonly Files[]): Group {
  const order = orders.find((own) => holds(group.files, own))
  if (!order) return group
  const places = new Map(order.map(({ path }, place) => [path, place]))
  const placeOf = ({ path }: FolderFile) => places.get(path) ?? places.size
  const files = orderFiles(group.files).files.toSorted((one, other) => placeOf(one) - placeOf(other))
  return { ...group, files, isOrdered: true }
}

/** A folder that holds files of a hand's holds more than one book. */
function besideOthers(group: Group, within: ReadonlySet<string>): Group {
  return group.isFolder && within.has(group.path)
    ? { ...group, isFolder: false, path: firstPath(group.files) }
    : group
}

interface Around {
  readonly files: Files
  readonly otherPaths: readonly string[]
}

function handGroup(own: Files, around: Around): Group {
  const folder = ownFolder(own, around)
  return {
    path: folder ?? firstPath(own),
    isFolder: folder !== undefined,
    files: own.map((file) => ({ ...file, parts: [] })),
    leftOut: [],
    warnings: [],
    folderIs: null,
    isOrdered: true,
  }
}

/** The outermost folder that holds these files alone, of those above the first; an author's folder is none. */
function ownFolder(own: Files, { files, otherPaths }: Around): string | undefined {
  const common = commonFolder(own)
  const ownPaths = new Set(own.map(({ path }) => path))
  const sounds = files.filter(({ refusal }) => refusal === undefined).map(({ path }) => path)
  const others = [...sounds, ...otherPaths].filter((path) => isWithin(path, common) && !ownPaths.has(path))
  const isOwn = (folder: string) =>
    isWithin(folder, common) &&
    (own.some(({ path }) => folderOf(path) === folder) || !isAuthorFolder(folder)) &&
    !others.some((path) => isWithin(path, folder))
  return foldersAbove(firstPath(own)).findLast(isOwn)
}

/** Whether no folder above it can be an author's. */
function isAuthorFolder(folder: string): boolean {
  return folderOf(folder)
    .split('/')
    .every((name) => name === '' || isShelf(name))
}

function isWithin(path: string, folder: string): boolean {
  return folder === '' || path === folder || path.startsWith(`${folder}/`)
}

function firstPath(files: Files): string {
  return firstName(files.map(({ path }) => path))
}

function foldersAbove(path: string): string[] {
  const folder = folderOf(path)
  return folder === '' ? [] : [folder, ...foldersAbove(folder)]
}

/** The deepest folder that holds all files; empty for the root. */
function commonFolder(files: Files): string {
  const [first, ...others] = files.map(({ path }) => folderOf(path))
  let folder = first ?? ''
  while (folder !== '' && others.some((each) => each !== folder && !each.startsWith(`${folder}/`)))
    folder = folderOf(folder)
  return folder
}
