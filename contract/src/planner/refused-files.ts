import { folderOf } from './file-names.ts'
import { type Group, groupFiles } from './grouping.ts'
import type { FolderFile } from './plan-input.ts'

/**
 * Files that cannot be taken stand beside the book of their folder, left out; where there is none, or where there are
 * several, they are books that are refused.
 */
export function attachRefused(groups: readonly Group[], refused: readonly FolderFile[]): Group[] {
  if (refused.length === 0) return [...groups]
  const byFolder = new Map<string, Set<Group>>()
  for (const group of groups)
    for (const folder of new Set(group.files.map(({ path }) => folderOf(path))))
      byFolder.set(folder, (byFolder.get(folder) ?? new Set()).add(group))
  const attached = new Map<Group, FolderFile[]>()
  const alone = refused.filter((file) => {
    const [group, ...others] = byFolder.get(folderOf(file.path)) ?? []
    if (!group?.isFolder || others.length > 0) return true
    attached.set(group, [...(attached.get(group) ?? []), file])
    return false
  })
  return [
    ...groups.map((group) => ({ ...group, refused: attached.get(group) ?? [] })),
    ...groupFiles(alone).map(({ files, ...group }) => ({
      ...group,
      files: [],
      warnings: [],
      refused: files,
      leftOut: [],
    })),
  ]
}
