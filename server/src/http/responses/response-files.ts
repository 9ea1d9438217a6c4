import { randomUUID } from 'node:crypto'
import { createReadStream, read, type ReadStream } from 'node:fs'
import { type FileHandle, mkdir, open, unlink } from 'node:fs/promises'
import { join } from 'node:path'

export interface ResponseFile {
  readonly sizeBytes: number
  readonly files: ResponseFiles
  /** Holds the files until the stream is closed. */
  read(): ReadStream
}

const maxHeldBytes = 2 * 1024 ** 2

/** Reference-counted. The files are unlinked at once, so that they vanish with the process. */
export class ResponseFiles {
  readonly #folder: string
  readonly #handles: FileHandle[] = []
  #holders = 1

  constructor(folder: string) {
    this.#folder = folder
  }

  hold(): void {
    this.#holders += 1
  }

  release(): void {
    this.#holders -= 1
    if (this.#holders > 0) return
    for (const handle of this.#handles) handle.close().catch(() => undefined)
  }

  async take(chunks: AsyncIterable<Uint8Array>): Promise<Buffer | ResponseFile> {
    let held: Uint8Array[] = []
    let sizeBytes = 0
    let handle: FileHandle | null = null
    for await (const chunk of chunks) {
      held.push(chunk)
      sizeBytes += chunk.length
      if (sizeBytes <= maxHeldBytes) continue
      handle ??= await this.#open()
      await handle.writeFile(held)
      held = []
    }
    if (handle) return this.#fileOf(handle.fd, sizeBytes)
    const bytes = Buffer.allocUnsafeSlow(sizeBytes)
    let at = 0
    for (const chunk of held) {
      bytes.set(chunk, at)
      at += chunk.length
    }
    return bytes
  }

  async #open(): Promise<FileHandle> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 })
    const path = join(this.#folder, randomUUID())
    const handle = await open(path, 'wx+', 0o600)
    this.#handles.push(handle)
    await unlink(path)
    return handle
  }

  #fileOf(fd: number, sizeBytes: number): ResponseFile {
    const close = (_fd: number, done: (error: null) => void): void => {
      this.release()
      done(null)
    }
    return {
      sizeBytes,
      files: this,
      read: () => {
        this.hold()
        return createReadStream('', { fd, start: 0, end: sizeBytes - 1, fs: { read, close } })
      },
    }
  }
}
