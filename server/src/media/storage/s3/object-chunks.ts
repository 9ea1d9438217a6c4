import type { IncomingMessage } from 'node:http'
import { AppError } from '../../../errors.ts'
import { ShortFileError } from '../files/storage-errors.ts'
import { type Bucket, storeError } from './bucket.ts'

/** @throws AppError `NotFound`, `ServiceUnavailable`, also in the middle; ShortFileError */
export async function* objectChunks(
  bucket: Bucket,
  key: string,
  start: number,
  end: number,
): AsyncGenerator<Uint8Array, void> {
  const Range = `bytes=${start}-${end}`
  const found = await bucket.call((s3, options) =>
    s3.getObject({ Bucket: bucket.name, Key: key, Range }, options),
  )
  const body = found.Body as unknown as IncomingMessage
  const isRange = start === 0 || found.ContentRange?.startsWith(`bytes ${start}-`) === true
  const giveUp = () => body.destroy(new AppError('ServiceUnavailable'))
  // Listeners may pause.
  let waiting = setTimeout(giveUp, bucket.times.silentMs)
  let missingBytes = end - start + 1
  try {
    if (!isRange) throw new AppError('ServiceUnavailable')
    for await (const chunk of body as AsyncIterable<Uint8Array>) {
      clearTimeout(waiting)
      // Stores without range support send the whole object.
      const wanted = chunk.subarray(0, missingBytes)
      missingBytes -= wanted.length
      if (wanted.length === 0) break
      yield wanted
      waiting = setTimeout(giveUp, bucket.times.silentMs)
    }
  } catch (error) {
    bucket.noteFailure(error)
    throw storeError(error)
  } finally {
    clearTimeout(waiting)
    body.destroy()
  }
  if (missingBytes > 0) throw new ShortFileError()
}
