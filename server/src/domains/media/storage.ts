import type { Readable } from 'node:stream'

/**
 * Where media bytes live, by content: the lower-case hex SHA-256 of a file is its name. A local directory now,
 * other stores behind the same interface. Files never change once they are there.
 */
export interface MediaStorage {
  /**
   * Streams `source` into storage. Resolves when the bytes are durable under their hash.
   *
   * @throws AppError `FileTooLarge` beyond `maxBytes`; whatever `source` throws. Nothing stays behind then.
   */
  write(source: Readable, maxBytes: number): Promise<StoredFile>
  /**
   * Reads bytes `start` to `end`, both inclusive (RFC 9110, 14.1.2).
   *
   * @throws AppError `NotFound` when there is no such file
   */
  read(sha256: string, start: number, end: number): Readable
  remove(sha256: string): Promise<void>
  /** Rejects when the storage cannot be used. */
  check(): Promise<void>
  close(): Promise<void>
}

export interface StoredFile {
  readonly sha256: string
  readonly sizeBytes: number
}
