import type { ListMultipartUploadsCommandOutput } from '@aws-sdk/client-s3'
import { AppError } from '../../../errors.ts'
import type { Bucket } from './bucket.ts'

export interface Upload {
  readonly Bucket: string
  readonly Key: string | undefined
  readonly UploadId: string | undefined
}

export async function abortUpload(bucket: Bucket, upload: Upload): Promise<void> {
  try {
    await bucket.call((s3, options) => s3.abortMultipartUpload(upload, options))
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'NotFound')) throw error
  }
}

/** Began before `time` (epoch milliseconds). */
export async function* listUploadsBefore(bucket: Bucket, time: number): AsyncGenerator<Upload, void> {
  for (let from: From | null = {}; from !== null; ) {
    const page: ListMultipartUploadsCommandOutput = await listUploads(bucket, from)
    for (const { Key, UploadId, Initiated } of page.Uploads ?? []) {
      if (Initiated !== undefined && Initiated.getTime() < time) yield { Bucket: bucket.name, Key, UploadId }
    }
    from = page.IsTruncated
      ? { KeyMarker: page.NextKeyMarker, UploadIdMarker: page.NextUploadIdMarker }
      : null
  }
}

interface From {
  readonly KeyMarker?: string | undefined
  readonly UploadIdMarker?: string | undefined
}

function listUploads(bucket: Bucket, from: From): Promise<ListMultipartUploadsCommandOutput> {
  return bucket.call((s3, options) => s3.listMultipartUploads({ Bucket: bucket.name, ...from }, options))
}
