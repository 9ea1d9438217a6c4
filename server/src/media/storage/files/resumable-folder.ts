import { constants } from 'node:fs'
import type { FileHandle } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { AppError } from '../../../errors.ts'
import { syncFolder } from '../../../db/durable-files.ts'
import { type FileOperations, unlessMissing, writeAll } from './incoming.ts'
import type { ResumableFile, ResumableFiles } from './storage.ts'
import { orStorageError } from './storage-errors.ts'

/** A file for each upload, which is as long as what has come of it. Its parent folder is never made here. */
export class ResumableFolder implements ResumableFiles {
  readonly #files: FileOperations
  readonly #folder: string

  constructor(files: FileOperations, folder: string) {
    this.#files = files
    this.#folder = folder
  }

  async open(id: string, offset: number): Promise<ResumableFile> {
    const path = this.#place(id)
    const handle = await orStorageError(this.#files.open(path, constants.O_RDWR | constants.O_CREAT, 0o600))
    try {
      const { size } = await handle.stat()
      // A node without the shared folder, or another disk, has fewer bytes than were acknowledged.
      if (size < offset) throw new AppError('ServiceUnavailable')
      if (size > offset) await orStorageError(handle.truncate(offset))
      return new OpenUpload(handle, offset, this.#files, offset === 0 ? this.#folder : null)
    } catch (error) {
      await handle.close()
      throw error
    }
  }

  async sizeOf(id: string): Promise<number> {
    const found = await orStorageError(this.#files.stat(this.#place(id)).catch(unlessMissing))
    return found?.size ?? 0
  }

  pathOf(id: string): string {
    return this.#place(id)
  }

  async remove(id: string): Promise<void> {
    await orStorageError(this.#files.rm(this.#place(id), { force: true }))
  }

  async listIds(): Promise<string[]> {
    return (await orStorageError(this.#files.readdir(this.#folder).catch(unlessMissing))) ?? []
  }

  #place(id: string): string {
    return join(this.#folder, id)
  }
}

class OpenUpload implements ResumableFile {
  readonly #handle: FileHandle
  readonly #files: FileOperations
  #position: number
  /** Its entry of a new file is not durable yet. */
  #folder: string | null

  constructor(handle: FileHandle, position: number, files: FileOperations, folder: string | null) {
    this.#handle = handle
    this.#position = position
    this.#files = files
    this.#folder = folder
  }

  async write(chunks: Uint8Array[], sizeBytes: number): Promise<void> {
    await orStorageError(writeAll(this.#handle, chunks, sizeBytes, this.#position))
    this.#position += sizeBytes
  }

  async sync(): Promise<void> {
    await orStorageError(this.#handle.datasync())
    const folder = this.#folder
    this.#folder = null
    if (folder === null) return
    await orStorageError(syncFolder(folder, this.#files))
    await orStorageError(syncFolder(dirname(folder), this.#files))
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#handle.close()
  }
}
