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
  return folders
}

/** What is odd about folders that share their files, in sentences for whoever starts the server. */
export function sharedFolders(folders: readonly ImportFolderSetting[]): string[] {
  return folders.flatMap(({ name, path }, place) =>
    folders
      .filter(
        (other, index) => index !== place && (other.path === path ? index < place : isBelow(path, other)),
      )
      .map(
        (other) =>
          `IMPORT_FOLDERS: the folder "${name}" lies in "${other.name}". Each proposes the books of both; name one of them.`,
      ),
  )
}

function isBelow(path: string, { path: above }: ImportFolderSetting): boolean {
  return path.startsWith(above.endsWith(sep) ? above : above + sep)
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
