import type { FileHandle } from 'node:fs/promises'

const windowBytes = 1024 ** 2

export class FileWindow {
  readonly sizeBytes: number
  /** The share of its end that may be missing. */
  readonly forgivenTail: number
  readonly #file: FileHandle
  #memory = Buffer.alloc(0)
  #start = 0
  #end = 0

  constructor(file: FileHandle, sizeBytes: number, forgivenTail = 0) {
    this.#file = file
    this.sizeBytes = sizeBytes
    this.forgivenTail = forgivenTail
  }

  /** At least `leastBytes` from `position` on, fewer at the end of the file; valid until the next call. */
  async from(position: number, leastBytes: number, aheadBytes = windowBytes): Promise<Buffer> {
    const wanted = Math.min(position + leastBytes, this.sizeBytes)
    if (position < this.#start || wanted > this.#end || position > this.#end)
      await this.#load(position, aheadBytes)
    return this.#memory.subarray(position - this.#start, this.#end - this.#start)
  }

  async piece(position: number, sizeBytes: number): Promise<Buffer> {
    const length = Math.max(0, Math.min(sizeBytes, this.sizeBytes - position))
    const { buffer, bytesRead } = await this.#file.read(Buffer.alloc(length), 0, length, position)
    return buffer.subarray(0, bytesRead)
  }

  async #load(position: number, bytes: number): Promise<void> {
    if (this.#memory.length === 0) this.#memory = Buffer.allocUnsafe(windowBytes)
    this.#start = position
    this.#end = position
    while (this.#end - position < bytes) {
      const used = this.#end - position
      const { bytesRead } = await this.#file.read(this.#memory, used, bytes - used, this.#end)
      if (bytesRead === 0) break
      this.#end += bytesRead
    }
  }
}
