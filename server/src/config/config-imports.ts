import { resolve, sep } from 'node:path'
import { ConfigError, type Environment, text } from './config-values.ts'

/** A folder of audio books that stays where it is. */
export interface ImportFolderSetting {
  readonly name: string
  readonly path: string
  /** `?copy`: bytes are copied into the storage instead of being referred to, where nodes share no disk. */
  readonly isCopied: boolean
}

const nameForm = /^[\p{L}\p{N}][\p{L}\p{N} ._-]{0,99}$/u

/** @throws ConfigError */
export function importFolders(environment: Environment): ImportFolderSetting[] {
  const given = text(environment, 'IMPORT_FOLDERS', '')
  const folders = given
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map(readFolder)
  const names = folders.map(({ name }) => name)
  if (new Set(names).size < names.length) throw new ConfigError('IMPORT_FOLDERS has a name twice.')
  refuseNested(folders)
  return folders
}

/** Each file is of one folder: what two of them have would be known twice, and missing in one once it is moved in the other. */
function refuseNested(folders: readonly ImportFolderSetting[]): void {
  for (const inner of folders) {
    const outer = folders.find(
      (other) => other !== inner && `${inner.path}${sep}`.startsWith(below(other.path)),
    )
    if (outer)
      throw new ConfigError(
        `IMPORT_FOLDERS must name folders apart from each other; ${inner.name} (${inner.path}) is in ${outer.name} (${outer.path}).`,
      )
  }
}

function below(path: string): string {
  return path.endsWith(sep) ? path : `${path}${sep}`
}

function readFolder(part: string): ImportFolderSetting {
  const equals = part.indexOf('=')
  const name = part.slice(0, Math.max(0, equals)).trim()
  const place = part.slice(equals + 1).trim()
  if (!nameForm.test(name) || place === '' || place === '?copy')
    throw new ConfigError(`IMPORT_FOLDERS is a list of name=place; "${part}" is not one.`)
  if (place.includes('://'))
    throw new ConfigError(`IMPORT_FOLDERS names folders of this machine; "${place}" is not one.`)
  const isCopied = place.endsWith('?copy')
  return { name, path: resolve(isCopied ? place.slice(0, -'?copy'.length) : place), isCopied }
}
