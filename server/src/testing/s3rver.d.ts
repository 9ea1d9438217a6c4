/** What is used of it. */
declare module 's3rver' {
  import type { RequestListener } from 'node:http'
  import type { Readable } from 'node:stream'

  export interface StoredObject {
    readonly bucket: string
    readonly key: string
    readonly content: Buffer | Readable
    readonly metadata: object
  }

  export interface Written {
    readonly size: number
    readonly md5: string
  }

  export interface FilesystemStore {
    getResourcePath(bucket: string, key: string | undefined, resource: string): string
    putMetadata(bucket: string, key: string, metadata: object, md5: string): Promise<void>
    putObject(object: StoredObject): Promise<Written>
    putPart(bucket: string, uploadId: string, partNumber: string, content: Readable): Promise<Written>
  }

  export default class S3rver {
    constructor(options: {
      directory: string
      silent: boolean
      vhostBuckets: boolean
      configureBuckets: readonly { name: string }[]
    })
    readonly store: FilesystemStore
    configureBuckets(): Promise<unknown>
    callback(): RequestListener
  }
}
