import { storageKeyOf } from '../files/storage.ts'
import { randomUUID } from 'node:crypto'
import { setTimeout as after } from 'node:timers/promises'
import { AppError } from '../../../errors.ts'
import type { Bucket } from './bucket.ts'

/**
 * How an object goes without ever taking the bytes of somebody who stores the same ones meanwhile. A file of a disk is
 * moved away, then its rows are asked for, then it is put back or deleted; an object cannot be moved, and copying it
 * aside would cost as much as storing it. So a removal is announced instead, by an object of no bytes.
 *
 * Who stores: (1) commits a row that refers to the bytes; (2) waits until no removal of them is announced; (3) puts
 * them; (4) commits the record's own rows, then deletes the first one.
 * Who removes: (a) announces it; (b) asks whether any row refers to the bytes; (c) if none does, deletes the object
 * and waits for the answer; (d) takes the announcement back.
 *
 * If (b) finds no row, it came before (1) or after the last row was deleted. In the first case (a) came before (2), and
 * the announcement stands until the store has answered (c): so (3) comes after (c). In the second case nobody needs
 * the bytes, unless another one stores them, for whom the first case holds. A stored file that a record refers to is
 * therefore there at every moment. It holds for many nodes: objects, their lists and rows are seen by all as soon
 * as they are written.
 *
 * A process that ends, or hears no answer to (c), leaves its announcement, as the deletion may still be under way.
 * Old announcements are ignored: by then no request of that removal can be, since (c) is not begun
 * later than four minutes after (a). Until then, storing these same bytes is refused for the moment.
 */

/** The latest beginning of (c). */
const decideMs = 4 * 60_000
/** Tolerates differences between clocks. */
const oldMs = 15 * 60_000
const lookAgainMs = 100

const prefix = 'removing/'

/**
 * See `MediaStorage.remove`.
 *
 * @param setAside done with bytes that may go, before they do
 * @returns whether they were unused, and are gone
 */
export async function removeObject(
  bucket: Bucket,
  sha256: string,
  isUsed: (() => Promise<boolean>) | undefined,
  setAside?: () => Promise<unknown>,
): Promise<boolean> {
  const began = Date.now()
  const announcement = { Bucket: bucket.name, Key: `${prefix}${sha256}/${randomUUID()}` }
  const takeBack = () => bucket.call((s3, options) => s3.deleteObject(announcement, options))
  await bucket.call((s3, options) => s3.putObject({ ...announcement, Body: Buffer.alloc(0) }, options))
  let mayGo = false
  try {
    mayGo = !(await isUsed?.())
    if (mayGo) await setAside?.()
    if (mayGo && Date.now() - began > decideMs) throw new AppError('ServiceUnavailable')
  } catch (error) {
    await takeBack().catch(() => undefined)
    throw error
  }
  const object = { Bucket: bucket.name, Key: storageKeyOf(sha256) }
  if (mayGo) await bucket.call((s3, options) => s3.deleteObject(object, options))
  await takeBack()
  return mayGo
}

/**
 * Step (2).
 *
 * @throws AppError `ServiceUnavailable` when one stands for too long
 */
export async function untilNoRemoval(bucket: Bucket, sha256: string): Promise<void> {
  const end = performance.now() + bucket.times.removalMs
  while (await isBeingRemoved(bucket, sha256)) {
    if (performance.now() > end) throw new AppError('ServiceUnavailable')
    await after(lookAgainMs)
  }
}

async function isBeingRemoved(bucket: Bucket, sha256: string): Promise<boolean> {
  const request = { Bucket: bucket.name, Prefix: `${prefix}${sha256}/` }
  const { Contents = [] } = await bucket.call((s3, options) => s3.listObjects(request, options))
  return Contents.some(({ LastModified }) => !isOld(LastModified))
}

function isOld(announcedAt: Date | undefined): boolean {
  return announcedAt !== undefined && announcedAt.getTime() < Date.now() - oldMs
}

export async function forgetOldRemovals(bucket: Bucket): Promise<void> {
  const request = { Bucket: bucket.name, Prefix: prefix }
  const { Contents = [] } = await bucket.call((s3, options) => s3.listObjects(request, options))
  for (const { Key, LastModified } of Contents) {
    if (isOld(LastModified))
      await bucket.call((s3, options) => s3.deleteObject({ Bucket: bucket.name, Key }, options))
  }
}
