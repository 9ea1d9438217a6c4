import { createHash } from 'node:crypto'
import type { FileHandle } from 'node:fs/promises'
import type { S3 } from '@aws-sdk/client-s3'
import type { Bucket, CallOptions } from './bucket.ts'
import { BufferPool } from '../files/file-chunks.ts'

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

/** A part has at least 5 MiB. */
export const partBytes = 8 * 1024 * 1024

const mostAtOnce = 4
const buffers = new BufferPool(partBytes, 1)
const waiting: (() => void)[] = []
let lent = 0

/** Four buffers for all uploads of the process, which bounds their memory (0017). */
async function withPartBuffer<T>(work: (buffer: Buffer) => Promise<T>): Promise<T> {
  if (lent >= mostAtOnce) await new Promise<void>((resolve) => waiting.push(resolve))
  else lent += 1
  try {
    const buffer = buffers.take()
    const result = await work(buffer)
    // After a failure the SDK may still be sending the buffer.
    buffers.give(buffer)
    return result
  } finally {
    const next = waiting.shift()
    if (next) next()
    else lent -= 1
  }
}
