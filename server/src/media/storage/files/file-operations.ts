import * as files from 'node:fs/promises'

/** Injected so that tests can fail each operation. */
export type FileOperations = Pick<
  typeof files,
  'open' | 'mkdir' | 'rename' | 'rm' | 'readdir' | 'stat' | 'access'
>

export const realFiles: FileOperations = files
