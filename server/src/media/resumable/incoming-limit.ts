import { statfs } from 'node:fs/promises'
import type { Config } from '../../config/config.ts'
import { orStorageError } from '../storage/files/storage-errors.ts'

const shareOfDisk = 10

/** Bytes that all uploads may have together, with what is still to come of them. */
export async function incomingLimit({
  maxIncomingBytes,
  dataDir,
}: Pick<Config, 'maxIncomingBytes' | 'dataDir'>): Promise<number> {
  if (maxIncomingBytes !== null) return maxIncomingBytes
  const { blocks, bsize } = await orStorageError(statfs(dataDir))
  return Math.floor((blocks * bsize) / shareOfDisk)
}
