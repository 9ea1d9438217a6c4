import { join } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import type { S3Config } from '../../../config/config-media.ts'
import { AppError } from '../../../errors.ts'
import type { Delivery } from '../files/delivery.ts'
import { realFiles, Incoming, type Keep } from '../files/incoming.ts'
import { ResumableFolder } from '../files/resumable-folder.ts'
import {
  type LocalFile,
  type MediaStorage,
  type ReceivedFile,
  type StoredFile,
  hashOfStorageKey,
  storageKeyOf,
} from '../files/storage.ts'
import { type Bucket, storeTimes, UnsupportedByStore } from './bucket.ts'
import { abortUpload, listUploadsBefore } from './unfinished-uploads.ts'
import { objectChunks } from './object-chunks.ts'
import { openBucket } from './open-bucket.ts'
import { openS3Delivery } from './s3-delivery.ts'
import { forgetOldRemovals, removeObject, untilNoRemoval } from './removals.ts'
import { storeObject } from './store-object.ts'

/** Media in a bucket, by the storage keys of a local folder; `folder` is for uploads in progress. */
export async function openS3Storage(
  config: S3Config,
  folder: string,
  log: FastifyBaseLogger,
  files = realFiles,
  times = storeTimes,
): Promise<MediaStorage> {
  const incoming = join(folder, 'incoming')
  await files.mkdir(incoming, { recursive: true })
  const uploads = join(folder, 'uploads')
  await files.mkdir(uploads, { recursive: true })
  const resumable = new ResumableFolder(files, uploads)
  const delivery = await openS3Delivery(config)
  const arriving = new Incoming(files, incoming)
  return new S3Storage(await openBucket(config, log, times), { arriving, resumable, delivery }, log)
}

class S3Storage implements MediaStorage {
  readonly delivery: Delivery
  readonly resumable: ResumableFolder
  readonly #bucket: Bucket
  readonly #arriving: Incoming
  readonly #log: FastifyBaseLogger
  #listsUploads = true

  constructor(
    bucket: Bucket,
    parts: {
      readonly arriving: Incoming
      readonly resumable: ResumableFolder
      readonly delivery: Delivery
    },
    log: FastifyBaseLogger,
  ) {
    this.delivery = parts.delivery
    this.resumable = parts.resumable
    this.#bucket = bucket
    this.#arriving = parts.arriving
    this.#log = log
  }

  receive(source: AsyncIterable<Uint8Array>, maxBytes: number): Promise<ReceivedFile> {
    return this.#arriving.receive(source, maxBytes, this.#keep)
  }

  adopt(path: string): Promise<ReceivedFile> {
    return this.#arriving.adopt(path, this.#keep)
  }

  readonly #keep: Keep = async (file, stored, contentType, name) => {
    await untilNoRemoval(this.#bucket, name)
    await storeObject(this.#bucket, file.handle, { ...stored, name }, contentType)
  }

  read(sha256: string, start: number, end: number): AsyncGenerator<Uint8Array, void> {
    return objectChunks(this.#bucket, storageKeyOf(sha256), start, end)
  }

  isInPlace(): boolean {
    return false
  }

  localFile({ sha256, sizeBytes }: StoredFile): Promise<LocalFile> {
    return this.receive(this.read(sha256, 0, sizeBytes - 1), sizeBytes)
  }

  async remove(sha256: string, isUsed?: () => Promise<boolean>): Promise<void> {
    await removeObject(this.#bucket, sha256, isUsed)
  }

  async quarantine(sha256: string, isUsed: () => Promise<boolean>): Promise<boolean> {
    const { name } = this.#bucket
    const copy = { Bucket: name, Key: `quarantine/${sha256}`, CopySource: `${name}/${storageKeyOf(sha256)}` }
    const setAside = () =>
      this.#bucket.call((s3, options) => s3.copyObject(copy, options), { within: 'workMs' })
    try {
      return await removeObject(this.#bucket, sha256, isUsed, setAside)
    } catch (error) {
      if (error instanceof AppError && error.code === 'NotFound') return false
      throw error
    }
  }

  async *listStoredBefore(time: number): AsyncGenerator<StoredFile[], void> {
    const request = { Bucket: this.#bucket.name }
    for (let Marker: string | undefined = ''; Marker !== undefined; ) {
      const from: string = Marker
      const page = await this.#bucket.call((s3, options) =>
        s3.listObjects({ ...request, Marker: from }, options),
      )
      const objects = page.Contents ?? []
      const old = objects.flatMap(({ Key = '', Size = 0, LastModified }) => {
        const sha256 = hashOfStorageKey(Key)
        const isOld = LastModified !== undefined && LastModified.getTime() < time
        return sha256 !== null && isOld ? [{ sha256, sizeBytes: Size }] : []
      })
      if (old.length > 0) yield old
      Marker = page.IsTruncated ? objects.at(-1)?.Key : undefined
    }
  }

  async removeIncomingBefore(time: number): Promise<void> {
    await this.#arriving.removeBefore(time)
    await forgetOldRemovals(this.#bucket)
    await this.#whereListed(async () => {
      for await (const upload of listUploadsBefore(this.#bucket, time))
        await abortUpload(this.#bucket, upload)
    })
  }

  async countIncomingBefore(time: number): Promise<number> {
    let count = await this.#arriving.countBefore(time)
    await this.#whereListed(async () => {
      for await (const upload of listUploadsBefore(this.#bucket, time)) count += upload.UploadId ? 1 : 0
    })
    return count
  }

  async #whereListed(work: () => Promise<void>): Promise<void> {
    try {
      await work()
    } catch (error) {
      if (!(error instanceof UnsupportedByStore)) throw error
      if (this.#listsUploads)
        this.#log.warn('The media store does not list unfinished uploads: they are not swept.')
      this.#listsUploads = false
    }
  }

  async check(): Promise<void> {
    const limits = { within: 'readyMs' } as const
    const request = { Bucket: this.#bucket.name }
    await this.#arriving.check()
    await this.#bucket.call((s3, options) => s3.headBucket(request, options), limits)
  }

  close(): Promise<void> {
    this.#bucket.close()
    return Promise.resolve()
  }
}
