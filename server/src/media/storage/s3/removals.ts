import { storageKeyOf } from '../files/storage.ts'
import { randomUUID } from 'node:crypto'
import { setTimeout as after } from 'node:timers/promises'
import { AppError } from '../../../errors.ts'
import type { Bucket } from './bucket.ts'

/**
 * Removals that never take bytes that are being stored again (0017).
 *
 * Storing: (1) commits a row that refers to the bytes; (2) waits until no removal of them is announced; (3) puts them;
 * (4) commits the record's own rows, then deletes the first one.
 * Removing: (a) announces it; (b) asks whether any row refers to the bytes; (c) if none does, deletes the object and
 * waits for the answer; (d) takes the announcement back.
 *
 * If (b) finds no row, it came before (1), so that (2) waits until (c) is answered, or after the last row was deleted.
 * An interrupted removal leaves its announcement, as (c) may still be under way; it is ignored when it is old, since (c)
 * begins within four minutes of (a).
 */

const decideMs = 4 * 60_000
/** Tolerates differences between clocks. */
const oldMs = 15 * 60_000
const lookAgainMs = 100

const prefix = 'removing/'

/** @returns whether the bytes were unused and are gone; `setAside` runs before that */
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

/** @throws AppError `ServiceUnavailable` when an announcement stands for too long */
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
