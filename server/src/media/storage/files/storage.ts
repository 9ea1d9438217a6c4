import type { MediaContentType } from '../../content-type.ts'
import type { Delivery } from './delivery.ts'

/** Content-addressed media storage: the lower-case hex SHA-256 of a file is its name. Files never change. */
export interface MediaStorage {
  /** How clients get the bytes. */
  readonly delivery: Delivery
  /**
   * Streams `source` into a temporary file of this machine, hashing it. `keep` stores it; without that its disposal
   * (`await using`) removes it. Chunks must not be lent ones.
   *
   * @throws AppError `FileTooLarge` beyond `maxBytes`, `InsufficientStorage`, `ServiceUnavailable`; whatever
   * `source` throws. Nothing stays behind then.
   */
  receive(source: AsyncIterable<Uint8Array>, maxBytes: number): Promise<ReceivedFile>
  /**
   * Bytes `start` to `end`, both inclusive (RFC 9110, 14.1.2), in lent chunks: each is valid until the next one is
   * requested. The generator has to be read to its end or returned.
   *
   * @throws on the first read AppError `NotFound` when there is no such file, `ServiceUnavailable`
   */
  read(sha256: string, start: number, end: number): AsyncGenerator<Uint8Array, void>
  /**
   * The bytes as a file of this machine, to be bound by `await using`: a copy is removed then.
   *
   * @throws AppError `NotFound`, `InsufficientStorage`, `ServiceUnavailable`; ShortFileError
   */
  localFile(file: StoredFile): Promise<LocalFile>
  /**
   * Removes the bytes; readers that have begun still get them. Resolves as well when there are none.
   *
   * @param isUsed asked after the bytes have been taken away, and before they are gone: when it says so, or fails,
   * they are put back. See `unused-files.ts` for why it is asked then.
   */
  remove(sha256: string, isUsed?: () => Promise<boolean>): Promise<void>
  /**
   * As `remove` with `isUsed`, but moves the file to `quarantine/` by its hash.
   *
   * @returns whether it was; false as well when there are no such bytes
   */
  quarantine(sha256: string, isUsed: () => Promise<boolean>): Promise<boolean>
  /** Files stored before `time` (epoch milliseconds), in batches ascending by hash. */
  listStoredBefore(time: number): AsyncGenerator<StoredFile[], void>
  /** Removes temporary files without writes since `time` that are not being received here. */
  removeIncomingBefore(time: number): Promise<void>
  /** The number of files that `removeIncomingBefore` would remove. */
  countIncomingBefore(time: number): Promise<number>
  /** Rejects when the storage cannot be used. */
  check(): Promise<void>
  close(): Promise<void>
}

export interface StoredFile {
  readonly sha256: string
  readonly sizeBytes: number
}

export interface LocalFile extends AsyncDisposable {
  readonly path: string
}

export interface ReceivedFile extends StoredFile, AsyncDisposable {
  /** Of the temporary file, for probes before it is stored. */
  readonly path: string
  /**
   * Resolves when the bytes are durable under their hash; then `path` may be no more. When it fails, they may be
   * there all the same.
   *
   * @param contentType for stores that clients fetch the bytes from themselves
   * @throws AppError `InsufficientStorage`, `ServiceUnavailable`
   */
  keep(contentType: MediaContentType): Promise<void>
}

/** Where a stored file lies below its folder, and what its object is called in a bucket: one can be copied to the other. */
export function storageKeyOf(sha256: string): string {
  return `${sha256.slice(0, 2)}/${sha256.slice(2)}`
}

const place = /^([0-9a-f]{2})\/([0-9a-f]{62})$/

/** The hash of the file at a place; null for what is no stored file. */
export function hashOfStorageKey(key: string): string | null {
  const [, start, rest] = place.exec(key) ?? []
  return start !== undefined && rest !== undefined ? start + rest : null
}
