/** A fresh buffer for each read would double the processor time of sending a file (0008). */
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

  /** No pending I/O may use the buffer. */
  give(buffer: Buffer): void {
    if (this.#idle.length < this.#maxIdle) this.#idle.push(buffer)
  }
}
