import { createHash } from 'node:crypto'
import type { FileHandle } from 'node:fs/promises'
import { AppError } from '../../../errors.ts'
import type { MediaContentType } from '../../content-type.ts'
import { mediaCacheControl } from '../files/delivery.ts'
import { type StoredFile, storageKeyOf } from '../files/storage.ts'
import type { Bucket } from './bucket.ts'
import { objectChunks } from './object-chunks.ts'
import { storeInParts } from './multipart-upload.ts'
import { partBytes, type ObjectToStore, sendBytes } from './send-bytes.ts'

interface NamedFile extends StoredFile {
  /** What it is stored by. */
  readonly name: string
}

/**
 * The ETags prove the content; where they cannot (encrypted buckets), the object is read back.
 *
 * @throws AppError `InsufficientStorage`, `ServiceUnavailable`
 */
export async function storeObject(
  bucket: Bucket,
  file: FileHandle,
  stored: NamedFile,
  contentType: MediaContentType,
): Promise<void> {
  const Key = storageKeyOf(stored.name)
  const target = { Bucket: bucket.name, Key, ContentType: contentType, CacheControl: mediaCacheControl }
  const put = stored.sizeBytes <= partBytes ? storeWhole : storeInParts
  const isStored = put(bucket, file, stored.sizeBytes, target).then(
    async (isProven) => isProven || (await holds(bucket, stored)),
  )
  if (!(await isStored.catch(orUnavailable))) {
    bucket.noteFailure(new Error(`The media store holds something else than was sent as ${Key}.`))
    throw new AppError('ServiceUnavailable')
  }
}

function orUnavailable(error: unknown): never {
  throw error instanceof AppError && error.code === 'NotFound' ? new AppError('ServiceUnavailable') : error
}

async function storeWhole(
  bucket: Bucket,
  file: FileHandle,
  sizeBytes: number,
  target: ObjectToStore,
): Promise<boolean> {
  const whole = { start: 0, length: sizeBytes }
  const { isProven } = await sendBytes(bucket, file, whole, (s3, part, options) =>
    s3.putObject({ ...target, ...part }, options),
  )
  return isProven
}

async function holds(bucket: Bucket, { sha256, sizeBytes, name }: NamedFile): Promise<boolean> {
  const found = await bucket.call((s3, options) =>
    s3.headObject({ Bucket: bucket.name, Key: storageKeyOf(name) }, options),
  )
  if (found.ContentLength !== sizeBytes) return false
  const hash = createHash('sha256')
  if (sizeBytes > 0) {
    for await (const chunk of objectChunks(bucket, storageKeyOf(name), 0, sizeBytes - 1)) hash.update(chunk)
  }
  return hash.digest('hex') === sha256
}
