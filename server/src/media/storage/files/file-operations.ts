import * as files from 'node:fs/promises'

export type FileOperations = Pick<
  typeof files,
  'open' | 'mkdir' | 'rename' | 'rm' | 'readdir' | 'stat' | 'access'
>

export const realFiles: FileOperations = files
