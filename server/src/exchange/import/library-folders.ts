import { readdir, realpath, stat } from 'node:fs/promises'
import { join, sep } from 'node:path'
import type { ImportFolderSetting } from '../../config/config-imports.ts'
import type { Config } from '../../config/config.ts'
import { batchFolder } from './batch-folder.ts'

export function findFolderSetting(
  config: Pick<Config, 'importFolders' | 'dataDir'>,
  name: string | null,
): ImportFolderSetting | undefined {
  return config.importFolders.find((folder) => folder.name === name) ?? batchFolder(config, name)
}

/** A share whose server has gone answers nothing for minutes. */
const patienceMs = 5_000

/** Whether this node has the folder just now. */
export async function isFolderThere({ path }: Pick<ImportFolderSetting, 'path'>): Promise<boolean> {
  return await withinPatience(
    stat(path).then(
      (found) => found.isDirectory(),
      () => false,
    ),
  )
}

/** Whether it has anything in it: the place of a mount is there, empty, while the mount is away. */
export async function hasEntries({ path }: Pick<ImportFolderSetting, 'path'>): Promise<boolean> {
  return await withinPatience(
    readdir(path).then(
      (names) => names.length > 0,
      () => false,
    ),
  )
}

async function withinPatience(answer: Promise<boolean>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), patienceMs)
  })
  try {
    return await Promise.race([answer, late])
  } finally {
    clearTimeout(timer)
  }
}

const maxPathBytes = 1024
const maxLevels = 12

/** A folder below another, with `/`; null for what is none, or leads out of it. */
export function cleanFolderPath(path: string): string | null {
  const parts = path.replace(/\/+$/, '').split('/')
  const isSound = parts.every(
    (part) => part !== '' && part !== '.' && part !== '..' && !/[\p{Cc}\\]/u.test(part),
  )
  const isDrive = /^[a-z]:/i.test(path)
  const isLong = Buffer.byteLength(path) > maxPathBytes || parts.length > maxLevels
  return isSound && !isDrive && !isLong ? parts.join('/') : null
}

/** Whether a clean path is a folder below this one, links followed; true while the folder itself is away. */
export async function isFolderBelow({ path: root }: ImportFolderSetting, path: string): Promise<boolean> {
  try {
    const realRoot = await realpath(root)
    const place = await realpath(join(root, path)).catch(() => null)
    if (place === null || !(await stat(place)).isDirectory()) return false
    return place === realRoot || place.startsWith(realRoot.endsWith(sep) ? realRoot : realRoot + sep)
  } catch {
    return true
  }
}
