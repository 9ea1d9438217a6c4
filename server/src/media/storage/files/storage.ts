import type { MediaContentType } from '../../content-type.ts'
import type { Delivery } from './delivery.ts'
import type { CoreDeps } from '../../../deps.ts'

/** Content-addressed media storage: the lower-case hex SHA-256 of a file is its name. Files never change. */
export interface MediaStorage {
  readonly delivery: Delivery
  /**
   * Streams `source` into a temporary file, hashing it; its disposal removes it unless it was kept.
   *
   * @throws AppError `FileTooLarge` beyond `maxBytes`, `InsufficientStorage`, `ServiceUnavailable`
   */
  receive(source: AsyncIterable<Uint8Array>, maxBytes: number): Promise<ReceivedFile>
  readonly resumable: ResumableFiles
  /** A file of this machine, which stays where it is. */
  adopt(path: string): Promise<ReceivedFile>
  /**
   * Bytes `start` to `end`, both inclusive, in lent chunks (0008).
   *
   * @param answer that several reads belong to: a file of a library folder is compared with its row once in it (0052)
   * @throws on the first read AppError `NotFound`, `ServiceUnavailable`
   */
  read(sha256: string, start: number, end: number, answer?: object): AsyncGenerator<Uint8Array, void>
  /** Whether what was read under a key stays in a library folder, where it may change and be away (0052). */
  isInPlace(sha256: string): boolean
  /** @throws AppError `NotFound`, `InsufficientStorage`, `ServiceUnavailable`; ShortFileError */
  localFile(file: StoredFile): Promise<LocalFile>
  /** Bytes are put back when `isUsed`, asked while they are away (`unused-files.ts`), says so or fails. */
  remove(sha256: string, isUsed?: () => Promise<boolean>): Promise<void>
  /** As `remove`, but moves the file to `quarantine/`. False when there are no such bytes or they are used. */
  quarantine(sha256: string, isUsed: () => Promise<boolean>): Promise<boolean>
  /** Stored before `time` (epoch milliseconds), in batches ascending by hash. */
  listStoredBefore(time: number): AsyncGenerator<StoredFile[], void>
  /** Temporary files without writes since `time` that are not being received here. */
  removeIncomingBefore(time: number): Promise<void>
  countIncomingBefore(time: number): Promise<number>
  /** Rejects when the storage cannot be used. */
  check(): Promise<void>
  close(): Promise<void>
}

/** Bytes that come in several requests, by the ids of their uploads. */
export interface ResumableFiles {
  /** For one request; what lies behind the offset is dropped. */
  open(id: string, offset: number): Promise<ResumableFile>
  /** Bytes that are there, also those that were not made durable; 0 for none. */
  sizeOf(id: string): Promise<number>
  pathOf(id: string): string
  remove(id: string): Promise<void>
  listIds(): Promise<string[]>
}

export interface ResumableFile extends AsyncDisposable {
  /** @throws AppError `InsufficientStorage`, `ServiceUnavailable` */
  write(chunks: Uint8Array[], sizeBytes: number): Promise<void>
  /** Resolves when all that was written is durable. */
  sync(): Promise<void>
}

export interface StoredFile {
  readonly sha256: string
  readonly sizeBytes: number
}

export interface LocalFile extends AsyncDisposable {
  readonly path: string
}

export interface ReceivedFile extends StoredFile, AsyncDisposable {
  readonly path: string
  /**
   * Resolves when the bytes are durable under their hash, which may move `path`.
   *
   * @param name in place of the hash: the key of a library file that a backup brings back (0052)
   * @throws AppError `InsufficientStorage`, `ServiceUnavailable`; the bytes may be stored all the same
   */
  keep(contentType: MediaContentType, name?: string): Promise<void>
}

/** The same in a folder and in a bucket. */
export function storageKeyOf(sha256: string): string {
  return `${sha256.slice(0, 2)}/${sha256.slice(2)}`
}

const place = /^([0-9a-f]{2})\/([0-9a-f]{62})$/

export function hashOfStorageKey(key: string): string | null {
  const [, start, rest] = place.exec(key) ?? []
  return start !== undefined && rest !== undefined ? start + rest : null
}

export interface MediaDeps extends CoreDeps {
  readonly storage: MediaStorage
}
