import { maxOpenUploads } from '@earmark/contract/limits.ts'
import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { Upload } from '@earmark/contract/uploads.ts'
import { anyFailure, AppError, type FailureOf } from '../../errors.ts'
import { lockAccount } from '../../people/users/users.queries.ts'
import { incomingLimit } from './incoming-limit.ts'
import type { UploadMetadata } from './tus-headers.ts'
import { isOfNode, isOfThisStart } from './upload-owners.ts'
import type { UploadWriters, Writer } from './upload-writers.ts'
import * as uploads from './uploads.queries.ts'
import type { UploadRow } from './uploads.queries.ts'
import { leaseMs, type UploadDeps, uploadLifeMs, UploadWrite } from './write-upload.ts'

export interface UploadService extends UploadDeps {
  readonly writers: UploadWriters
}

/** What one request has to say of an upload. */
export interface Continuation {
  /** Null for whatever there is. */
  readonly offset: number | null
  /** Null where the request does not say. */
  readonly length: number | null
  readonly read: (signal: AbortSignal) => AsyncIterable<Buffer>
}

const room = { name: 'uploads' }

export function viewUpload(row: UploadRow): Upload {
  return {
    id: row.id,
    fileName: row.file_name,
    relativePath: row.relative_path,
    batch: row.batch,
    sizeBytes: row.size_bytes,
    receivedBytes: row.received_bytes,
    expiresAt: new Date(row.expires_at).toISOString(),
  }
}

/** The limits hold for requests at once, too. */
export async function createUpload(
  { config, db, clock }: UploadService,
  userId: string,
  { fileName, relativePath, batch, given }: UploadMetadata,
  sizeBytes: number,
  failure: FailureOf<'Unauthorized' | 'FileTooLarge' | 'TooManyUploads'>,
): Promise<UploadRow> {
  if (sizeBytes > config.maxAudioBytes) throw failure('FileTooLarge')
  const limit = await incomingLimit(config)
  const now = clock()
  const row = {
    id: randomUUID(),
    user_id: userId,
    batch,
    file_name: fileName,
    relative_path: relativePath,
    metadata: given,
    size_bytes: sizeBytes,
    received_bytes: 0,
    owner: null,
    lease_until: null,
    expires_at: now + uploadLifeMs,
    created_at: now,
  }
  await db.connection.transaction().execute(async (transaction) => {
    if (!(await lockAccount(transaction, userId))) throw failure('Unauthorized')
    if ((await uploads.countOpenUploads(transaction, userId, now)) >= maxOpenUploads)
      throw failure('TooManyUploads')
    await db.dialect.lock(transaction, [room])
    if ((await uploads.sumUploadBytes(transaction, now)) + sizeBytes > limit)
      throw new AppError('InsufficientStorage')
    await uploads.insertUpload(transaction, row)
  })
  return row
}

/** @throws AppError `NotFound`, also for uploads of somebody else, `UploadExpired` */
async function findOwnUpload(
  { db, clock }: UploadService,
  userId: string,
  id: string,
  failure: FailureOf<'NotFound' | 'UploadExpired'>,
): Promise<UploadRow> {
  const row = await uploads.findUpload(db.connection, id)
  if (row?.user_id !== userId) throw failure('NotFound')
  if (row.expires_at <= clock()) throw failure('UploadExpired')
  return row
}

/** @throws also what reading throws, after what has come was acknowledged */
export async function continueUpload(
  service: UploadService,
  userId: string,
  id: string,
  continuation: Continuation,
  failure: FailureOf<'NotFound' | 'UploadExpired' | 'UploadBusy' | 'UploadOffsetMismatch' | 'FileTooLarge'>,
): Promise<UploadRow> {
  await findOwnUpload(service, userId, id, failure)
  using writer = await service.writers.begin(id)
  if (!writer) throw failure('UploadBusy')
  // What the last one has acknowledged meanwhile counts.
  const found = await findOwnUpload(service, userId, id, failure)
  if (!isFree(service, found)) throw failure('UploadBusy')
  const row = await takeOver(service, writer, found)
  if (!row) throw failure('UploadBusy')
  const { offset, length } = continuation
  await using file = await service.storage.resumable.open(id, row.received_bytes)
  const write = new UploadWrite(service, writer, row, file)
  let refusal: unknown = null
  if (offset !== null && offset !== row.received_bytes) refusal = failure('UploadOffsetMismatch')
  else if (row.received_bytes + (length ?? 0) > row.size_bytes) refusal = failure('FileTooLarge')
  else {
    await write.receive(continuation.read(writer.stopped)).catch((error: unknown) => {
      refusal = error
    })
  }
  const told = await write.finish().catch((error: unknown) => {
    refusal ??= error
  })
  if (!told || refusal !== null) throw refusal
  return { ...row, ...told }
}

/** Whether nobody writes it; on SQLite there is one node, so that others have ended. */
function isFree({ db, clock, writers }: UploadService, { owner, lease_until }: UploadRow): boolean {
  if (owner === null || lease_until === null || lease_until <= clock()) return true
  return db.dialect.engine === 'sqlite' || isOfNode(owner, writers.node)
}

/** @returns the row with what a request has left that ended without saying so; null where somebody was faster */
async function takeOver(
  { db, clock, storage }: UploadService,
  { owner }: Writer,
  row: UploadRow,
): Promise<UploadRow | null> {
  const until = clock() + leaseMs
  if (!(await uploads.takeLease(db.connection, row, { owner, until }))) return null
  const taken = { ...row, owner, lease_until: until }
  if (row.owner === null) return taken
  const size = await storage.resumable.sizeOf(row.id)
  const isWritten = isOfThisStart(row.owner) && size > row.received_bytes
  return isWritten ? { ...taken, received_bytes: Math.min(size, row.size_bytes) } : taken
}

/**
 * How much is here, for a client that resumes. A request that has fallen silent ends first, at the latest with its lease
 * where it is another node's; one that still brings bytes goes on.
 */
export async function findOffset(
  service: UploadService,
  userId: string,
  id: string,
  failure: FailureOf<'NotFound' | 'UploadExpired' | 'UploadBusy'>,
): Promise<UploadRow> {
  let row = await findOwnUpload(service, userId, id, failure)
  await service.writers.settle(id, failure('UploadBusy'))
  for (;;) {
    const next = await findOwnUpload(service, userId, id, failure)
    if (next.owner === null || isRenewed(row, next)) return next
    if (service.writers.has(id)) return next
    if (isFree(service, next)) break
    row = next
    await wait(lookAgainMs)
  }
  return await continueUpload(service, userId, id, { offset: null, length: 0, read: noBytes }, anyFailure)
}

const lookAgainMs = 250

function isRenewed(before: UploadRow, now: UploadRow): boolean {
  return before.owner === now.owner && now.lease_until !== before.lease_until
}

/** No bytes for a request that only asks. */
async function* noBytes(): AsyncGenerator<Buffer, void> {}

/** An upload that is refused is none; of one that is cut off the client may ask for the list. */
export async function beginUpload(
  service: UploadService,
  created: UploadRow,
  continuation: Continuation,
): Promise<UploadRow> {
  try {
    return await continueUpload(service, created.user_id, created.id, continuation, anyFailure)
  } catch (error) {
    if (!isCutOff(error)) await removeUpload(service, created.user_id, created.id, anyFailure)
    throw error
  }
}

function isCutOff(error: unknown): boolean {
  return error instanceof AppError && error.code === 'InvalidBody'
}

export async function listUploads({ db, clock }: UploadService, userId: string): Promise<Upload[]> {
  const rows = await uploads.listUploadsOf(db.connection, userId, clock())
  return rows.map(viewUpload)
}

export async function removeUpload(
  service: UploadService,
  userId: string,
  id: string,
  failure: FailureOf<'NotFound' | 'UploadExpired'>,
): Promise<void> {
  await findOwnUpload(service, userId, id, failure)
  await uploads.deleteUploads(service.db.connection, [id])
  await service.writers.stop(id, failure('NotFound'))
  await service.storage.resumable.remove(id)
}
