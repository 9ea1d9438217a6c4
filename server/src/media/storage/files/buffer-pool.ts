/**
 * A pool of buffers for reads: a fresh buffer for each read doubles the processor time of sending a file and grows
 * memory until the collector runs.
 */
export class BufferPool {
  readonly bufferBytes: number
  readonly #idle: Buffer[] = []
  readonly #maxIdle: number

  constructor(bufferBytes: number, maxIdle: number) {
    this.bufferBytes = bufferBytes
    this.#maxIdle = maxIdle
  }

  take(): Buffer {
    return this.#idle.pop() ?? Buffer.allocUnsafeSlow(this.bufferBytes)
  }

  /** Only for buffers that no pending I/O uses. */
  give(buffer: Buffer): void {
    if (this.#idle.length < this.#maxIdle) this.#idle.push(buffer)
  }
}
