import { dirname } from 'node:path'
import type { FileOperations } from './file-operations.ts'
import type { TemporaryFile } from './incoming.ts'

/**
 * Gives a temporary file its place, in the same file system. The order is what makes it durable: the bytes, then the
 * name, then the folders that hold the name.
 */
export async function moveDurably(files: FileOperations, file: TemporaryFile, place: string): Promise<void> {
  await file.handle.sync()
  await file.close()
  const folder = dirname(place)
  await makeFolder(files, folder)
  await files.rename(file.path, place)
  await syncFolder(files, folder)
  // Also when the folder was there: whoever made it may have failed before its name was durable.
  await syncFolder(files, dirname(folder))
}

/** Never makes the folder above: where that is missing, the disk is not the one that is meant. */
async function makeFolder(files: FileOperations, path: string): Promise<void> {
  try {
    await files.mkdir(path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}

async function syncFolder(files: FileOperations, path: string): Promise<void> {
  const folder = await files.open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}
