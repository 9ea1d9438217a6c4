import type { MediaContentType } from '../../content-type.ts'
import type { Delivery } from './delivery.ts'

/**
 * Where media bytes live, by content: the lower-case hex SHA-256 of a file is its name. A local directory now,
 * other stores behind the same interface. Files never change once they are there.
 */
export interface MediaStorage {
  /** How clients get what `read` gives. */
  readonly delivery: Delivery
  /**
   * Streams `source` into a temporary file of this machine, hashing it on the way. The caller looks at it, then
   * calls `keep`; whatever is not kept when it is disposed of (`await using`) is gone. Chunks are held for a while:
   * they must not be lent ones, as `read` gives.
   *
   * @throws AppError `FileTooLarge` beyond `maxBytes`, `InsufficientStorage`, `ServiceUnavailable`; whatever
   * `source` throws. Nothing stays behind then.
   */
  receive(source: AsyncIterable<Uint8Array>, maxBytes: number): Promise<ReceivedFile>
  /**
   * Bytes `start` to `end`, both inclusive (RFC 9110, 14.1.2), in chunks that are lent: each is only good until
   * the next one is asked for, or the reading returned. To be read to the end or returned.
   *
   * @throws on the first read AppError `NotFound` when there is no such file, `ServiceUnavailable`
   */
  read(sha256: string, start: number, end: number): AsyncGenerator<Uint8Array, void>
  /**
   * The bytes as a file of this machine, for programs that want a path. To be bound by `await using`: where the file is
   * a copy, it goes then.
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
   * As `remove` with `isUsed`, but what nobody uses is put out of everybody's sight instead of being deleted, where
   * whoever runs the server finds it: `quarantine/`, by its hash.
   *
   * @returns whether it was; false as well when there are no such bytes
   */
  quarantine(sha256: string, isUsed: () => Promise<boolean>): Promise<boolean>
  /** The files that were stored before `time` (epoch milliseconds), by their hashes ascending, a few hundred at once. */
  listStoredBefore(time: number): AsyncGenerator<StoredFile[], void>
  /** Removes temporary files that nobody has written to since `time` and that are not being received here. */
  removeIncomingBefore(time: number): Promise<void>
  /** How many that would be. */
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
  /** Of the temporary file, for those who look into it before it is kept. */
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
