import { uploadLifeHours } from '@earmark/contract/limits.ts'
import { AppError } from '../../errors.ts'
import type { MediaDeps, ResumableFile } from '../storage/files/storage.ts'
import type { Writer } from './upload-writers.ts'
import { acknowledge, type UploadRow } from './uploads.queries.ts'

export type UploadDeps = Pick<MediaDeps, 'config' | 'db' | 'storage' | 'clock' | 'log'>

/** Renewed while bytes come. */
export const leaseMs = 10_000
const renewalMs = 2_000
const writeBytes = 512 * 1024
export const uploadLifeMs = uploadLifeHours * 3_600_000

/**
 * Writes what one request brings of an upload. However the request ends, what has come is made durable, then
 * acknowledged in the row, where the lease tells that nobody else has written meanwhile.
 */
export class UploadWrite {
  readonly #deps: UploadDeps
  readonly #writer: Writer
  readonly #row: UploadRow
  readonly #file: ResumableFile
  #receivedBytes: number
  #expiresAt: number
  #leaseUntil: number
  #renewedAt = performance.now()
  #renewing: Promise<void> | null = null
  #failure: unknown = null

  /** @param row as it is after its lease was taken */
  constructor(deps: UploadDeps, writer: Writer, row: UploadRow, file: ResumableFile) {
    this.#deps = deps
    this.#writer = writer
    this.#row = row
    this.#file = file
    this.#receivedBytes = row.received_bytes
    this.#expiresAt = row.expires_at
    this.#leaseUntil = row.lease_until ?? 0
  }

  /** @throws AppError `FileTooLarge` for bytes beyond the length, those before it are kept; what `source` throws */
  async receive(source: AsyncIterable<Buffer>): Promise<void> {
    let [waiting, waitingBytes]: [Buffer[], number] = [[], 0]
    let writing: Promise<void> = Promise.resolve()
    let left = this.#row.size_bytes - this.#receivedBytes
    const flush = async () => {
      const [chunks, bytes] = [waiting, waitingBytes]
      ;[waiting, waitingBytes] = [[], 0]
      await writing
      if (bytes === 0) return
      writing = this.#write(chunks, bytes)
      writing.catch(() => undefined)
    }
    try {
      for await (const chunk of source) {
        this.#writer.noteBytes()
        left -= chunk.length
        if (left < 0)
          throw new AppError('FileTooLarge', { description: 'The upload is longer than it says.' })
        waiting.push(chunk)
        waitingBytes += chunk.length
        if (waitingBytes >= writeBytes) await flush()
      }
    } finally {
      this.#writer.noteEnding()
      await flush()
      await writing
    }
  }

  async #write(chunks: Buffer[], bytes: number): Promise<void> {
    if (this.#failure !== null) throw this.#failure
    // Past its lease another node may write the same file.
    if (this.#deps.clock() >= this.#leaseUntil) await this.#renew()
    if (this.#failure !== null) throw this.#failure
    await this.#file.write(chunks, bytes)
    chunks.forEach(freeAtOnce)
    this.#receivedBytes += bytes
    this.#expiresAt = this.#deps.clock() + uploadLifeMs
    if (performance.now() - this.#renewedAt > renewalMs) void this.#renew()
  }

  #renew(): Promise<void> {
    this.#renewedAt = performance.now()
    this.#renewing ??= this.#acknowledge(this.#deps.clock() + leaseMs)
      .catch((error: unknown) => {
        this.#failure = error
      })
      .finally(() => {
        this.#renewing = null
      })
    return this.#renewing
  }

  /** Ends the lease. */
  async finish(): Promise<Pick<UploadRow, 'received_bytes' | 'expires_at'>> {
    await this.#renewing
    if (this.#failure !== null) throw this.#failure
    await this.#acknowledge(null)
    return { received_bytes: this.#receivedBytes, expires_at: this.#expiresAt }
  }

  async #acknowledge(leaseUntil: number | null): Promise<void> {
    const [receivedBytes, expiresAt] = [this.#receivedBytes, this.#expiresAt]
    await this.#file.sync()
    const { id } = this.#row
    const told = { receivedBytes, expiresAt, leaseUntil }
    if (!(await acknowledge(this.#deps.db.connection, { id, owner: this.#writer.owner }, told)))
      throw new AppError('UploadBusy')
    if (leaseUntil !== null) this.#leaseUntil = leaseUntil
  }
}

/**
 * Frees the memory of a piece that is alone in it, as those are that fill a read of the line. The collector of garbage
 * would wait for 64 MiB of them, and go through the whole heap each time.
 */
function freeAtOnce({ buffer, byteLength }: Buffer): void {
  if (buffer instanceof ArrayBuffer && byteLength === buffer.byteLength) buffer.transfer(0)
}
