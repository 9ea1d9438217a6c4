import { createHash } from 'node:crypto'
import { readdir, readFile, stat } from 'node:fs/promises'
import { join, relative } from 'node:path'

/** What is in a folder, however deep: by path, all that tells whether it was changed. */
export type FolderState = ReadonlyMap<string, string>

export async function stateOf(folder: string): Promise<FolderState> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true })
  const states = entries.map(async (entry): Promise<[string, string]> => {
    const path = join(entry.parentPath, entry.name)
    if (!entry.isFile()) return [relative(folder, path), entry.isDirectory() ? 'folder' : 'neither']
    const { mtimeMs, mode } = await stat(path)
    const hash = createHash('sha256')
      .update(await readFile(path))
      .digest('hex')
    return [relative(folder, path), `${mtimeMs} ${mode} ${hash}`]
  })
  return new Map(await Promise.all(states))
}

/** Paths that have come, gone or changed. */
export function changedPaths(before: FolderState, after: FolderState): string[] {
  const all = new Set([...before.keys(), ...after.keys()])
  return [...all].filter((path) => before.get(path) !== after.get(path))
}
