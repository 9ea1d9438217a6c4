import type { Group } from './grouping.ts'

/** Files that cannot be taken stand beside the others of their book, left out; without others it is refused. */
export function setRefusedApart(group: Group): Group {
  const files = group.files.filter(({ refusal }) => refusal === undefined)
  const refused = group.files.filter(({ refusal }) => refusal !== undefined)
  if (refused.length === 0) return group
  return { ...group, files, refused, warnings: files.length === 0 ? [] : group.warnings }
}
