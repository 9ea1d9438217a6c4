import { dirname } from 'node:path'
import { syncFolder } from '../../../db/durable-files.ts'
import type { FileOperations, TemporaryFile } from '../files/incoming.ts'

/** The bytes are synced first, then the name, then its folders. */
export async function moveDurably(
  files: FileOperations,
  file: TemporaryFile,
  place: string,
  makeWay: () => Promise<void>,
): Promise<void> {
  await file.handle.sync()
  await file.close()
  const folder = dirname(place)
  await makeFolder(files, folder)
  try {
    await files.rename(file.path, place)
  } catch (error) {
    if (!inTheWay.has((error as NodeJS.ErrnoException).code ?? '')) throw error
    await makeWay()
    await makeFolder(files, folder)
    await files.rename(file.path, place)
  }
  await syncFolder(folder, files)
  await syncFolder(dirname(folder), files)
}

const inTheWay = new Set(['EISDIR', 'ENOTDIR'])

/** Never makes the parent folder: without it the wrong disk is mounted. */
export async function makeFolder(files: FileOperations, path: string): Promise<void> {
  try {
    await files.mkdir(path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}
