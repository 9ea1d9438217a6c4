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
  const leftOut = new Map(chosen.map((own) => [own.files[0], own.leftOut]))
  const out = new Set([...leftOut.values()].flat())
  const around = { files: files.filter((file) => !out.has(file)), otherPaths }
  const whole = groupFiles(around.files)
  const orders = ordersAmong(chosen, whole)
  const books = chosen.map((own) => own.files).filter((own) => !orders.has(own))
  const taken = new Set(books.flat())
  const within = new Set([...taken].flatMap(({ path }) => foldersAbove(path)))
  const rest = taken.size === 0 ? whole : groupFiles(around.files.filter((file) => !taken.has(file)))
  const byPath = new Map([...orders].flatMap((own) => own.map(({ path }) => [path, own] as const)))
  const groups = [
    ...books.map((own) => handGroup(own, around)),
    ...rest.map((group) => inOrder(besideOthers(group, within), byPath)),
  ]
  const outBeside = new Map([...leftOut].map(([first, beside]) => [first?.path, beside]))
  return groups.map((group) => {
    const beside = group.files.flatMap(({ path }) => outBeside.get(path) ?? [])
    return { ...group, leftOut: [...group.leftOut, ...beside] }
  })
}

type Files = readonly FolderFile[]

interface Chosen {
  /** At least one. */
  readonly files: Files
  readonly leftOut: Files
}

function filesByHand(files: Files, handGroups: readonly HandGroup[]): Chosen[] {
  const byPrint = Map.groupBy(files, ({ sound }) => sound?.print)
  const taken = new Set<FolderFile>()
  const take = (prints: readonly string[], folder: string, meant = '') =>
    prints.flatMap((print) => {
      const same = byPrint.get(print)?.filter((each) => !taken.has(each) && isWithin(each.path, folder))
      const file = same?.find(({ path }) => isWithin(path, meant)) ?? same?.[0]
      if (file) taken.add(file)
      return file ? [file] : []
    })
  return handGroups
    .toReversed()
    .map(({ prints, leftOut = [], folder }) => ({ files: take(prints, '', folder), leftOut }))
    .filter((own) => own.files.length > 0)
    .map((own) => ({ ...own, leftOut: take(own.leftOut, commonFolder(own.files)) }))
}

/** Those whose files are of one book by the rules that holds none of another of the hand's. */
function ordersAmong(chosen: readonly Chosen[], groups: readonly Group[]): Set<Files> {
  const groupAt = new Map(groups.flatMap((group) => group.files.map(({ path }) => [path, group] as const)))
  const groupsOf = (own: Chosen) => new Set(own.files.map(({ path }) => groupAt.get(path)))
  const owners = new Map<Group | undefined, number>()
  for (const group of chosen.flatMap((own) => [...groupsOf(own)]))
    owners.set(group, (owners.get(group) ?? 0) + 1)
  const isOrder = (own: Chosen) => {
    const [group, ...others] = groupsOf(own)
    return group !== undefined && others.length === 0 && owners.get(group) === 1
  }
  return new Set(chosen.filter(isOrder).map(({ files }) => files))
}

function inOrder(group: Group, orders: ReadonlyMap<string, Files>): Group {
  const order = group.files.map(({ path }) => orders.get(path)).find((own) => own !== undefined)
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

export function isWithin(path: string, folder: string): boolean {
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
export function commonFolder(files: readonly Pick<FolderFile, 'path'>[]): string {
  const [first, ...others] = files.map(({ path }) => folderOf(path))
  let folder = first ?? ''
  while (folder !== '' && others.some((each) => each !== folder && !each.startsWith(`${folder}/`)))
    folder = folderOf(folder)
  return folder
}
