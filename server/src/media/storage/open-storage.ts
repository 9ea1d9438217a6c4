import { join } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import type { Config } from '../../config/config.ts'
import type { Delivery } from './files/delivery.ts'
import { realFiles } from './files/incoming.ts'
import { openLocalStorage } from './local/local-storage.ts'
import { type MediaStorage, storageKeyOf } from './files/storage.ts'

/** @throws StartError when the storage cannot be used */
export async function openStorage(
  { dataDir, s3, accelRedirect }: Pick<Config, 'dataDir' | 's3' | 'accelRedirect'>,
  log: FastifyBaseLogger,
  files = realFiles,
): Promise<MediaStorage> {
  const folder = join(dataDir, 'media')
  if (s3 === null) {
    const warn = (sentence: string) => log.warn(sentence)
    return await openLocalStorage(folder, { files, delivery: localDelivery(accelRedirect), warn })
  }
  const { openS3Storage } = await import('./s3/s3-storage.ts')
  return await openS3Storage(s3, folder, log, files)
}

function localDelivery(location: string): Delivery {
  if (location === '') return { kind: 'through' }
  return { kind: 'accelerated', pathOf: (sha256) => `${location}/${storageKeyOf(sha256)}` }
}
