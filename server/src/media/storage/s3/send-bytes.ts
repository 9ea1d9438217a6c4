import { createHash } from 'node:crypto'
import type { FileHandle } from 'node:fs/promises'
import type { S3 } from '@aws-sdk/client-s3'
import type { Bucket, CallOptions } from './bucket.ts'
import { withPartBuffer } from './part-buffers.ts'

export interface ObjectToStore {
  readonly Bucket: string
  readonly Key: string
  readonly ContentType: string
  readonly CacheControl: string
}

export interface Piece {
  readonly start: number
  readonly length: number
}

export interface Sent {
  readonly ETag: string | undefined
  readonly isProven: boolean
}

type Send = (
  s3: S3,
  part: { Body: Buffer; ContentMD5: string },
  options: CallOptions,
) => Promise<{ ETag?: string | undefined }>

/** An ETag that equals the MD5 proves that the store has the bytes. */
export function sendBytes(
  bucket: Bucket,
  file: FileHandle,
  { start, length }: Piece,
  send: Send,
  signal?: AbortSignal,
): Promise<Sent> {
  return withPartBuffer(async (buffer) => {
    signal?.throwIfAborted()
    const Body = await readAt(file, buffer, start, length)
    const md5 = createHash('md5').update(Body).digest()
    const part = { Body, ContentMD5: md5.toString('base64') }
    const { ETag } = await bucket.call((s3, options) => send(s3, part, options), {
      within: 'partMs',
      ...(signal && { signal }),
    })
    return { ETag, isProven: ETag?.replaceAll('"', '') === md5.toString('hex') }
  })
}

async function readAt(file: FileHandle, buffer: Buffer, start: number, length: number): Promise<Buffer> {
  let at = 0
  while (at < length) {
    const { bytesRead } = await file.read(buffer, at, length - at, start + at)
    if (bytesRead === 0) throw new Error('A temporary file has become shorter.')
    at += bytesRead
  }
  return buffer.subarray(0, length)
}
