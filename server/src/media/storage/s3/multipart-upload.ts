import type { FileHandle } from 'node:fs/promises'
import type { Bucket } from './bucket.ts'
import { abortUpload, type Upload } from './unfinished-uploads.ts'
import { type ObjectToStore, type Sent, sendBytes, partBytes } from './send-bytes.ts'

const partsAtOnce = 3

/** @returns whether the ETags prove that the store has all of it */
export async function storeInParts(
  bucket: Bucket,
  file: FileHandle,
  sizeBytes: number,
  target: ObjectToStore,
): Promise<boolean> {
  const created = await bucket.call((s3, options) => s3.createMultipartUpload(target, options))
  const upload = { Bucket: target.Bucket, Key: target.Key, UploadId: created.UploadId }
  try {
    const sent = await sendParts(bucket, file, sizeBytes, upload)
    const Parts = sent.map(({ ETag }, index) => ({ ETag, PartNumber: index + 1 }))
    const request = { ...upload, MultipartUpload: { Parts } }
    await bucket.call((s3, options) => s3.completeMultipartUpload(request, options), { within: 'workMs' })
    const stored = await bucket.call((s3, options) =>
      s3.headObject({ Bucket: upload.Bucket, Key: upload.Key }, options),
    )
    return stored.ContentLength === sizeBytes && sent.every(({ isProven }) => isProven)
  } catch (error) {
    await abortUpload(bucket, upload).catch(() => undefined)
    throw error
  }
}

async function sendParts(
  bucket: Bucket,
  file: FileHandle,
  sizeBytes: number,
  upload: Upload,
): Promise<Sent[]> {
  const starts = Array.from({ length: Math.ceil(sizeBytes / partBytes) }, (_, index) => index * partBytes)
  const sent: Sent[] = []
  const failing = new AbortController()
  const failures: unknown[] = []
  const pending = starts.entries()
  const sendInTurn = async () => {
    for (const [index, start] of pending) {
      const piece = { start, length: Math.min(partBytes, sizeBytes - start) }
      const numbered = { ...upload, PartNumber: index + 1 }
      const send: Parameters<typeof sendBytes>[3] = (s3, part, options) =>
        s3.uploadPart({ ...numbered, ...part }, options)
      sent[index] = await sendBytes(bucket, file, piece, send, failing.signal)
    }
  }
  const sendOrStopAll = () =>
    sendInTurn().catch((error: unknown) => {
      failures.push(error)
      failing.abort()
    })
  // A part that arrives after the abort would stay in the store.
  await Promise.all(Array.from({ length: partsAtOnce }, sendOrStopAll))
  if (failures.length > 0) throw failures[0]
  return sent
}
