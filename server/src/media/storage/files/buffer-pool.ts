/**
 * Buffers for bytes on their way from a file to a socket, used again and again: a fresh one for each read doubles
 * the processor time of sending a file, and lets memory grow until the collector notices.
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

  /** Gives a buffer back that nobody, nor the kernel, looks at any more. */
  give(buffer: Buffer): void {
    if (this.#idle.length < this.#maxIdle) this.#idle.push(buffer)
  }
}
