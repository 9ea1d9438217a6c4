import { readFields } from './book-fields.ts'
import { canJoin, doubtsAbout } from './book-warnings.ts'
import {
  baseName,
  compareNames,
  compareTexts,
  coverRank,
  folderOf,
  ignoringNames,
  isNotLookedAt,
  isSoundName,
  withoutExtension,
} from './file-names.ts'
import { orderFiles } from './file-order.ts'
import { type Group, groupFiles } from './grouping.ts'
import { groupByHand } from './hand-groups.ts'
import { type Draft, recognizeBooks } from './identity.ts'
import type { FolderFile, PlanInput } from './plan-input.ts'
import type { Plan } from './plan-output.ts'
import { setRefusedApart } from './refused-files.ts'

/**
 * What an import makes of a library folder: pure, and the same whatever the order of the files.
 *
 * @returns the books by path
 */
export function planImport(input: PlanInput): Plan {
  const looked = lookedAt(input.files)
  const sounds = looked.filter(isSound)
  const groups = groupByHand(sounds, input, groupFiles).map(setRefusedApart)
  const besides = Map.groupBy(
    looked.filter((file) => !isSound(file)),
    ({ path }) => folderOf(path),
  )
  const drafts = groups.map((group) => draftOf(group, besides))
  return recognizeBooks(drafts, input)
}

/** A refused one may be a folder that this user may not enter. */
function isSound({ path, refusal }: FolderFile): boolean {
  return isSoundName(path) || refusal !== undefined
}

/** Rule G1. */
function lookedAt(files: readonly FolderFile[]): FolderFile[] {
  const ignoring = new Set(
    files.filter(({ path }) => ignoringNames.includes(baseName(path))).map(({ path }) => folderOf(path)),
  )
  const isIgnored = (path: string) => {
    for (let folder = folderOf(path); ; folder = folderOf(folder)) {
      if (ignoring.has(folder)) return true
      if (folder === '') return false
    }
  }
  return files
    .filter(({ path }) => !isNotLookedAt(path) && (ignoring.size === 0 || !isIgnored(path)))
    .sort((one, other) => compareTexts(one.path, other.path))
}

function draftOf(group: Group, besides: ReadonlyMap<string, readonly FolderFile[]>): Draft {
  const ordered = group.isOrdered
    ? { files: group.files, isDisputed: false, gaps: [] }
    : orderFiles(group.files)
  const beside = filesBeside(group, besides)
  const { isAuthorGuessed, ...told } = readFields(group, ordered.files, beside)
  const isJoinable = canJoin(ordered.files)
  return {
    path: group.path,
    sounds: ordered.files,
    leftOut: [...group.leftOut, ...(group.refused ?? [])],
    isRefused: group.files.length === 0,
    ...told,
    isJoinable,
    coverPaths: coversAmong(beside),
    warnings: doubtsAbout({ group, ordered, isAuthorGuessed, isJoinable }),
  }
}

/**
 * Of a book in a folder of its own all that lies in it, then what lies in its part folders; of another what is named
 * like its first file.
 */
function filesBeside(
  group: Group,
  besides: ReadonlyMap<string, readonly FolderFile[]>,
): readonly FolderFile[] {
  if (group.isFolder) {
    const parts = group.files.map(({ path }) => folderOf(path)).toSorted(compareNames)
    return [...new Set([group.path, ...parts])].flatMap((folder) => besides.get(folder) ?? [])
  }
  const name = withoutExtension(group.path)
  return (besides.get(folderOf(group.path)) ?? []).filter(({ path }) => withoutExtension(path) === name)
}

/** Cover, folder, front, then pictures of any name; those of the book's folder before those of its parts. */
function coversAmong(files: readonly FolderFile[]): string[] {
  return files
    .flatMap(({ path }) => {
      const rank = coverRank(path)
      return rank === undefined ? [] : [{ path, rank }]
    })
    .sort(
      (one, other) =>
        one.rank - other.rank ||
        depthOf(one.path) - depthOf(other.path) ||
        compareNames(one.path, other.path),
    )
    .slice(0, mostCovers)
    .map(({ path }) => path)
}

/** What is tried where pictures are broken. */
const mostCovers = 4

function depthOf(path: string): number {
  return path.split('/').length
}
