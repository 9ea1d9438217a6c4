import * as files from 'node:fs/promises'

/** The operations by which files are stored, so that tests can let each of them fail. */
export type FileOperations = Pick<
  typeof files,
  'open' | 'mkdir' | 'rename' | 'rm' | 'readdir' | 'stat' | 'access'
>

export const realFiles: FileOperations = files
